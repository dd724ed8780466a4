// Builds a Program. Functions are declared first (expressions may name them), then given bodies made of draft
// locations and edges; finish() removes Skip edges (except in endless empty loops), drops what is unreachable, numbers
// everything, names the edges and determines which variables have their address taken.
#pragma once

#include "program/model/program.h"

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tandem {

// A location under construction; valid only with the builder that made it.
using DraftLocation = std::uint32_t;

class ProgramBuilder {
public:
  explicit ProgramBuilder(std::shared_ptr<Context> context);
  ProgramBuilder(const ProgramBuilder&) = delete;
  ProgramBuilder& operator=(const ProgramBuilder&) = delete;

  Context& context() { return *context_; }

  std::uint32_t add_file(SourceFile file); // the same path twice gives one index
  const std::vector<SourceFile>& files() const { return files_; }
  void add_note(Note note);
  void add_global(const Variable& variable);

  // `name` must be new and a C identifier; unique_name() makes one.
  Function& declare_function(std::string name, std::string source_name, const Type& type, SourceRange range);
  void set_type(Function& function, const Type& type); // from a later declaration or the definition
  void set_range(Function& function, SourceRange range);
  void set_does_not_return(Function& function);

  // A fresh C identifier like `wanted`, different from every global name and, if a function is given, from all its
  // variables. Also avoids C keywords.
  std::string unique_name(const std::string& wanted, const Function* function = nullptr);

  // Bodies.
  void begin_body(Function& function, std::vector<const Variable*> parameters);
  void add_local(Function& function, const Variable& variable);
  DraftLocation entry(const Function& function) const;
  DraftLocation exit(const Function& function) const;
  DraftLocation add_location(Function& function);
  void add_edge(DraftLocation from, DraftLocation to, Operation op, SourceRange range);
  // The two Assume edges of a branch.
  void add_branch(DraftLocation from, const Expr& condition, DraftLocation if_true, DraftLocation if_false,
                  SourceRange range);
  bool has_edges(DraftLocation location) const;

  // The builder is empty afterwards. `entry` must have a body.
  Program finish(const Function& entry);

private:
  struct DraftEdge {
    DraftLocation from, to;
    Operation op;
    SourceRange range;
  };
  struct DraftBody {
    DraftLocation entry = 0, exit = 0;
  };
  struct DraftNode {
    const Function* function;
    std::vector<std::uint32_t> out; // indices into edges_
  };

  void follow_skips();
  std::vector<DraftLocation> reverse_post_order(const Function& function);
  void finish_body(Function& function, Program& program);
  void name_edges(const Function& function, Program& program, std::vector<Edge*>& edges);
  void mark_addresses(const Program& program);

  std::shared_ptr<Context> context_;
  std::vector<SourceFile> files_;
  std::unordered_map<std::string, std::uint32_t> file_index_;
  std::vector<Note> notes_;
  std::vector<const Variable*> globals_;
  std::shared_ptr<std::deque<Function>> functions_;
  std::unordered_map<const Function*, DraftBody> bodies_;
  std::vector<DraftNode> nodes_;
  std::vector<DraftEdge> edges_;
  // While finishing, by draft location: where control is after following Skip edges, and the final location.
  std::vector<DraftLocation> after_skips_;
  std::vector<bool> reached_;
  std::vector<Location*> made_;
  std::unordered_set<std::string> global_names_;
  std::unordered_map<const Function*, std::unordered_set<std::string>> local_names_;
  std::unordered_map<std::string, std::uint32_t> name_counters_;
};

} // namespace tandem
