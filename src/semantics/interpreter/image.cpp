// Functions are compiled on their first call, since most of a program's functions are never called in a run.

#include "semantics/interpreter/image.h"

#include "base/core/require.h"
#include "program/model/library.h"
#include "semantics/interpreter/compile.h"
#include "semantics/interpreter/library.h"

#include <algorithm>

namespace tandem::semantics::interpreter {

namespace {

constexpr std::size_t stack_slots = std::size_t{1} << 24; // 128 MB, touched only as far as it is used

} // namespace

Image::Image(const Program& program, ExecutableOptions options)
    : program_(program), options_(std::move(options)), memory_(program.data_model()), stack_(new Slot[stack_slots]) {
  for (const Function* function : program.functions()) {
    FunctionEntry& entry = entries_.emplace_back();
    entry.function = function;
    entry.address = first_function_address + (entries_.size() - 1) * function_distance;
    require(entry.address < end_of_function_addresses, "functions should fit into their part of the address space");
    // A program may use a name of the library for something else, but not that of a builtin.
    const bool is_another = !function->name().starts_with("__builtin_") && is_library_function(function->name()) &&
                            !is_library_function(*function);
    if (!function->has_body() && !is_another) entry.library = find_library_function(function->name());
    entry_of_[function] = &entry;
    if (options_.targets.contains(*function)) targets_.insert(function);
  }
  for (const Variable* global : program.globals()) {
    if (!lives_in_slot(*global)) continue;
    slots_[global] = global_slots_;
    global_slots_ += static_cast<std::int32_t>(slots_for(global->type->width()));
  }
  lay_out();
  compile_start(*this, start_);
}

std::size_t Image::stack_size() const { return stack_slots; }

bool Image::wants(Check check) const {
  return std::find(options_.checks.begin(), options_.checks.end(), check) != options_.checks.end();
}

void Image::lay_out() {
  memory_.clear();
  for (const Variable* global : program_.globals()) {
    if (lives_in_slot(*global)) continue;
    const std::uint32_t align = std::max(global->type->align(), global->explicit_align);
    addresses_[global] = memory_.allocate(ObjectKind::Global, object_size(*global), align, NewBytes::Zero, global);
  }
}

std::optional<std::int32_t> Image::global_slot(const Variable& variable) const {
  const auto found = slots_.find(&variable);
  return found == slots_.end() ? std::nullopt : std::optional(found->second);
}

FunctionEntry& Image::entry(const Function& function) { return *entry_of_.at(&function); }

FunctionEntry* Image::entry_at(std::uint64_t address) {
  if (address < first_function_address || address % function_distance != 0) return nullptr;
  const std::uint64_t index = (address - first_function_address) / function_distance;
  return index < entries_.size() ? &entries_[index] : nullptr;
}

const Code& Image::code(FunctionEntry& entry) {
  if (entry.code == nullptr) {
    Code& code = codes_.emplace_back();
    compile_function(*this, *entry.function, code);
    entry.code = &code;
  }
  return *entry.code;
}

} // namespace tandem::semantics::interpreter
