#include "cooperate/strategy.h"

#include "base/core/limits.h"
#include "base/core/nearest.h"
#include "base/core/yaml_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>

namespace tandem::cooperate {
namespace {

class Reader {
public:
  explicit Reader(const std::vector<std::string>& partners) : partners_(partners) {}

  StrategyStep step(const YamlValue& yaml);
  std::vector<StrategyStep> steps(const YamlValue& yaml);

private:
  StrategyStep run(const YamlValue& yaml);
  StrategyStep parallel(const YamlValue& yaml);
  StrategyStep repeat(const YamlValue& yaml);
  StrategyStep branch(const YamlValue& yaml);
  StrategyStep split(const YamlValue& yaml);
  void limits(const YamlValue& yaml, StrategyStep& step);
  std::string actor(const YamlValue& yaml);

  const std::vector<std::string>& partners_;
};

template <typename Read> auto checked(const YamlValue& yaml, Read read) {
  try {
    return read(yaml.text());
  } catch (const InputError& error) {
    yaml.fail(error.what());
  }
}

double read_share(const YamlValue& yaml) {
  std::string text = yaml.text();
  if (!text.ends_with('%')) yaml.fail(fmt::format("expected a share of the time like 40% but found '{}'", text));
  text.pop_back();
  for (const char c : text)
    if (c < '0' || c > '9') yaml.fail(fmt::format("expected a share of the time like 40% but found '{}%'", text));
  const int percent = text.empty() || text.size() > 3 ? 0 : std::stoi(text);
  if (percent < 1 || percent > 100) yaml.fail("a share is between 1% and 100%");
  return percent / 100.0;
}

void Reader::limits(const YamlValue& yaml, StrategyStep& step) {
  if (const auto cpu = yaml.find("cpu")) step.limits.cpu = checked(*cpu, parse_duration);
  if (const auto wall = yaml.find("wall")) step.limits.wall = checked(*wall, parse_duration);
  if (const auto memory = yaml.find("memory")) step.limits.memory = checked(*memory, parse_size);
  if (const auto share = yaml.find("share")) step.share = read_share(*share);
}

// {2} is the second partner.
std::string Reader::actor(const YamlValue& yaml) {
  const std::string text = yaml.text();
  if (text.size() != 3 || text.front() != '{' || text.back() != '}' || text[1] < '1' || text[1] > '9') return text;
  const auto number = static_cast<std::size_t>(text[1] - '1');
  if (number >= partners_.size())
    yaml.fail(fmt::format("there is no partner {}; the strategy was given {}", number + 1, partners_.size()));
  return partners_[number];
}

StrategyStep Reader::run(const YamlValue& yaml) {
  yaml.only_keys({"run", "with", "condition", "candidates", "invariants", "reduce", "cpu", "wall", "memory", "share",
                  "after-share"});
  StrategyStep step{.kind = StrategyStepKind::Run};
  step.actor = actor(yaml.at("run"));
  if (const auto passing = yaml.find("condition"))
    step.passing =
        static_cast<Passing>(passing->choice("a way to treat conditions", {"pass", "ignore", "complete", "rest"}));
  if (const auto with = yaml.find("with")) step.with = actor(*with);
  if (const auto candidates = yaml.find("candidates"))
    step.candidates =
        static_cast<CandidateExchange>(1 + candidates->choice("what a step does about candidates", {"find", "take"}));
  if (const auto invariants = yaml.find("invariants"))
    step.invariants =
        static_cast<InvariantExchange>(1 + invariants->choice("what a step does about invariants", {"give", "take"}));
  if (step.candidates == CandidateExchange::Take && step.invariants == InvariantExchange::Take)
    yaml.fail("a step takes candidates or invariants, not both");
  if (step.candidates == CandidateExchange::Take && step.passing == Passing::Nothing)
    yaml.fail("a step that takes candidates cannot ignore the condition they come with");
  if (const auto after = yaml.find("after-share")) {
    if (!yaml.find("share")) after->fail("there is no share that could be over");
    step.after_share = static_cast<AfterShare>(after->choice("what a partner does then", {"ends", "goes-on"}));
  }
  if (const auto reduce = yaml.find("reduce")) {
    reduce->choice("a reducer", {"auto", "unfold", "fold", "slice", "inductive-loops", "identity"});
    step.reduce = reduce->text();
  }
  return step;
}

StrategyStep Reader::parallel(const YamlValue& yaml) {
  yaml.only_keys({"parallel", "inform", "cpu", "wall", "memory", "share"});
  StrategyStep step{.kind = StrategyStepKind::Parallel, .steps = steps(yaml.at("parallel"))};
  if (const auto inform = yaml.find("inform"))
    step.inform = static_cast<Inform>(inform->choice("when partners at work are told", {"later", "restart"}));
  return step;
}

StrategyStep Reader::repeat(const YamlValue& yaml) {
  yaml.only_keys({"repeat", "at-most", "cpu", "wall", "memory", "share"});
  StrategyStep step{.kind = StrategyStepKind::Repeat};
  step.steps = steps(yaml.at("repeat"));
  if (const auto times = yaml.find("at-most")) {
    if (times->number() < 1 || times->number() > 1'000'000) times->fail("expected a number from 1 to 1000000");
    step.at_most = static_cast<unsigned>(times->number());
  }
  return step;
}

StrategyStep Reader::branch(const YamlValue& yaml) {
  yaml.only_keys({"if", "then", "else", "cpu", "wall", "memory", "share"});
  StrategyStep step{.kind = StrategyStepKind::If};
  step.question = static_cast<Question>(yaml.at("if").choice(
      "a question", {"loops", "recursion", "floats", "inputs", "external-calls", "allocations", "progress"}));
  step.steps = steps(yaml.at("then"));
  if (const auto otherwise = yaml.find("else")) step.otherwise = steps(*otherwise);
  return step;
}

StrategyStep Reader::split(const YamlValue& yaml) {
  yaml.only_keys({"split", "by", "attempt", "cpu", "wall", "memory", "share"});
  StrategyStep step{.kind = StrategyStepKind::Split};
  step.steps = steps(yaml.at("split"));
  if (const auto attempt = yaml.find("attempt")) step.attempt = checked(*attempt, parse_duration);
  if (const auto by = yaml.find("by"))
    for (const YamlValue& kind : by->list())
      step.by.push_back(static_cast<DivisionKind>(
          kind.choice("what to divide a task by", {"branch", "targets", "input", "iterations"})));
  return step;
}

StrategyStep Reader::step(const YamlValue& yaml) {
  StrategyStep result;
  if (yaml.find("run")) {
    result = run(yaml);
  } else if (yaml.find("repeat")) {
    result = repeat(yaml);
  } else if (yaml.find("if")) {
    result = branch(yaml);
  } else if (yaml.find("parallel")) {
    result = parallel(yaml);
  } else if (yaml.find("split")) {
    result = split(yaml);
  } else if (yaml.find("sequence")) {
    yaml.only_keys({"sequence", "cpu", "wall", "memory", "share"});
    result = {.kind = StrategyStepKind::Sequence, .steps = steps(yaml.at("sequence"))};
  } else {
    yaml.fail("expected a step: a map with one of run, sequence, parallel, repeat, if, split");
  }
  limits(yaml, result);
  result.position = yaml.position();
  return result;
}

std::vector<StrategyStep> Reader::steps(const YamlValue& yaml) {
  std::vector<StrategyStep> result;
  for (const YamlValue& element : yaml.list()) result.push_back(step(element));
  if (result.empty()) yaml.fail("expected at least one step");
  return result;
}

} // namespace

std::string partners_text(const StrategyStep& step) {
  std::vector<std::string> names;
  const std::function<void(const StrategyStep&)> collect = [&](const StrategyStep& each) {
    if (each.kind == StrategyStepKind::Run && std::ranges::find(names, each.actor) == names.end())
      names.push_back(each.actor);
    for (const auto* steps : {&each.steps, &each.otherwise}) std::ranges::for_each(*steps, collect);
  };
  collect(step);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string reducer(const StrategyStep& step) {
  return step.reduce.empty() && step.passing != Passing::Nothing ? "auto" : step.reduce;
}

Strategy read_strategy(const YamlValue& yaml, const std::filesystem::path& path,
                       const std::vector<std::string>& partners) {
  yaml.only_keys({"name", "about", "partners", "steps"});
  Strategy strategy{.name = yaml.at("name").text(), .about = yaml.at("about").text(), .path = path};
  if (const auto own = yaml.find("partners")) strategy.partners = own->texts();
  if (!partners.empty() && strategy.partners.empty())
    throw InputError({path.string()},
                     fmt::format("the strategy {} has no partners that could be chosen", strategy.name));
  if (partners.size() > strategy.partners.size())
    throw InputError({path.string()}, fmt::format("the strategy {} has {} partners, and {} were named", strategy.name,
                                                  strategy.partners.size(), partners.size()));
  for (std::size_t i = 0; i < partners.size(); ++i) strategy.partners[i] = partners[i];
  strategy.root = {.kind = StrategyStepKind::Sequence, .steps = Reader(strategy.partners).steps(yaml.at("steps"))};
  strategy.root.position = yaml.position();
  return strategy;
}

Strategy read_strategy(const std::filesystem::path& path, const std::vector<std::string>& partners) {
  return read_strategy(YamlValue::read_file(path), path, partners);
}

Strategy StrategyBook::find(const std::string& name, const std::vector<std::string>& partners) const {
  std::vector<std::string> names;
  for (const std::filesystem::path& file : yaml_files(folders_)) {
    if (file.stem() == name) return read_strategy(file, partners);
    names.push_back(file.stem());
  }
  if (name.ends_with(".yml") || name.find('/') != std::string::npos)
    return read_strategy(std::filesystem::path(name), partners);
  throw InputError(fmt::format("unknown strategy '{}'; there are {}, and files of your own (name.yml){}", name,
                               fmt::join(names, ", "), did_you_mean(name, names)));
}

std::vector<Strategy> StrategyBook::all() const {
  std::vector<Strategy> result;
  for (const std::filesystem::path& file : yaml_files(folders_)) result.push_back(read_strategy(file));
  return result;
}

} // namespace tandem::cooperate
