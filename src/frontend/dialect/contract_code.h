// The code that contracts become. Tokens that stand for a clause have its position, so that a clause that does not
// hold is reported there.
#pragma once

#include "frontend/dialect/contract_clauses.h"

#include <string>

namespace tandem::frontend::dialect {

// What is assumed makes it true: a fresh pointer gets a block. What is asserted is asked.
enum class Mode { Assume, Assert };

// Variables that transform/contracts knows by their names: __tandem_contract_ID_active, …_target_0, …_size_0,
// …_local_NAME, …_frees_0, …_new, …_news.
inline constexpr std::string_view frame_prefix = "__tandem_contract_";

class ContractCode {
public:
  ContractCode(const TokenSource& source, std::string id, std::string owner)
      : source_(source), prefix_(std::string(frame_prefix) + id), owner_(std::move(owner)) {}

  void text(const std::string& text, const clang::Token& at);
  void tokens(const Tokens& tokens) { out_.insert(out_.end(), tokens.begin(), tokens.end()); }

  // Values from before, for what the function of this name is applied to.
  void keep(std::vector<Condition>& conditions, std::string_view function);
  void check(const Condition& condition, const std::string& what);
  void assume(const Condition& condition);
  void forget(const std::vector<FrameTarget>& targets);
  // The variables of what may be written, and their values.
  void set_frame(const Clauses& clauses, const clang::Token& at);
  void set_active(bool active, const clang::Token& at);
  // `if (condition) {` … `}`
  void begin_guard(const FrameTarget& target);
  void end_guard(const FrameTarget& target);

  void begin_fresh(const std::vector<Condition>& conditions, const clang::Token& at);
  void let_fresh_be_new() { fresh_is_new_ = true; } // in what is ensured

  const std::string& prefix() const { return prefix_; }
  Tokens take() { return std::move(out_); }
  const std::string& globals() const { return globals_; } // to be declared before

private:
  struct Place {
    Tokens address, size;
  };
  Place place_of(const FrameTarget& target) const;
  Tokens with_fresh(const Tokens& tokens, Mode mode);
  Tokens lexed(const std::string& text, const clang::Token& at) const { return source_.lex(text, at.getLocation()); }

  const TokenSource& source_;
  std::string prefix_, owner_;
  std::string globals_;
  Tokens out_;
  std::size_t kept_ = 0, fresh_ = 0;
  bool fresh_is_new_ = false;
};

Tokens joined(std::initializer_list<Tokens> parts);

} // namespace tandem::frontend::dialect
