// Loops with contracts: base and step instead of iterations.
#pragma once

#include "frontend/dialect/contract_code.h"

namespace tandem::frontend::dialect {

class LoopContracts {
public:
  // Without being applied, contracts are taken out only.
  LoopContracts(const TokenSource& source, std::string function, bool is_applied)
      : source_(source), function_(std::move(function)), is_applied_(is_applied) {}

  Tokens rewritten(const Tokens& body);
  const std::string& globals() const { return globals_; } // to be declared before
  bool is_used() const { return count_ > 0; }

private:
  struct Loop {
    bool is_for = false;
    clang::Token word; // for or while
    Tokens first, condition, step, body;
    Tokens source; // the body as it is written
    Clauses clauses;
  };
  Tokens loop(Loop loop);
  void head(ContractCode& code, Loop& loop, const std::string& name) const;
  void infer_assigns(Loop& loop) const;
  static std::size_t begin_of_place(const Tokens& tokens, std::size_t at);
  std::optional<Tokens> written_object(const Tokens& place) const;
  Tokens leaving(const Tokens& body, const ContractCode& code) const;

  const TokenSource& source_;
  std::string function_;
  bool is_applied_;
  std::string globals_;
  std::size_t count_ = 0;
};

} // namespace tandem::frontend::dialect
