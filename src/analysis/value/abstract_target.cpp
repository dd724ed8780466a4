// Loads and stores go to AbstractMemory; comparisons of addresses use that different objects are disjoint and that none
// contains the null pointer.

#include "analysis/value/abstract_target.h"

namespace tandem::analysis::value {

using semantics::Access;
using semantics::Address;
using semantics::BvCompare;

// Objects that exist at the same time have no address in common, and none contains the null pointer.
AbstractValue AbstractTarget::compare(BvCompare op, std::uint32_t width, AbstractValue a, AbstractValue b) {
  const auto is_unknown = [&](const AbstractValue& value) {
    return value.is_address() && memory_.is_unknown(*state_, value.object());
  };
  if (is_unknown(a) || is_unknown(b)) return {};
  if (op == BvCompare::Eq && a.is_address() != b.is_address()) {
    const AbstractValue &address = a.is_address() ? a : b, &number = a.is_address() ? b : a;
    if (number.is_constant() && number.bits() == 0 && memory_.is_inside(address)) return Value::constant(1, 0);
  }
  if (op == BvCompare::Eq && a.is_address() && b.is_address() && a.object() != b.object() &&
      memory_.are_apart(*state_, a.object(), b.object())) {
    const auto starts_inside = [&](const AbstractValue& address) {
      return memory_.is_inside(address) &&
             static_cast<std::uint64_t>(address.offset_high()) < memory_.object(address.object()).size;
    };
    if (starts_inside(a) && starts_inside(b)) return Value::constant(1, 0);
  }
  return value::compare(op, width, a, b);
}

AbstractValue AbstractTarget::pointer(const Address<AbstractValue>& at) {
  if (at.offset == 0 || !at.base.is_address()) return at.offset == 0 ? at.base : AbstractValue();
  return AbstractValue::address(at.base.object(), at.base.offset_low() + at.offset, at.base.offset_high() + at.offset);
}

AbstractValue AbstractTarget::read(const Variable& variable) {
  if (variable.type->is_float() && variable.type->float_kind() == FloatKind::LongDouble) return {};
  return from_cell(*variable.type, memory_.load(*state_, memory_.variable(variable, stack_), 0, bytes_of(variable)));
}

void AbstractTarget::write(const Variable& variable, AbstractValue value) {
  memory_.store(*state_, memory_.variable(variable, stack_), 0, bytes_of(variable), in_cell(*variable.type, value));
}

AbstractValue AbstractTarget::load(const Address<AbstractValue>& at, const Access& access) {
  return memory_.load(*state_, pointer(at), access.bits / 8);
}

void AbstractTarget::store(const Address<AbstractValue>& at, const Access& access, AbstractValue value) {
  memory_.store(*state_, pointer(at), access.lvalue, access.bits / 8, value);
}

void AbstractTarget::copy(const Address<AbstractValue>& to, const Expr& lvalue, const Address<AbstractValue>& from,
                          const Expr&, std::uint64_t size) {
  const AbstractValue target = pointer(to);
  if (!target.is_address()) return memory_.forget_lvalue(*state_, target, lvalue);
  memory_.copy(*state_, target, pointer(from), size, &lvalue.type());
}

void AbstractTarget::fill_zero(const Address<AbstractValue>& to, const Expr& lvalue, std::uint64_t size) {
  const AbstractValue target = pointer(to);
  if (!target.is_address()) return memory_.forget_lvalue(*state_, target, lvalue);
  memory_.fill_zero(*state_, target, size);
}

void AbstractTarget::store_bytes(const Address<AbstractValue>& to, const Expr& lvalue, std::string_view bytes) {
  const AbstractValue target = pointer(to);
  if (!target.is_address() || !target.is_single()) return memory_.forget_lvalue(*state_, target, lvalue);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    memory_.store(*state_, target.object(), target.offset_low() + static_cast<std::int64_t>(i), 1,
                  AbstractValue::constant(8, static_cast<unsigned char>(bytes[i])));
}

// Queries.

AbstractValue AbstractTarget::object_size(const Object& object) const {
  return object.is_address() ? memory_.size(*state_, object.object()) : Value();
}

AbstractValue AbstractTarget::object_offset(const Object& object) const {
  if (!object.is_address() || object.offset_low() < 0) return {};
  return Value::signed_range(64, object.offset_low(), object.offset_high());
}

AbstractValue AbstractTarget::object_is(semantics::ObjectFact fact, const Object& object) const {
  if (object.is_constant() && object.bits() == 0) return Value::constant(1, 0);
  if (!object.is_address() || memory_.is_unknown(*state_, object.object())) return {};
  const AbstractObject& known = memory_.object(object.object());
  const bool is_variable = known.kind == AbstractObject::Kind::Variable;
  switch (fact) {
  case semantics::ObjectFact::Exists: break;
  case semantics::ObjectFact::Readable:
    if (known.kind == AbstractObject::Kind::Function) return {};
    break;
  case semantics::ObjectFact::Writable:
    if (known.kind == AbstractObject::Kind::Function || (is_variable && is_read_only(*known.variable))) return {};
    break;
  case semantics::ObjectFact::Allocated:
    if (is_variable) return Value::constant(1, 0);
    return memory_.is_heap_block(object.object()) ? Value::constant(1, 1) : Value();
  }
  return memory_.certainly_exists(*state_, object.object()) ? Value::constant(1, 1) : Value();
}

static_assert(semantics::Target<AbstractTarget>);

} // namespace tandem::analysis::value
