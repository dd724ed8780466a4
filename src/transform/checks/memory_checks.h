// What has to hold so that one access to memory, or one call of a library function that accesses memory, is valid.
#pragma once

#include "program/model/check_kind.h"
#include "program/model/context.h"
#include "program/model/program.h"
#include "transform/checks/value_range.h"
#include "transform/copy/insert_checks.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::transform::checks {

struct ExprCheck {
  CheckTarget target;
  const Expr* condition = nullptr;
  // This lvalue, in memory, has to be written; the condition then says when, if not always.
  const Expr* written = nullptr;
  std::optional<copy::Question> question = {}; // what decides instead of the condition
};

struct Extent { // in bytes
  std::uint64_t offset = 0, size = 0;
};

enum class AccessKind : std::uint8_t { Read, Write };

// The bytes of an lvalue: a pointer to them, and their number. A bit-field has all that hold a part of it.
std::vector<const Expr*> bytes_of(Context& context, const Expr& lvalue);

// The variable into which a pointer visibly leads; nullptr if that is not known.
const Variable* pointed_variable(const Expr& pointer);

// The text of an expression in messages: quoted, and shortened if it is long.
std::string quoted(const Expr& expr);

class MemoryChecks {
public:
  MemoryChecks(Context& context, std::vector<CheckKind> kinds) : context_(context), kinds_(std::move(kinds)) {}

  bool any() const {
    return is_wanted(CheckKind::Memory) || is_wanted(CheckKind::Bounds) || is_wanted(CheckKind::Null);
  }

  // The lvalue, no plain variable, is read or written as a whole. Checks that its type and constants imply are left
  // out.
  std::vector<ExprCheck> access(const Expr& lvalue, AccessKind kind);
  // Pointers are compared by their order, or subtracted.
  std::vector<ExprCheck> comparison(const Expr& expr);
  // The function has no body.
  std::vector<ExprCheck> call(const Operation& op);

private:
  bool is_wanted(CheckKind kind) const;
  void add(CheckKind kind, const Expr& condition, std::string text);
  void access_variable(const Expr& lvalue, AccessKind kind);
  void access_through_pointer(const Expr& lvalue, const Expr& deref, AccessKind kind);
  void check_indices(const Expr& lvalue);
  const Expr* offset_in_bounds(const Expr& lvalue, Extent access, std::uint64_t whole);
  const Expr* index_in_bounds(const Expr& index, std::uint64_t length);
  const Expr& in_object(const Expr& address, const Expr& bytes, AccessKind kind);
  const Expr& product(const Expr& unit, const Expr& count);
  void overlap(const Operation& call, std::size_t to, std::size_t from, const Expr& bytes);
  void range(const Expr& pointer, const Expr& bytes, AccessKind kind, const std::string& what);
  bool points_into_variable(const Expr& pointer, std::uint64_t offset, std::uint64_t bytes, AccessKind kind) const;
  const Expr& never() { return context_.zero(context_.types().int_type()); }
  const Expr& size(std::uint64_t bytes) { return context_.integer(context_.types().size_type(), UInt128{bytes}); }
  const Expr& as_size(const Expr& value) { return context_.cast(context_.types().size_type(), value); }

  Context& context_;
  std::vector<CheckKind> kinds_;
  ValueRanges ranges_;
  std::vector<ExprCheck> result_;
};

// Whether what a call of this library function accesses is checked at the call.
bool is_checked_at_call(std::string_view function);

} // namespace tandem::transform::checks
