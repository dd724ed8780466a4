// Blocks are numbers in a reserved range of addresses (semantics/core/environment_memory.h); new ones are numbered from
// the end, since engines use the first ones. Pointers written into blocks are kept as bytes, so that a later run reads
// the same.

#include "analysis/confirm/lazy_memory.h"

#include "semantics/core/environment_memory.h"

namespace tandem::analysis::confirm {

namespace {

constexpr std::uint64_t page = 4096;

} // namespace

// Engines use the first blocks, possibly without reporting their contents; new ones are therefore taken from the end.
LazyMemory::LazyMemory(DataModel model, EnvironmentMemory given) : model_(model), all_(std::move(given)) {}

UInt128 LazyMemory::new_pointer() {
  if (all_.lazily_initialised == semantics::most_environment_blocks) return 0;
  all_.is_used = true;
  return semantics::environment_pointer(model_, semantics::most_environment_blocks - ++all_.lazily_initialised);
}

UInt128 LazyMemory::new_pointer(const semantics::InputRequest& request) {
  const UInt128 pointer = new_pointer();
  remember(request, pointer);
  return pointer;
}

UInt128 LazyMemory::block_pointer_for(UInt128 pointer) {
  const auto address = static_cast<std::uint64_t>(pointer);
  const std::uint64_t last = model_ == DataModel::LP64 ? UINT64_MAX : UINT32_MAX;
  if (address < page || address > last - page || semantics::environment_block_at(model_, address)) return pointer;
  const auto [found, is_new] = block_pointers_.try_emplace(pointer, 0);
  if (is_new) found->second = new_pointer();
  return found->second;
}

void LazyMemory::remember(const semantics::InputRequest& request, UInt128 pointer) {
  if (!request.block) return;
  std::string bytes;
  for (std::uint64_t i = 0; i < request.type.size(); ++i) bytes += static_cast<char>(pointer >> (8 * i));
  all_.pieces.push_back({*request.block, *request.byte, std::move(bytes)});
}

} // namespace tandem::analysis::confirm
