// What a program's text needs to declare: the functions and globals it mentions, and the records, split into those
// whose definition is needed and those only mentioned behind pointers.
#pragma once

#include "program/model/expr.h"
#include "program/model/program.h"

#include <set>
#include <vector>

namespace tandem::cwriter {

class Usage {
public:
  explicit Usage(const Program& program);

  // Functions with a body, called or whose address is taken, in the program's order.
  const std::vector<const Function*>& functions() const { return functions_; }
  // Globals the program defines, and external ones it mentions.
  const std::vector<const Variable*>& globals() const { return globals_; }
  const std::set<MemoryQuery>& queries() const { return queries_; }
  // In order of creation.
  const std::vector<const Type*>& mentioned_records() const { return mentioned_records_; }
  // Each after the records it contains.
  const std::vector<const Type*>& defined_records() const { return defined_records_; }

private:
  void visit(const Function& function);
  void visit(const Operation& op);
  void visit(const Expr* expr);
  void visit_initializers(const Variable& variable);
  void mention(const Type& type);
  void need(const Type& type);
  void need_parts(const Function& function);

  std::vector<bool> seen_exprs_, mentioned_types_, needed_types_;
  std::vector<bool> used_functions_, used_variables_;
  std::vector<const Function*> functions_;
  std::vector<const Variable*> globals_;
  std::vector<const Type*> mentioned_records_, defined_records_;
  std::set<MemoryQuery> queries_;
};

} // namespace tandem::cwriter
