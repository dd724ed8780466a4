// Functions are lowered in the order in which their uses are found, so that unused functions of headers cost nothing.
// Lowering recurses over the nesting of the source, which in generated programs is thousands of levels deep.

#include "frontend/lower/lower.h"

#include "base/process/deep_stack.h"
#include "frontend/lower/function_lowering.h"

#include <deque>

namespace tandem::frontend::lower {

namespace {

class ProgramLowering {
public:
  ProgramLowering(const parse::Parsed& parsed, std::vector<SourceFile> files, DataModel model,
                  declare::FindModel find_model, Allocations allocations, Arguments arguments, Unused unused)
      : builder_(std::make_shared<Context>(model)), notes_(builder_), types_(builder_.context().types(), notes_),
        units_(make_units(parsed, std::move(files))),
        declarations_(builder_, notes_, types_, units_, std::move(find_model)), allocations_(allocations),
        arguments_(arguments), unused_(unused) {
    for (const parse::ParseNote& note : parsed.notes) {
      const std::uint32_t file = builder_.add_file({note.position.file, ""});
      notes_.add({file, note.position.line, note.position.column}, note.text);
    }
  }

  Program run(const std::string& entry_name) {
    Function* entry = declarations_.find_entry(entry_name);
    if (entry == nullptr)
      throw InputError(TextPosition{builder_.files().at(0).path},
                       "no function '" + entry_name + "', name the function to start in with --function");
    while (const std::optional<declare::Pending> next = declarations_.next_pending()) lower(*next);
    declarations_.finish();
    name_locals();
    builder_.context().set_declared_types(types_.declared_types());
    return builder_.finish(*entry);
  }

private:
  std::deque<declare::Unit> make_units(const parse::Parsed& parsed, std::vector<SourceFile> files) {
    for (SourceFile& file : files) builder_.add_file(std::move(file));
    std::deque<declare::Unit> result;
    for (std::size_t i = 0; i < parsed.units.size(); ++i)
      result.emplace_back(static_cast<std::uint32_t>(i), parsed.units[i]->getASTContext(), builder_);
    return result;
  }

  void lower(const declare::Pending& pending) {
    FunctionLowering lowering({builder_, notes_, types_, declarations_, allocations_, unused_}, *pending.unit,
                              pending.function);
    if (pending.body != nullptr)
      lowering.lower_body(*pending.body, arguments_);
    else
      lowering.lower_initial_value(*pending.variable, *pending.value);
    for (UnnamedLocal& local : lowering.take_locals()) locals_.push_back(std::move(local));
  }

  // The user's variables first, so that no temporary takes the name of one.
  void name_locals() {
    for (const UnnamedLocal& local : locals_)
      if (!local.variable->source_name.empty())
        local.variable->name = builder_.unique_name(local.wanted, local.variable->owner);
    for (const UnnamedLocal& local : locals_)
      if (local.variable->source_name.empty())
        local.variable->name = builder_.unique_name(local.wanted, local.variable->owner);
  }

  ProgramBuilder builder_;
  declare::Notes notes_;
  declare::Types types_;
  std::deque<declare::Unit> units_;
  declare::Declarations declarations_;
  Allocations allocations_;
  Arguments arguments_;
  Unused unused_;
  std::vector<UnnamedLocal> locals_;
};

} // namespace

Program lower(const parse::Parsed& parsed, std::vector<SourceFile> files, DataModel model, const std::string& entry,
              declare::FindModel find_model, Allocations allocations, Arguments arguments, Unused unused) {
  return process::on_deep_stack([&] {
    return ProgramLowering(parsed, std::move(files), model, std::move(find_model), allocations, arguments, unused)
        .run(entry);
  });
}

} // namespace tandem::frontend::lower
