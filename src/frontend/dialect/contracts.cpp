// Function contracts of CBMC's: https://diffblue.github.io/cbmc/contracts-user.html

#include "frontend/dialect/contracts.h"

#include "frontend/dialect/contract_code.h"
#include "frontend/dialect/contract_loops.h"
#include "frontend/dialect/linkage.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

namespace tandem::frontend::dialect {

namespace {

constexpr std::string_view result_word = "__CPROVER_return_value";
const std::string body_prefix = "__tandem_body_"; // of a function with a contract that is enforced
const std::string failure =
    "void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));\n";

struct Contract {
  clang::Token name;
  Tokens parameters; // with their brackets, as the contract names them
  Clauses clauses;
};

bool is_storage(const clang::Token& token) {
  constexpr std::array<std::string_view, 9> words{"static",        "extern",        "inline",
                                                  "__inline",      "__inline__",    "_Noreturn",
                                                  "__extension__", "__attribute__", "__attribute"};
  return std::ranges::find(words, word_of(token)) != words.end();
}

// The tokens in front of a function's name without what is about the function itself.
Tokens result_type(const Tokens& head) {
  Tokens result;
  for (std::size_t i = 0; i < head.size(); ++i) {
    if (!is_storage(head[i])) {
      result.push_back(head[i]);
    } else if (word_of(head[i]).starts_with("__attribute") && i + 1 < head.size()) {
      i = closing(head, i + 1);
    }
  }
  return result;
}

class ContractRewriting {
public:
  ContractRewriting(Tokens tokens, clang::Preprocessor& preprocessor)
      : in_(std::move(tokens)), preprocessor_(preprocessor), source_(preprocessor) {}

  Tokens run() {
    std::size_t end = 0;
    for (std::size_t at = 0; at < in_.size(); at = end) {
      const std::optional<Declared> found = declared(in_, at, end);
      if (found)
        function(*found, {at, end});
      else
        copy({at, end});
    }
    const bool has_end = !out_.empty() && out_.back().is(clang::tok::eof);
    const Tokens end_of_file(out_.end() - (has_end ? 1 : 0), out_.end());
    out_.resize(out_.size() - end_of_file.size());
    for (const auto& [word, head] : elsewhere_) enforce_elsewhere(word, head);
    put(end_of_file);
    if (!is_used_) return std::move(out_);
    return joined({source_.lex(failure, {}), out_});
  }

private:
  bool is_chosen(const std::string& option, std::string_view name) const {
    return preprocessor_.isMacroDefined(option + std::string(name));
  }

  void put(const Tokens& tokens) { out_.insert(out_.end(), tokens.begin(), tokens.end()); }
  Tokens part(TokenRange range) const {
    return {in_.begin() + static_cast<std::ptrdiff_t>(range.begin),
            in_.begin() + static_cast<std::ptrdiff_t>(range.end)};
  }
  // Without clauses.
  void copy(TokenRange range) {
    for (std::size_t i = range.begin; i < range.end;) {
      if (is_clause(in_[i])) {
        (void)read_clauses(in_, i, source_);
      } else {
        out_.push_back(in_[i++]);
      }
    }
  }

  void function(const Declared& found, TokenRange range) {
    const clang::Token name = in_[found.name];
    const std::string word(word_of(name));
    const std::size_t last_parameter = closing(in_, found.name + 1);
    Tokens behind; // attributes
    Clauses clauses;
    std::size_t at = last_parameter + 1;
    while (at < range.end && in_[at].isNot(clang::tok::l_brace) && in_[at].isNot(clang::tok::semi)) {
      if (is_clause(in_[at]))
        merge(clauses, read_clauses(in_, at, source_));
      else
        behind.push_back(in_[at++]);
    }
    const Tokens head = part({range.begin, found.name}), parameters = part({found.name + 1, last_parameter + 1});
    const bool is_first = !clauses.is_empty() && !contracts_.contains(word);
    if (is_first) contracts_[word] = {name, parameters, std::move(clauses)};
    const auto contract = contracts_.find(word);
    const bool is_known = contract != contracts_.end();
    if (is_first) put(source_.lex("extern int __tandem_contract_of_" + word + ";", name.getLocation()));
    const bool is_replaced = is_known && is_chosen("__TANDEM_REPLACE_CALL_", word);
    const bool is_enforced = is_known && found.is_definition && is_chosen("__TANDEM_ENFORCE_CONTRACT_", word);
    const Tokens declaration = joined({head, {name}, parameters, behind});
    if (is_replaced) {
      put(joined({declaration, source_.lex(";", name.getLocation())}));
      if (is_first) replace(contract->second, head);
      return;
    }
    const bool is_chosen_here = is_chosen("__TANDEM_ENFORCE_CONTRACT_", word);
    if (!found.is_definition) {
      put(joined({declaration, part({at, range.end})}));
      if (is_known && is_chosen_here) elsewhere_.try_emplace(word, head);
      return;
    }
    elsewhere_.erase(word);
    const Tokens body = with_loops(part({at, range.end}), word);
    if (!is_chosen_here) {
      put(joined({declaration, body}));
      return;
    }
    refuse_recursion(body, word);
    Tokens own = head;
    if (!is_enforced) std::erase_if(own, is_static); // the contract is in another file, and calls it from there
    put(joined({own, {name}, parameters, behind, source_.lex(";", name.getLocation())}));
    put(joined({own, source_.lex(body_prefix + word, name.getLocation()), parameters, behind, body}));
    if (is_enforced) enforce(contract->second, head, word);
  }

  static bool is_static(const clang::Token& token) { return is_word(token, "static"); }

  // Of a function whose contract this file has and whose body another one, if it is used here. Several files may do so.
  void enforce_elsewhere(const std::string& word, const Tokens& head) {
    if (!is_used_inside(word)) return;
    const Contract& contract = contracts_.at(word);
    const clang::SourceLocation at = contract.name.getLocation();
    Tokens own = head;
    std::erase_if(own, [](const clang::Token& token) { return is_word(token, "extern") || is_static(token); });
    put(joined({own, source_.lex(body_prefix + word, at), contract.parameters, source_.lex(";", at)}));
    enforce(contract, joined({source_.lex("__attribute__((weak))", at), own}), word + "_in" + identifier_of_file());
  }

  bool is_used_inside(std::string_view word) const {
    int depth = 0;
    for (const clang::Token& token : in_) {
      if (token.is(clang::tok::l_brace)) ++depth;
      if (token.is(clang::tok::r_brace)) --depth;
      if (depth > 0 && is_word(token, word)) return true;
    }
    return false;
  }

  // Variables of contracts are told apart by their names.
  std::string identifier_of_file() const {
    const clang::SourceManager& sources = preprocessor_.getSourceManager();
    const auto file = sources.getFileEntryRefForID(sources.getMainFileID());
    std::string result = file ? file->getName().str() : "";
    std::ranges::replace_if(result, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return result;
  }

  static void merge(Clauses& into, const Clauses& from) {
    const auto append = [](auto& to, const auto& more) { to.insert(to.end(), more.begin(), more.end()); };
    append(into.requires_, from.requires_);
    append(into.ensures, from.ensures);
    append(into.assigns, from.assigns);
    append(into.frees, from.frees);
    into.has_assigns = into.has_assigns || from.has_assigns;
  }

  Tokens with_loops(Tokens body, const std::string& function) {
    LoopContracts loops(source_, function, is_chosen("__TANDEM_LOOP_CONTRACTS", ""));
    Tokens result = loops.rewritten(body);
    if (!loops.globals().empty()) put(source_.lex(loops.globals(), body.front().getLocation()));
    is_used_ = is_used_ || loops.is_used();
    return result;
  }

  // Assuming what is required is right for the first call only.
  void refuse_recursion(const Tokens& body, const std::string& function) const {
    for (const clang::Token& token : body)
      if (is_word(token, function))
        throw InputError(source_.position(token), "'" + function +
                                                      "' uses itself: a function is checked against its "
                                                      "contract without recursion only; --replace-call " +
                                                      function + " in another function works");
  }

  // The names of the parameters, as arguments of a call.
  Tokens arguments(const Contract& contract) const {
    Tokens result;
    const Tokens& all = contract.parameters;
    for (const TokenRange& each : split_at_commas(all, {1, all.size() - 1})) {
      const bool is_void = each.end - each.begin == 1 && all[each.begin].is(clang::tok::kw_void);
      if (is_void || each.is_empty()) continue;
      if (all[each.begin].is(clang::tok::ellipsis))
        throw InputError(source_.position(contract.name), "a contract of a function with '...' is not supported");
      std::optional<std::size_t> name;
      for (std::size_t i = each.begin; i < each.end && all[i].isNot(clang::tok::l_square); ++i) {
        if (all[i].is(clang::tok::identifier)) name = i;
        const bool is_declarator =
            all[i].is(clang::tok::l_paren) && i + 1 < each.end && all[i + 1].is(clang::tok::star);
        if (opens(all[i]) && !is_declarator) i = closing(all, i);
        if (closes(all[i]) && name) break;
      }
      if (!name || each.end - each.begin == 1)
        throw InputError(source_.position(all[each.begin]),
                         "expected a name for this parameter of a function with a contract");
      if (!result.empty()) result = joined({result, source_.lex(",", all[*name].getLocation())});
      result.push_back(all[*name]);
    }
    return result;
  }

  struct Result {
    Tokens type;
    bool is_void;
  };
  static Result result_of(const Tokens& head) {
    const Tokens type = result_type(head);
    return {type, type.size() == 1 && type.front().is(clang::tok::kw_void)};
  }

  static void name_result(std::vector<Condition>& conditions, const TokenSource& source) {
    for (Condition& condition : conditions)
      for (clang::Token& token : condition.tokens)
        if (is_word(token, result_word)) token = source.lex("__tandem_result", token.getLocation()).front();
  }

  // The function that its callers call now.
  void enforce(const Contract& contract, const Tokens& head, const std::string& id) {
    is_used_ = true;
    const clang::Token& name = contract.name;
    const std::string word(word_of(name));
    Clauses clauses = contract.clauses;
    ContractCode code(source_, id, word);
    code.text("{", name);
    for (const Condition& condition : clauses.requires_) code.assume(condition);
    code.keep(clauses.ensures, "__CPROVER_old");
    code.set_frame(clauses, name);
    code.set_active(true, name);
    const Result result = result_of(head);
    if (!result.is_void) code.tokens(joined({result.type, source_.lex("__tandem_result =", name.getLocation())}));
    code.tokens(joined({source_.lex(body_prefix + word + "(", name.getLocation()), arguments(contract),
                        source_.lex(");", name.getLocation())}));
    code.set_active(false, name);
    name_result(clauses.ensures, source_);
    code.begin_fresh(clauses.ensures, name);
    code.let_fresh_be_new();
    for (const Condition& condition : clauses.ensures) code.check(condition, "ensured by " + word);
    code.text(result.is_void ? "}" : "return __tandem_result; }", name);
    put(source_.lex(code.globals(), name.getLocation()));
    put(joined({head, {name}, contract.parameters, code.take()}));
  }

  // What stands for the function. Several files may have it, and the function itself may be static.
  void replace(const Contract& contract, const Tokens& head) {
    is_used_ = true;
    const clang::Token& name = contract.name;
    const std::string word(word_of(name));
    Clauses clauses = contract.clauses;
    ContractCode code(source_, word, word);
    code.text("{", name);
    code.begin_fresh(clauses.requires_, name);
    for (const Condition& condition : clauses.requires_) code.check(condition, "required by " + word);
    code.keep(clauses.ensures, "__CPROVER_old");
    code.forget(clauses.assigns);
    for (const FrameTarget& target : clauses.frees) {
      code.begin_guard(target);
      code.tokens(joined(
          {source_.lex("{ _Bool __tandem_is_freed; if (__tandem_is_freed) __CPROVER_deallocate(", name.getLocation()),
           target.place, source_.lex("); }", name.getLocation())}));
      code.end_guard(target);
    }
    const Result result = result_of(head);
    if (!result.is_void) code.tokens(joined({result.type, source_.lex("__tandem_result;", name.getLocation())}));
    name_result(clauses.ensures, source_);
    for (const Condition& condition : clauses.ensures) code.assume(condition);
    code.text(result.is_void ? "}" : "return __tandem_result; }", name);
    if (std::ranges::none_of(head, is_static)) put(source_.lex("__attribute__((weak))", name.getLocation()));
    Tokens own = head;
    std::erase_if(own, [](const clang::Token& token) { return is_word(token, "extern"); });
    put(joined({own, {name}, contract.parameters, code.take()}));
  }

  Tokens in_, out_;
  clang::Preprocessor& preprocessor_;
  TokenSource source_;
  std::map<std::string, Contract> contracts_;
  std::map<std::string, Tokens> elsewhere_; // to be enforced, declared without a body: what is in front of the name
  bool is_used_ = false;
};

} // namespace

bool enforces_contracts(const clang::Preprocessor& preprocessor) {
  return std::ranges::any_of(preprocessor.macros(), [](const auto& macro) {
    return macro.first->getName().starts_with("__TANDEM_ENFORCE_CONTRACT_");
  });
}

Tokens rewrite_contracts(Tokens tokens, clang::Preprocessor& preprocessor) {
  if (std::ranges::none_of(tokens, is_clause) && !enforces_contracts(preprocessor)) return tokens;
  return ContractRewriting(std::move(tokens), preprocessor).run();
}

} // namespace tandem::frontend::dialect
