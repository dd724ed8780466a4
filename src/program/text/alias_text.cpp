// One pass over regions, objects and calls for each format; the order is that of ids, so that the output is
// deterministic.

#include "program/text/alias_text.h"

#include "base/core/require.h"
#include "program/cexpr/c_types.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <vector>

namespace tandem::text {

namespace {

using Json = nlohmann::ordered_json;

// "main::x", "global", "heap main@3:7", "environment struct s": identifiers and edge names, so nothing in it needs
// escaping.
std::string object_name(const pointers::MemoryObject& object) {
  switch (object.kind) {
  case pointers::ObjectKind::Variable: {
    const Variable& variable = *object.variable;
    const std::string& name = variable.source_name.empty() ? variable.name : variable.source_name;
    return variable.owner == nullptr ? name : variable.owner->source_name() + "::" + name;
  }
  case pointers::ObjectKind::Heap:
    return "heap " + (object.allocation != nullptr ? object.allocation->name
                                                   : object.allocator->source_name() + " through pointers");
  case pointers::ObjectKind::External:
    if (object.type != nullptr) return "environment " + cexpr::c_type(*object.type);
    return object.allocation == nullptr ? "environment" : "environment " + object.allocation->name;
  }
  unreachable();
}

std::string_view name(pointers::ObjectKind kind) {
  switch (kind) {
  case pointers::ObjectKind::Variable: return "variable";
  case pointers::ObjectKind::Heap: return "heap";
  case pointers::ObjectKind::External: return "external";
  }
  unreachable();
}

// "bytes 0 to 3, again every 8 (10 times)"
std::string bytes_text(const pointers::RegionMember& member) {
  std::string text = member.size == 1 ? fmt::format("byte {}", member.offset)
                                      : fmt::format("bytes {} to {}", member.offset,
                                                    member.offset + static_cast<std::int64_t>(member.size) - 1);
  for (const pointers::Repetition& repetition : member.repetitions) {
    text += fmt::format(", again every {}", repetition.stride);
    if (repetition.count != 0) text += fmt::format(" ({} times)", repetition.count);
  }
  return text;
}

std::string region_title(const pointers::Region& region) {
  std::string text = fmt::format("region {}: {}", region.id, region.element ? cexpr::c_type(*region.element) : "bytes");
  if (region.is_plain) text += ", plain";
  if (region.is_external) text += ", external";
  return text;
}

std::vector<const Edge*> calls_through_pointers(const Program& program) {
  std::vector<const Edge*> calls;
  for (const Edge* edge : program.edges())
    if (edge->op.kind == OpKind::Call && edge->op.callee == nullptr) calls.push_back(edge);
  return calls;
}

std::vector<std::string> callee_names(const pointers::AliasPartition& aliases, const Edge& call) {
  std::vector<std::string> names;
  for (const Function* function : aliases.callees(call)) names.push_back(function->source_name());
  return names;
}

Json region_json(const pointers::Region& region) {
  Json members = Json::array();
  for (const pointers::RegionMember& member : region.members) {
    Json repetitions = Json::array();
    for (const pointers::Repetition& repetition : member.repetitions)
      repetitions.push_back({{"stride", repetition.stride}, {"count", repetition.count}});
    members.push_back({{"object", member.object},
                       {"offset", member.offset},
                       {"size", member.size},
                       {"repetitions", std::move(repetitions)}});
  }
  Json types = Json::array();
  for (const Type* type : region.types) types.push_back(cexpr::c_type(*type));
  return {{"id", region.id},
          {"element", region.element != nullptr ? Json(cexpr::c_type(*region.element)) : Json()},
          {"types", std::move(types)},
          {"plain", region.is_plain},
          {"external", region.is_external},
          {"members", std::move(members)}};
}

} // namespace

std::string region_text(const pointers::AliasPartition& aliases, const pointers::Region& region) {
  std::string text = region_title(region) + "\n";
  for (const pointers::RegionMember& member : region.members)
    text += fmt::format("  {}  {}\n", object_name(aliases.objects()[member.object]), bytes_text(member));
  return text;
}

std::string alias_text(const Program& program, const pointers::AliasPartition& aliases) {
  std::string text;
  for (const pointers::Region& region : aliases.regions()) text += region_text(aliases, region);
  for (const Edge* call : calls_through_pointers(program)) {
    const std::vector<std::string> names = callee_names(aliases, *call);
    text += fmt::format("call {}: {}", call->name,
                        names.empty() ? "no known function" : fmt::to_string(fmt::join(names, ", ")));
    text += aliases.may_call_external(*call) ? ", or external code\n" : "\n";
  }
  return text;
}

std::string alias_dot(const pointers::AliasPartition& aliases) {
  std::string text = "digraph aliases {\nrankdir=LR;\nnode [fontname=\"monospace\"];\nedge [fontname=\"monospace\"];\n";
  for (const pointers::MemoryObject& object : aliases.objects())
    text += fmt::format("o{} [shape=box, label=\"{}\"];\n", object.id, object_name(object));
  for (const pointers::Region& region : aliases.regions()) {
    text += fmt::format("r{} [shape=ellipse, label=\"{}\"];\n", region.id, region_title(region));
    for (const pointers::RegionMember& member : region.members)
      text += fmt::format("r{} -> o{} [label=\"{}\"];\n", region.id, member.object, bytes_text(member));
  }
  return text + "}\n";
}

std::string alias_json(const Program& program, const pointers::AliasPartition& aliases) {
  Json objects = Json::array(), regions = Json::array(), calls = Json::array();
  for (const pointers::MemoryObject& object : aliases.objects())
    objects.push_back({{"id", object.id}, {"kind", name(object.kind)}, {"name", object_name(object)}});
  for (const pointers::Region& region : aliases.regions()) regions.push_back(region_json(region));
  for (const Edge* call : calls_through_pointers(program))
    calls.push_back({{"edge", call->name},
                     {"callees", callee_names(aliases, *call)},
                     {"may_leave_program", aliases.may_call_external(*call)}});
  const Json all{{"objects", std::move(objects)}, {"regions", std::move(regions)}, {"calls", std::move(calls)}};
  return all.dump(2) + "\n";
}

} // namespace tandem::text
