#include "cooperate/live_exchange.h"

#include "base/core/input_error.h"
#include "exchange/gia/gia_file.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::cooperate {
namespace {

using exchange::Fact;
using exchange::FactKind;

constexpr std::size_t most_of_one = 200;

// What it says, without its source.
std::string content(const Fact& fact) {
  const std::string text = exchange::gia_text(fact.gia);
  return fmt::format("{} {} {}", exchange::name(fact.kind), fact.about,
                     text.substr(std::min(text.find("\nstate "), text.size())));
}

std::string first_condition(const exchange::Gia& gia) {
  for (const auto& state : gia.states())
    if (state.invariant != exchange::Gia::no_text) return gia.text(state.invariant);
  return "";
}

} // namespace

LiveExchange::Listener LiveExchange::join() {
  members_.emplace_back();
  return static_cast<Listener>(members_.size() - 1);
}

LiveExchange::Added LiveExchange::add(const Fact& fact, Listener by) {
  if (exchange_ == Exchange::None || ++said_[fact.source] > most_of_one) return Added::Known;
  ++members_[by].said;
  if (!known_.insert(content(fact)).second) return Added::Known;
  if (fact.kind == FactKind::Refuted)
    wrong_.try_emplace(fact.about,
                       fmt::format("{} is violated by an execution of {}", first_condition(fact.gia), fact.source));
  facts_.push_back({fact, by});
  keep(fact);
  return Added::New;
}

std::vector<Fact> LiveExchange::news(Listener listener) {
  Member& member = members_[listener];
  std::vector<Fact> result;
  for (; member.next < facts_.size(); ++member.next) {
    const Said& said = facts_[member.next];
    // What a partner says that was wrong once is not passed on any more.
    if (said.by == listener || (said.fact.kind == FactKind::Invariants && wrong_.contains(said.fact.source))) continue;
    member.heard.insert(said.fact.source);
    result.push_back(said.fact);
  }
  return result;
}

void LiveExchange::keep(const Fact& fact) const {
  if (folder_.empty()) return;
  try {
    std::filesystem::create_directories(folder_);
    std::string source = fact.source;
    std::ranges::replace(source, '/', '-');
    exchange::write_gia(folder_ / fmt::format("{:03}-{}.{}.gia", facts_.size(), source, exchange::name(fact.kind)),
                        fact.gia);
  } catch (const InputError&) { // a full disk must not end the cooperation
  } catch (const std::filesystem::filesystem_error&) {
  }
}

} // namespace tandem::cooperate
