// Copies functions and parts of functions into a new program. A function may be copied in several versions, which
// differ in the checks that count: none, all that are not verified, or the latter once more for a single check of the
// region, so that the target of a violation identifies the check it belongs to.
#pragma once

#include "program/cwriter/nondet_functions.h"
#include "region/code.h"
#include "region/effect_free.h"
#include "region/extract.h"
#include "region/rewrite.h"
#include "transform/copy/origin_tracking_builder.h"

#include <map>
#include <set>

namespace tandem::region {

class Copier : private Substitution {
public:
  // Without a plan all memory is exact; without effect-free functions all calls are kept.
  Copier(const VerificationContext& verification_context, const Question& question, const MemoryPlan* plan,
         const EffectFreeFunctions* effect_free);

  Extraction copy_region(const RegionCode& code);
  Extraction copy_whole();

private:
  enum class Counting : std::uint8_t { Nothing, Unverified };
  struct Version {
    const Function* original = nullptr;
    Counting counting = Counting::Nothing;
    const Edge* via = nullptr; // the enabled check through which the version is called, if it is unique
    auto operator<=>(const Version&) const = default;
  };
  // A version under construction.
  struct Body {
    Version version;
    Function* function = nullptr;
    const Node* node = nullptr; // the region; nullptr for whole functions
    std::map<const Variable*, const Variable*> variables;
    std::map<const Location*, DraftLocation> locations;
    DraftLocation end = 0; // of a region
    // Locations from which a check that counts is reachable; filled only where is_top().
    std::set<const Location*> useful;
  };

  const Variable& variable(const Variable& original) override;
  const Function& address(const Function& original) override;
  const Variable& new_temporary(const Type& type) override;

  Function& version(const Version& version);
  const Function& declaration(const Function& original);
  const Variable& copy_global(const Variable& original);
  void copy_initializers();
  const Variable& copy_local(Body& body, const Variable& original, VariableKind kind);
  void copy_waiting();
  Extraction finish(const Function& entry);

  void begin_region(const RegionCode& code);
  std::vector<const Expr*> useful_facts(const RegionCode& code) const;
  DraftLocation assume(DraftLocation from, const Expr& fact, const SourceRange& range);
  DraftLocation havoc(DraftLocation from, const Variable& variable);
  DraftLocation havoc_unknowns(DraftLocation from);
  void find_useful(const std::vector<const Edge*>& edges);
  bool is_useful(const Location& location) const;
  bool is_top() const;
  void copy_body(Body& body);
  void copy_location(const Location& location);
  DraftLocation draft(const Location& location);
  DraftLocation target(const Edge& edge);
  DraftLocation source(const Location& location);
  void add(DraftLocation from, DraftLocation to, const Operation& op, const Edge& original);

  void copy_branch(const Location& location);
  void copy_edge(const Edge& edge);
  void copy_assign(const Edge& edge);
  void copy_nondet(const Edge& edge);
  void copy_return(const Edge& edge);
  void copy_call(const Edge& edge);
  void copy_error_call(const Edge& edge);
  void copy_choice(const Edge& edge);
  void copy_lost_call(const Edge& edge);
  bool counts(const Edge& check) const;
  bool is_effect_free(const Edge& call) const;
  bool is_lost(const Expr& lvalue) const { return plan_ != nullptr && plan_->is_lost(lvalue); }
  Operation call_operation(const Edge& edge, const Function* callee);
  const Function& callee_version(const Edge& edge, const Function& callee);

  const VerificationContext& verification_context_;
  const Question& question_;
  const MemoryPlan* plan_;
  const EffectFreeFunctions* effect_free_;
  Context& context_;
  ProgramBuilder builder_;
  transform::copy::OriginTrackingBuilder tracking_builder_;
  cwriter::NondetFunctions nondet_functions_;
  Rewriter rewriter_;
  std::vector<bool> live_; // by edge id (live_checks.h)
  std::map<Version, Function*> versions_;
  std::map<const Function*, Version> version_of_;
  std::vector<Version> waiting_;
  std::map<const Function*, const Function*> declarations_;
  std::map<const Variable*, Variable*> globals_;
  std::vector<const Variable*> uninitialised_;
  Body* body_ = nullptr;
};

} // namespace tandem::region
