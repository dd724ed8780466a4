// One class for each style of encoding. SymbolicExecution enumerates paths depth first and prunes those that reach no
// assert. StrongestPostcondition keeps the context of a block as a conjunction of its dominator's context and the
// disjunction, over the incoming arcs, of what happens since the dominator: the flat reading of the paper's rule for
// branches, with every common prefix stated once. ConditionalNormalForm collects (guarded) statements, either of the
// whole program or of the blocks on some path to the assert; it implements cnf, pcnf, scnf and pscnf, which differ only
// in the context and in whether assignments are guarded. Contexts are hash-consed terms, so that the conditions of
// several asserts share their common part.

#include "vcgen/generate.h"

#include "base/core/input_error.h"
#include "base/core/require.h"
#include "vcgen/block_graph.h"

#include <fmt/format.h>

#include <array>
#include <map>

namespace tandem::vcgen {

namespace {

constexpr std::array methods{Method::SE,      Method::SP,      Method::CondNF,
                             Method::PCondNF, Method::SCondNF, Method::PSCondNF};

// Common to all generators: the program, the formula of a statement, and the conditions generated so far.
class Generator {
public:
  Generator(const symex::SingleAssignment& program, const GenerateOptions& options)
      : program_(program), options_(options), terms_(program.terms()), graph_(program) {}
  virtual ~Generator() = default;

  std::vector<Condition> run() {
    generate();
    return std::move(conditions_);
  }

protected:
  virtual void generate() = 0;

  bool is_assert(const symex::Statement& statement) const {
    return statement.kind == symex::StatementKind::Assert &&
           (statement.edge != nullptr || options_.beyond == UnwindingPolicy::Assert);
  }
  // What is known after the statement, with asserts as lemmas or without.
  smt::Term effect(const symex::Statement& statement) const {
    if (statement.kind == symex::StatementKind::Assign) return terms_.eq(statement.symbol, statement.value);
    if (is_assert(statement) && options_.lemmas == Lemmas::Off) return terms_.true_();
    return statement.value; // an assume, a lemma, or an unwinding assertion that is assumed
  }
  void add(smt::Term formula, std::vector<Claim> claims) {
    if (conditions_.size() == options_.condition_limit)
      throw InputError(fmt::format("method '{}' makes more than {} verification conditions; use another method or a "
                                   "smaller bound",
                                   name(options_.method), options_.condition_limit));
    conditions_.push_back({formula, std::move(claims)});
  }

  const symex::SingleAssignment& program_;
  const GenerateOptions& options_;
  smt::Terms& terms_;
  BlockGraph graph_;
  std::vector<Condition> conditions_;
};

class SymbolicExecution : public Generator {
public:
  using Generator::Generator;

private:
  struct Point {
    symex::BlockId block;
    smt::Term known;
  };

  void generate() override {
    const std::vector<bool> matters = leads_to_assert();
    // Depth first with an explicit stack: paths are as long as the unwound program.
    std::vector<Point> work{{0, terms_.true_()}};
    for (std::size_t visits = 0; !work.empty(); ++visits) {
      if (visits == options_.path_limit)
        throw InputError(fmt::format("method '{}' follows paths of more than {} blocks; use another method or a "
                                     "smaller bound",
                                     name(options_.method), options_.path_limit));
      Point at = work.back();
      work.pop_back();
      if (!matters[at.block]) continue;
      for (const symex::Statement& statement : program_.blocks()[at.block].statements) {
        if (is_assert(statement)) add(terms_.implies(at.known, statement.value), {{&statement, statement.value}});
        at.known = terms_.and_(at.known, effect(statement));
      }
      const auto& next = graph_.successors()[at.block];
      for (auto arc = next.rbegin(); arc != next.rend(); ++arc)
        work.push_back({arc->first, terms_.and_(at.known, arc->second)});
    }
  }

  std::vector<bool> leads_to_assert() const {
    const auto& blocks = program_.blocks();
    std::vector<bool> result(blocks.size());
    for (std::size_t block = blocks.size(); block-- > 0;) {
      for (const symex::Statement& statement : blocks[block].statements)
        result[block] = result[block] || is_assert(statement);
      for (const symex::Arc& arc : blocks[block].in) result[arc.from] = result[arc.from] || result[block];
    }
    return result;
  }
};

class StrongestPostcondition : public Generator {
public:
  using Generator::Generator;

private:
  // context_[b]: what holds when control enters b. The disjunction at a join ranges over what the paths do after the
  // dominator; what precedes the dominator is stated once.
  void generate() override {
    context_.resize(program_.blocks().size());
    after_.resize(program_.blocks().size());
    for (symex::BlockId block = 0; block < program_.blocks().size(); ++block) {
      context_[block] = block == 0 ? terms_.true_() : entered(block);
      smt::Term own = terms_.true_();
      for (const symex::Statement& statement : program_.blocks()[block].statements) {
        if (is_assert(statement))
          add(terms_.implies(terms_.and_(context_[block], own), statement.value), {{&statement, statement.value}});
        own = terms_.and_(own, effect(statement));
      }
      after_[block] = own;
    }
  }

  smt::Term entered(symex::BlockId block) {
    const symex::BlockId dominator = graph_.dominator(block);
    return terms_.and_(terms_.and_(context_[dominator], after_[dominator]), since_dominator(block));
  }

  // The effect of the paths from the dominator's end to the block's start.
  smt::Term since_dominator(symex::BlockId block) {
    const auto known = since_.find(block);
    if (known != since_.end()) return known->second;
    const symex::BlockId dominator = graph_.dominator(block);
    std::vector<smt::Term> ways;
    for (const symex::Arc& arc : program_.blocks()[block].in) {
      smt::Term way = arc.condition;
      for (symex::BlockId at = arc.from; at != dominator; at = graph_.dominator(at))
        way = terms_.and_(terms_.and_(since_dominator(at), after_[at]), way);
      ways.push_back(way);
    }
    return since_[block] = terms_.or_(ways);
  }

  std::vector<smt::Term> context_, after_;
  std::map<symex::BlockId, smt::Term> since_;
};

class ConditionalNormalForm : public Generator {
public:
  using Generator::Generator;

private:
  enum class Guarding : std::uint8_t { Everything, NotAssignments };

  Guarding guarding() const {
    const bool simplified = options_.method == Method::SCondNF || options_.method == Method::PSCondNF;
    return simplified ? Guarding::NotAssignments : Guarding::Everything;
  }

  smt::Term guarded(const symex::Block& block, const symex::Statement& statement) const {
    const bool bare = statement.kind == symex::StatementKind::Assign && guarding() == Guarding::NotAssignments;
    return bare ? effect(statement) : terms_.implies(block.path_condition, effect(statement));
  }

  void generate() override {
    if (has_global_context(options_.method))
      global();
    else
      partial();
  }

  void global() {
    std::vector<smt::Term> context, properties;
    std::vector<Claim> claims;
    for (const symex::Block& block : program_.blocks())
      for (const symex::Statement& statement : block.statements) {
        if (is_assert(statement)) {
          properties.push_back(terms_.implies(block.path_condition, statement.value));
          claims.push_back({&statement, properties.back()});
        } else {
          context.push_back(guarded(block, statement));
        }
      }
    if (!claims.empty()) add(terms_.implies(terms_.and_(context), terms_.and_(properties)), std::move(claims));
  }

  void partial() {
    std::vector<smt::Term> before(program_.blocks().size()), own(program_.blocks().size());
    for (symex::BlockId id = 0; id < program_.blocks().size(); ++id) {
      const symex::Block& block = program_.blocks()[id];
      before[id] = terms_.true_();
      if (id != 0) {
        const symex::BlockId dominator = graph_.dominator(id);
        std::vector<smt::Term> parts{before[dominator], own[dominator]};
        for (symex::BlockId between : graph_.between(id)) parts.push_back(own[between]);
        before[id] = terms_.and_(parts);
      }
      own[id] = terms_.true_();
      for (const symex::Statement& statement : block.statements) {
        if (is_assert(statement)) {
          const smt::Term property = terms_.implies(block.path_condition, statement.value);
          add(terms_.implies(terms_.and_(before[id], own[id]), property), {{&statement, property}});
        }
        own[id] = terms_.and_(own[id], guarded(block, statement));
      }
    }
  }
};

} // namespace

std::span<const Method> all_methods() { return methods; }

std::string_view name(Method method) {
  switch (method) {
  case Method::SE: return "se";
  case Method::SP: return "sp";
  case Method::CondNF: return "cnf";
  case Method::PCondNF: return "pcnf";
  case Method::SCondNF: return "scnf";
  case Method::PSCondNF: return "pscnf";
  }
  unreachable();
}

Method method_from(std::string_view text) {
  for (Method method : methods)
    if (name(method) == text) return method;
  std::string names;
  for (Method method : methods) names += fmt::format("{}{}", names.empty() ? "" : ", ", name(method));
  throw InputError(fmt::format("'{}' is not a method; the methods are {}", text, names));
}

bool has_global_context(Method method) { return method == Method::CondNF || method == Method::SCondNF; }

std::vector<Condition> generate(const symex::SingleAssignment& program, const GenerateOptions& options) {
  require(options.lemmas == Lemmas::Off || !has_global_context(options.method),
          "asserts should not be lemmas in a global context");
  switch (options.method) {
  case Method::SE: return SymbolicExecution(program, options).run();
  case Method::SP: return StrongestPostcondition(program, options).run();
  case Method::CondNF:
  case Method::PCondNF:
  case Method::SCondNF:
  case Method::PSCondNF: return ConditionalNormalForm(program, options).run();
  }
  unreachable();
}

} // namespace tandem::vcgen
