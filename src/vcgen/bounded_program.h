// A program unwound to a bound in single-assignment form, together with the terms it is made of.
#pragma once

#include "program/model/property.h"
#include "symex/single_assignment.h"
#include "symex/unwind.h"

#include <functional>
#include <string>
#include <vector>

namespace tandem::vcgen {

struct BoundedOptions {
  std::uint32_t bound = 1; // how often a loop's body is entered at most; paths that return to its head exceed the bound
  semantics::symbolic::IntegerReading integers = semantics::symbolic::IntegerReading::BitVectors;
  symex::ConstantFolding constants = symex::ConstantFolding::Keep;
  std::function<bool()> should_stop; // polled while unwinding
};

class BoundedProgram {
public:
  // Throws InputError, with the position, for constructs without a meaning over unbounded integers.
  BoundedProgram(const Program& program, const Property& property, const BoundedOptions& options);
  BoundedProgram(const BoundedProgram&) = delete;
  BoundedProgram& operator=(const BoundedProgram&) = delete;

  const Program& source() const { return source_; }
  const symex::SingleAssignment& form() const { return form_; }
  const symex::Unwinding& unwinding() const { return unwinding_; }
  smt::Terms& terms() { return terms_; }

private:
  const Program& source_;
  smt::Terms terms_;
  semantics::symbolic::Identities identities_;
  symex::SingleAssignment form_;
  symex::Unwinding unwinding_;
};

// An assert of the source, by its position. The instances in all iterations of a loop are one; those in different
// activations of a function are distinguished by the call.
struct AssertionSite {
  const Edge* error = nullptr;              // the call of the error function; null for an unwinding assertion
  const Edge* call = nullptr;               // the call of the function it is in
  const Location* unwinding_head = nullptr; // of an unwinding assertion

  friend bool operator==(const AssertionSite&, const AssertionSite&) = default;
};

AssertionSite site_of(const symex::Statement& assertion);
// Several asserts may be on one line; their columns distinguish them.
enum class Columns : std::uint8_t { Hidden, Shown };
// "file.c:12", "file.c:3 called from file.c:12", "the bound of the loop at file.c:7"
std::string text(const Program& program, const AssertionSite& site, Columns columns = Columns::Hidden);

} // namespace tandem::vcgen
