// Signatures: the channels of a block of functions, unified pairwise when blocks are. Arguments from a variadic
// function's first unnamed one on share one channel. The signature of external code is marked, and everything that
// meets it escapes.

#include "program/pointers/alias_solver.h"

#include "program/model/type.h"

namespace tandem::pointers {

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
  if (other.is_external && !signatures_[into].is_external) {
    signatures_[into].is_external = true;
    for (const Channel& channel : signatures_[into].parameters) escape(channel);
    escape(signatures_[into].result);
    escape(signatures_[into].rest);
  }
  if (other.rest_from < signatures_[into].rest_from) set_rest_from(into, other.rest_from);
  for (std::size_t i = 0; i < other.parameters.size(); ++i)
    unify_channels(into, parameter(into, i), other.parameters[i]);
  unify_channels(into, signatures_[into].result, other.result);
  unify_channels(into, signatures_[into].rest, other.rest);
}

// Parameters from `count` on become part of the variadic rest.
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
  if (signatures_[signature].is_external) escape(from);
  merge(into.content, from.content);
  if (into.record != none && from.record != none) later_unify({into.record, 0}, {from.record, 0});
  if (into.record == none) into.record = from.record;
}

void Solver::escape(const Channel& channel) {
  do_mark_escape(channel.content, Passage::Both);
  if (channel.record != none) later_unify({channel.record, 0}, {environment_, 0});
}

Channel& Solver::parameter(SignatureId id, std::size_t index) {
  Signature& signature = signatures_[id];
  if (index >= signature.rest_from) return signature.rest;
  if (index >= signature.parameters.size()) signature.parameters.resize(index + 1);
  return signature.parameters[index];
}

Content Solver::channel_content(SignatureId signature, Channel& channel, const Type& scalar) {
  see_as(channel.content, scalar);
  if (signatures_[signature].is_external) escape(channel);
  const Content seen =
      scalar.is_pointer() ? Content{.pointer = channel.content.pointer} : Content{.integer = channel.content.integer};
  run();
  return seen;
}

BlockId Solver::channel_record(SignatureId signature, Channel& channel) {
  if (channel.record == none) {
    channel.record = add_block(0, 0);
    if (signatures_[signature].is_external) escape({{}, channel.record});
  }
  const BlockId result = channel.record;
  run();
  return result;
}

Content Solver::parameter(BlockId functions, std::size_t index, const Type& scalar) {
  const SignatureId id = signature(functions);
  return channel_content(id, parameter(id, index), scalar);
}

BlockId Solver::parameter_record(BlockId functions, std::size_t index) {
  const SignatureId id = signature(functions);
  return channel_record(id, parameter(id, index));
}

Content Solver::result(BlockId functions, const Type& scalar) {
  const SignatureId id = signature(functions);
  return channel_content(id, signatures_[id].result, scalar);
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

} // namespace tandem::pointers
