// A program: functions with control-flow automata, globals, and the source files they stem from. Immutable once built;
// see program_builder.h.
#pragma once

#include "program/model/cfa.h"
#include "program/model/context.h"

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tandem {

class Function {
public:
  std::uint32_t id() const { return id_; }          // dense within the Program
  const std::string& name() const { return name_; } // unique in the program, a C identifier
  const std::string& source_name() const { return source_name_; }
  const Type& type() const { return *type_; }
  const Type& result() const { return type_->result(); }
  const std::vector<const Variable*>& parameters() const { return parameters_; }
  // Locals and temporaries, in order of declaration; not the parameters.
  const std::vector<const Variable*>& locals() const { return locals_; }
  SourceRange range() const { return range_; }
  bool does_not_return() const { return does_not_return_; }

  // A function without a body is one that no file defines.
  bool has_body() const { return entry_ != nullptr; }
  const Location& entry() const { return *entry_; }
  const Location& exit() const { return *exit_; }
  // Reachable from the entry, in reverse post-order; exit is last even if it is not reachable.
  const std::vector<const Location*>& locations() const { return locations_; }
  const std::vector<const Edge*>& edges() const { return edges_; }

private:
  friend class ProgramBuilder;

  std::uint32_t id_ = 0;
  std::string name_, source_name_;
  const Type* type_ = nullptr;
  std::vector<const Variable*> parameters_, locals_;
  SourceRange range_;
  bool does_not_return_ = false;
  const Location* entry_ = nullptr;
  const Location* exit_ = nullptr;
  std::vector<const Location*> locations_;
  std::vector<const Edge*> edges_;
};

// An assumption of the verdict that the user should know: an ignored construct, a missing body, inline assembly.
struct Note {
  SourcePoint point;
  std::string text;
};

class Program {
public:
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  Program(Program&&) = default;
  Program& operator=(Program&&) = default;

  // Expressions may still be added to the Context of a finished program; nothing else changes.
  Context& context() const { return *context_; }
  const std::shared_ptr<Context>& shared_context() const { return context_; }
  DataModel data_model() const { return context_->data_model(); }

  const std::vector<SourceFile>& files() const { return files_; }
  const std::vector<Note>& notes() const { return notes_; }
  const std::vector<const Function*>& functions() const { return functions_; }
  const std::vector<const Variable*>& globals() const { return globals_; }
  const Function& entry() const { return *entry_; }
  const Function* find_function(std::string_view name) const;

  // All edges and locations, at the index of their id.
  const std::vector<const Edge*>& edges() const { return edges_; }
  const std::vector<const Location*>& locations() const { return locations_; }
  const Edge* find_edge(std::string_view name) const;

  // "file.c:12:7"
  std::string text(SourcePoint point) const;

private:
  friend class ProgramBuilder;
  Program() = default;

  std::shared_ptr<Context> context_;
  std::vector<SourceFile> files_;
  std::vector<Note> notes_;
  std::vector<const Function*> functions_;
  std::vector<const Variable*> globals_;
  const Function* entry_ = nullptr;
  std::vector<const Edge*> edges_;
  std::vector<const Location*> locations_;
  std::unordered_map<std::string_view, const Function*> function_index_;
  std::unordered_map<std::string_view, const Edge*> edge_index_;
  // Owners of what the vectors above point to.
  std::shared_ptr<std::deque<Function>> function_store_;
  std::deque<Location> location_store_;
  std::deque<Edge> edge_store_;
};

} // namespace tandem
