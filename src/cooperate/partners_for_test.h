// Partners for tests of strategies: each does what its name says.
#pragma once

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "cooperate/strategy_actor.h"
#include "exchange/gia/gia_file.h"
#include "program/model/program_builder.h"
#include "task/isolated.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <unistd.h>

namespace tandem::cooperate {

using namespace std::chrono_literals;
using task::Outcome;
using task::Verdict;
using Work = std::function<Outcome(const task::Task&, task::Monitor&)>;

class Fake : public task::Actor {
public:
  Fake(std::string name, Work work) : name_(std::move(name)), work_(std::move(work)) {}
  std::string name() const override { return name_; }
  Outcome run(const task::Task& task, task::Monitor& monitor) override { return work_(task, monitor); }

private:
  std::string name_;
  Work work_;
};

class Listener : public task::Monitor {
public:
  bool should_stop() override { return false; }
  void progress(std::string_view text) override { lines.emplace_back(text); }
  void checkpoint(const exchange::Gia& known) override { saved.push_back(known.states().size()); }
  std::vector<std::string> lines;
  std::vector<std::size_t> saved; // how many states
};

// main: a branch, and a return on each side.
inline Program tiny_program() {
  auto context = std::make_shared<Context>(DataModel::LP64);
  ProgramBuilder builder(context);
  builder.add_file({"a.c", std::string(64, '0')});
  const Type& int_type = context->types().int_type();
  Function& main = builder.declare_function("main", "main", context->types().function(int_type, {}, false, true), {});
  builder.begin_body(main, {});
  const DraftLocation yes = builder.add_location(main), no = builder.add_location(main);
  const Variable& x =
      context->add_variable({.kind = VariableKind::Global, .name = "x", .source_name = "x", .type = &int_type});
  builder.add_global(x);
  builder.add_branch(builder.entry(main), context->variable(x), yes, no, {{0, 1, 1}, {0, 1, 2}});
  const Expr& zero = context->integer(int_type, 0);
  builder.add_edge(yes, builder.exit(main), {.kind = OpKind::Return, .value = &zero}, {{0, 2, 1}, {0, 2, 2}});
  builder.add_edge(no, builder.exit(main), {.kind = OpKind::Return, .value = &zero}, {{0, 3, 1}, {0, 3, 2}});
  return builder.finish(main);
}

class CooperateTest : public testing::Test {
protected:
  CooperateTest() {
    add("true", [](auto&, auto&) { return Outcome{.verdict = Verdict::True}; });
    add("unknown", [](auto&, auto&) { return Outcome{.reason = "too hard"}; });
    add("crash", [](auto&, auto&) -> Outcome {
      std::raise(SIGKILL);
      return {};
    });
    add("hang", [](auto&, auto&) -> Outcome {
      for (;;) ::usleep(10'000);
    });
    add("patient", [](auto&, task::Monitor& monitor) {
      while (!monitor.should_stop()) ::usleep(1000);
      return Outcome{.reason = "asked to stop"};
    });
    // Verifies the way along one edge; or everything, if that way is verified already.
    add("half", [this](const task::Task& task, auto&) { return verify("main@1:1+", task); });
    add("needs-half", [](const task::Task& task, auto&) {
      return Outcome{.verdict = task.condition != nullptr ? Verdict::True : Verdict::Unknown,
                     .reason = "nothing known"};
    });
  }

  void add(const std::string& name, Work work) { actors_[name] = std::move(work); }

  Outcome verify(const std::string& edge, const task::Task& task) {
    exchange::GiaBuilder builder(exchange::gia_header(task.program, task.property, "half"));
    const exchange::StateId start = builder.add_state(exchange::Accept::Nothing);
    const exchange::StateId done = builder.add_state(exchange::Accept::Unreachable);
    builder.add_transition(start, builder.label(edge), done);
    Outcome outcome{.reason = "gave up"};
    outcome.gia = std::move(builder).finish();
    return outcome;
  }

  Outcome run(const std::string& steps, task::Limits limits = {}) {
    const std::string text = "name: mine\nabout: x\nsteps:\n" + steps;
    StrategyOptions options;
    options.artifacts = folder.path() / "artifacts";
    options.exchange = exchange_;
    options.jobs = jobs_;
    options.resumes = resumes_;
    options.journal = journal_;
    options.factory = [this](const std::string& name, const PartnerOptions&) -> std::unique_ptr<task::Actor> {
      if (!actors_.contains(name)) throw InputError("unknown actor '" + name + "'");
      return std::make_unique<Fake>(name, actors_[name]);
    };
    const auto actor = make_strategy(read_strategy(YamlValue::read_text(text, "mine.yml"), "mine.yml"), options);
    return actor->run({program, default_property(), limits}, listener);
  }

  std::vector<std::string> names(const Outcome& outcome) {
    std::vector<std::string> result;
    for (const task::Contribution& partner : outcome.partners) result.push_back(partner.partner);
    return result;
  }

  TempDir folder;
  Program program = tiny_program();
  Exchange exchange_ = Exchange::Live;
  unsigned jobs_ = 2;
  bool resumes_ = false;
  exchange::Journal journal_;
  Listener listener;
  std::map<std::string, Work> actors_;
};

} // namespace tandem::cooperate
