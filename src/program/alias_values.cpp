// The solver's work list, addresses and accesses, values, and what functions take and return.

#include "program/alias_solver.h"

#include "program/type.h"

#include <algorithm>

namespace tandem::alias {

namespace {

// The first part that ends after the offset.
auto part_at(const std::vector<Part>& parts, std::int64_t offset) {
  return std::lower_bound(parts.begin(), parts.end(), offset,
                          [](const Part& part, std::int64_t at) { return part.end() <= at; });
}

} // namespace

Solver::Solver() {
  outside_ = add_block(1, 1);
  outside_value_ = pointer_to({outside_, 0});
  unify_values(access({outside_, 0}, 1, nullptr), outside_value_);
  signatures_[signature(outside_)].is_outside = true;
}

void Solver::later_unify(Spot a, Spot b) { tasks_.push_back({.kind = TaskKind::UnifySpots, .a = a, .b = b}); }

void Solver::later_unify_values(ValueId a, ValueId b) {
  if (a != none && b != none) tasks_.push_back({.kind = TaskKind::UnifyValues, .first = a, .second = b});
}

void Solver::later_insert(BlockId block, Part part) {
  tasks_.push_back({.kind = TaskKind::Insert, .a = {block, 0}, .part = part});
}

void Solver::run() {
  while (!tasks_.empty()) {
    const Task task = tasks_.back();
    tasks_.pop_back();
    switch (task.kind) {
    case TaskKind::UnifySpots: do_unify(task.a, task.b); break;
    case TaskKind::UnifyValues: do_unify_values(task.first, task.second); break;
    case TaskKind::Insert: do_insert(task.a.block, task.part); break;
    }
  }
}

ValueId Solver::access(Spot spot, std::int64_t size, const Type* type, Bits bits) {
  const auto id = static_cast<CellId>(cells_.size());
  Cell& cell = cells_.emplace_back();
  cell.value = add_value();
  if (type != nullptr) cell.types.push_back(type);
  cell.is_mixed = bits == Bits::Some;
  if (type != nullptr && type->is_pointer()) make_pointer(cell.value);
  later_insert(spot.block, {.offset = spot.offset, .size = std::max<std::int64_t>(size, 1), .id = id});
  run();
  return cells_[id].value;
}

Spot Solver::member(Spot spot, std::int64_t size, std::int64_t stride, Range neighbours) {
  Spot at = resolve(spot);
  while (true) {
    const Block& block = blocks_[at.block];
    const Part wanted{.offset = at.offset, .size = size};
    const bool is_whole =
        block.stride == 0 ? at.offset <= block.extent.low && block.extent.high <= wanted.end() : size >= block.stride;
    if (is_whole) break;
    const auto part = part_at(block.parts, at.offset);
    if (part == block.parts.end() || !part->is_block || !part->contains(wanted)) {
      const BlockId inner = add_block(size, stride);
      later_insert(at.block, {.offset = at.offset,
                              .size = size,
                              .id = inner,
                              .is_block = true,
                              .run_low = std::min<std::int64_t>(neighbours.low, 0),
                              .run_high = std::max(neighbours.high, size)});
      run();
      return {inner, 0};
    }
    at = resolve({part->id, at.offset - part->offset});
  }
  if (stride != 0) repeat(at.block, stride);
  return at;
}

Spot Solver::move(Spot spot, std::int64_t bytes, std::int64_t element) {
  if (bytes < 0) {
    const BlockId at = root(spot.block);
    blocks_[at].back_step = std::min(blocks_[at].back_step, element);
    check_room(at);
    run();
  }
  return {spot.block, spot.offset + bytes};
}

void Solver::move_anywhere(Spot spot, std::int64_t element) {
  const BlockId at = root(spot.block);
  blocks_[at].widest_step = std::max(blocks_[at].widest_step, element);
  do_repeat(at, element);
  check_room(at);
  run();
}

Solver::Found Solver::find_cell(Spot spot) const {
  Spot at = resolve(spot);
  while (true) {
    const std::vector<Part>& parts = blocks_[at.block].parts;
    const auto part = part_at(parts, at.offset);
    if (part == parts.end() || part->offset > at.offset) return {};
    if (!part->is_block) return {part->id, {at.block, part->offset}};
    at = resolve({part->id, at.offset - part->offset});
  }
}

ValueId Solver::add_value() {
  values_.emplace_back();
  return static_cast<ValueId>(values_.size() - 1);
}

ValueId Solver::pointer_to(Spot spot) {
  const ValueId id = add_value();
  values_[id].pointee = spot;
  values_[id].is_pointer = true;
  return id;
}

ValueId Solver::root_value(ValueId value) const {
  while (values_[value].up != none) {
    const ValueId up = values_[value].up;
    if (values_[up].up != none) values_[value].up = values_[up].up;
    value = up;
  }
  return value;
}

void Solver::unify_values(ValueId a, ValueId b) {
  later_unify_values(a, b);
  run();
}

void Solver::do_unify_values(ValueId a, ValueId b) {
  a = root_value(a);
  b = root_value(b);
  if (a == b) return;
  ++changes_;
  if (values_[a].pointers_inside.size() < values_[b].pointers_inside.size()) std::swap(a, b);
  Value& into = values_[a];
  const Value from = std::move(values_[b]);
  values_[b] = Value{.up = a};
  into.pointers_inside.insert(into.pointers_inside.end(), from.pointers_inside.begin(), from.pointers_inside.end());
  into.is_pointer |= from.is_pointer;
  into.is_computed |= from.is_computed;
  into.goes_outside |= from.goes_outside;
  into.comes_outside |= from.comes_outside;
  if (into.pointee.block == none)
    into.pointee = from.pointee;
  else if (from.pointee.block != none)
    later_unify(into.pointee, from.pointee);
  settle(a);
}

// Draws the conclusions from what is known of a value.
void Solver::settle(ValueId root) {
  Value& value = values_[root];
  if (value.is_pointer || value.goes_outside) {
    const ValueId united = value.is_pointer ? root : outside_value_;
    for (ValueId inside : value.pointers_inside) later_unify_values(united, inside);
    value.pointers_inside.clear();
  }
  if (!value.is_pointer) return;
  if (value.goes_outside || value.comes_outside) later_unify_values(root, outside_value_);
  if (value.pointee.block == none) {
    const BlockId target = add_block(0, 0);
    value.pointee = {target, 0};
  }
  if (value.is_computed) do_repeat(this->root(value.pointee.block), 1);
}

Spot Solver::pointee(ValueId value) {
  make_pointer(value);
  return values_[root_value(value)].pointee;
}

void Solver::make_pointer(ValueId value) {
  const ValueId root = root_value(value);
  if (values_[root].is_pointer) return;
  values_[root].is_pointer = true;
  settle(root);
  run();
}

void Solver::make_computed(ValueId value) {
  const ValueId root = root_value(value);
  if (values_[root].is_computed) return;
  values_[root].is_computed = true;
  settle(root);
  run();
}

void Solver::put_pointer_inside(ValueId integer, ValueId pointer) {
  const ValueId root = root_value(integer);
  values_[root].pointers_inside.push_back(pointer);
  settle(root);
  run();
}

void Solver::mark_outside(ValueId value, Passage passage) {
  Value& known = values_[root_value(value)];
  known.goes_outside |= passage != Passage::Comes;
  known.comes_outside |= passage != Passage::Goes;
  settle(root_value(value));
  run();
}

SignatureId Solver::signature(BlockId functions) {
  Block& block = blocks_[root(functions)];
  if (block.signature == none) {
    block.signature = static_cast<SignatureId>(signatures_.size());
    signatures_.emplace_back();
  }
  return block.signature;
}

void Solver::unify_signatures(SignatureId into, SignatureId from) {
  const Signature other = std::move(signatures_[from]);
  if (other.is_outside && !signatures_[into].is_outside) {
    signatures_[into].is_outside = true;
    for (const Channel& channel : signatures_[into].parameters) send_outside(channel);
    send_outside(signatures_[into].result);
    send_outside(signatures_[into].rest);
  }
  if (other.rest_from < signatures_[into].rest_from) set_rest_from(into, other.rest_from);
  for (std::size_t i = 0; i < other.parameters.size(); ++i)
    unify_channels(into, parameter(into, i), other.parameters[i]);
  unify_channels(into, signatures_[into].result, other.result);
  unify_channels(into, signatures_[into].rest, other.rest);
}

// Parameters from `count` on become part of the rest.
void Solver::set_rest_from(SignatureId id, std::size_t count) {
  Signature& signature = signatures_[id];
  signature.rest_from = count;
  while (signature.parameters.size() > count) {
    const Channel last = signature.parameters.back();
    signature.parameters.pop_back();
    unify_channels(id, signature.rest, last);
  }
}

void Solver::unify_channels(SignatureId signature, Channel& into, const Channel& from) {
  if (signatures_[signature].is_outside) send_outside(from);
  later_unify_values(into.value, from.value);
  if (into.value == none) into.value = from.value;
  if (into.record != none && from.record != none) later_unify({into.record, 0}, {from.record, 0});
  if (into.record == none) into.record = from.record;
}

void Solver::send_outside(const Channel& channel) {
  if (channel.value != none) {
    Value& value = values_[root_value(channel.value)];
    value.goes_outside = value.comes_outside = true;
    settle(root_value(channel.value));
  }
  if (channel.record != none) later_unify({channel.record, 0}, {outside_, 0});
}

Channel& Solver::parameter(SignatureId id, std::size_t index) {
  Signature& signature = signatures_[id];
  if (index >= signature.rest_from) return signature.rest;
  if (index >= signature.parameters.size()) signature.parameters.resize(index + 1);
  return signature.parameters[index];
}

ValueId Solver::channel_value(SignatureId signature, Channel& channel) {
  if (channel.value == none) {
    channel.value = add_value();
    if (signatures_[signature].is_outside) send_outside({channel.value, none});
  }
  const ValueId result = channel.value;
  run();
  return result;
}

BlockId Solver::channel_record(SignatureId signature, Channel& channel) {
  if (channel.record == none) {
    channel.record = add_block(0, 0);
    if (signatures_[signature].is_outside) send_outside({none, channel.record});
  }
  const BlockId result = channel.record;
  run();
  return result;
}

ValueId Solver::parameter_value(BlockId functions, std::size_t index) {
  const SignatureId id = signature(functions);
  return channel_value(id, parameter(id, index));
}

BlockId Solver::parameter_record(BlockId functions, std::size_t index) {
  const SignatureId id = signature(functions);
  return channel_record(id, parameter(id, index));
}

ValueId Solver::result_value(BlockId functions) {
  const SignatureId id = signature(functions);
  return channel_value(id, signatures_[id].result);
}

BlockId Solver::result_record(BlockId functions) {
  const SignatureId id = signature(functions);
  return channel_record(id, signatures_[id].result);
}

void Solver::set_variadic(BlockId functions, std::size_t parameter_count, const Channel& rest) {
  const SignatureId id = signature(functions);
  if (parameter_count < signatures_[id].rest_from) set_rest_from(id, parameter_count);
  unify_channels(id, signatures_[id].rest, rest);
  run();
}

} // namespace tandem::alias
