// The types of allocated objects. The source has malloc(sizeof(struct s)), the model malloc(24): written back as a
// number, verifiers that derive a block's type from the text of its size see an array of bytes, and reading a field of
// it costs CBMC a hundred times as much.
#pragma once

#include "program/model/program.h"

#include <optional>
#include <string>
#include <unordered_map>

namespace tandem::cwriter {

class BlockTypes {
public:
  explicit BlockTypes(const Function& function);

  // Of the objects in the block whose address the call returns; nullptr if it cannot be determined, or they are bytes.
  const Type* of(const Operation& call) const;

private:
  void visit(const Expr* expr);

  std::unordered_map<const Variable*, const Type*> cast_to_; // pointers to void; nullptr: to more than one type
};

// A size as a multiple of the type's, "n * sizeof(struct s)", where it is one.
std::optional<std::string> c_size(const Expr& size, const Type& type);

} // namespace tandem::cwriter
