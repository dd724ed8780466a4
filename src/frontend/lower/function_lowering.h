// Lowers one function body (or the initial value of a global): clang's statements become locations and edges,
// expressions become pure expressions, with their side effects as edges in the order of evaluation.
//
// One class in several files: statements.cpp, switch.cpp, conditions.cpp; expressions.cpp, operators.cpp, casts.cpp,
// lvalues.cpp, assignments.cpp; initializers.cpp; calls.cpp, allocations.cpp, builtins.cpp, atomics.cpp,
// dialect.cpp, memory_predicates.cpp; arrays.cpp (of variable length), vectors.cpp, complex.cpp, half.cpp; labels.cpp
// (as values); start_and_end.cpp (of the program); edges.cpp.
#pragma once

#include "frontend/declare/declarations.h"
#include "frontend/lower/effects.h"
#include "frontend/lower/lower.h"
#include "program/model/allocation.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace tandem::frontend::declare {
struct QuantifierRange;
}

namespace tandem::frontend::lower {

// Shared by all functions of a program.
struct Shared {
  ProgramBuilder& builder;
  declare::Notes& notes;
  declare::Types& types;
  declare::Declarations& declarations;
  Allocations allocations;
  Unused unused;
};

// A local or temporary; it is named once all globals are known.
struct UnnamedLocal {
  Variable* variable;
  std::string wanted;
};

class FunctionLowering {
public:
  // Without a function: for the initial values of globals, which have no side effects.
  FunctionLowering(Shared shared, const declare::Unit& unit, Function* function);
  FunctionLowering(const FunctionLowering&) = delete;
  FunctionLowering& operator=(const FunctionLowering&) = delete;

  void lower_body(const clang::FunctionDecl& decl, Arguments arguments);
  void lower_initial_value(Variable& variable, const clang::Expr& value);
  std::vector<UnnamedLocal> take_locals() { return std::move(unnamed_); }

private:
  enum class Use { Value, Effect };

  // --- edges (edges.cpp)
  DraftLocation new_location();
  void step(Operation op, SourceRange range);
  void jump(DraftLocation to, const clang::Stmt& at);
  void continue_at(DraftLocation location) { here_ = location; }
  void join(DraftLocation location, const clang::Stmt& at); // continues at a location that may be the target of jumps
  void assign(const Expr& lvalue, const Expr& value, SourceRange range);
  Variable& new_temporary(const Type& type, SourceRange range, const char* name = "tmp");
  const Variable& result_of(const Function* callee, const Type& type, SourceRange range);
  const Expr& into_temporary(const Expr& value, SourceRange range);
  // The value as an lvalue, of which parts can be read.
  const Expr& stored(const Expr& value, const clang::Stmt& at);
  // The current value, or lvalue, held in temporaries if evaluating `later` could change it.
  const Expr& hold(const Expr& value, std::span<const clang::Expr* const> later, const clang::Stmt& at);
  const Expr& hold_lvalue(const Expr& lvalue, std::span<const clang::Expr* const> later, const clang::Stmt& at);
  // The lvalue with an address that no write to memory can change.
  const Expr& fix_lvalue(const Expr& lvalue, const clang::Stmt& at);
  template <typename MustKeep>
  const Expr& rebuild_lvalue(const Expr& lvalue, const MustKeep& must_keep, const clang::Stmt& at);
  SourceRange range(const clang::Stmt& stmt) const { return unit_.range(stmt.getSourceRange()); }
  [[noreturn]] void refuse(const clang::Stmt& stmt, const std::string& what) const;

  // --- statements (statements.cpp, switch.cpp)
  void statement(const clang::Stmt& stmt);
  // Where break and continue lead, and how many of cleanups_ are in scope there.
  struct JumpTarget {
    DraftLocation location;
    std::size_t cleanups;
  };
  struct Cleanup {
    const clang::VarDecl* variable;
    SourceRange scope;
  };
  void run_cleanups(std::size_t from, SourceRange where);
  void end_scope(std::size_t outer, clang::SourceRange where);
  void leave(const JumpTarget& target, const clang::Stmt& stmt);
  void compound_statement(const clang::CompoundStmt& stmt);
  void declaration_statement(const clang::DeclStmt& stmt);
  void if_statement(const clang::IfStmt& stmt);
  void while_statement(const clang::WhileStmt& stmt);
  void do_statement(const clang::DoStmt& stmt);
  void for_statement(const clang::ForStmt& stmt);
  void loop_body(const clang::Stmt& body, DraftLocation on_break, DraftLocation on_continue);
  void return_statement(const clang::ReturnStmt& stmt);
  void label_statement(const clang::LabelStmt& stmt);
  void goto_statement(const clang::GotoStmt& stmt);
  void switch_statement(const clang::SwitchStmt& stmt);
  void case_statement(const clang::SwitchCase& stmt);
  void dispatch(const Expr& value, const clang::SwitchStmt& stmt, DraftLocation otherwise);
  void dispatch_constant(const Expr& value, const clang::SwitchStmt& stmt, DraftLocation otherwise);
  void assembly_statement(const clang::GCCAsmStmt& stmt);
  void any_output(const clang::Expr& output, const clang::GCCAsmStmt& stmt);
  void empty_assembly(const clang::GCCAsmStmt& stmt);
  void not_understood_assembly(const clang::GCCAsmStmt& stmt);
  DraftLocation label(const clang::LabelDecl& decl);
  void end_of_body(const clang::FunctionDecl& decl);

  // --- labels as values (labels.cpp)
  const Expr& label_address(const clang::AddrLabelExpr& expr);
  void computed_goto(const clang::IndirectGotoStmt& stmt);
  const std::vector<const clang::LabelDecl*>& labels_with_address();

  // --- what runs before and after the entry function (start_and_end.cpp)
  void receive_environment();
  void run_constructors();
  void receive_arguments(const clang::FunctionDecl& main);
  void receive_list(const Variable& parameter, SourceRange range);
  void receive_texts(const Variable& list, const Expr& count, SourceRange range);
  // The value of argv[i] where main has it unchanged; nullptr for other expressions.
  const Expr* passed_argument(const clang::CastExpr& expr);
  void run_at_exit(SourceRange range);
  // Before the edge that leaves the entry function; nullptr if there is no value.
  const Expr* end_program(const Expr* result, SourceRange range);

  // --- conditions (conditions.cpp)
  void branch(const clang::Expr& condition, DraftLocation if_true, DraftLocation if_false);
  void branch_logical(const clang::BinaryOperator& op, DraftLocation if_true, DraftLocation if_false);
  // The value of a condition: a scalar.
  const Expr& truth_value(const clang::Expr& condition);
  void branch_value(const clang::Expr& condition, DraftLocation if_true, DraftLocation if_false);
  std::optional<bool> constant_truth(const Expr& value, const clang::Expr& condition) const;
  const Expr& logical(const clang::BinaryOperator& op);
  const Expr& conditional(const clang::AbstractConditionalOperator& op);
  void store_choice(const Expr& lvalue, const clang::AbstractConditionalOperator& op, SourceRange range);
  void effect_of_conditional(const clang::AbstractConditionalOperator& op);
  void effect_of_logical(const clang::BinaryOperator& op);
  void bind_common(const clang::AbstractConditionalOperator& op);

  // --- values, stores, effects (expressions.cpp)
  const Expr& value(const clang::Expr& expr);
  bool is_worth_lowering(const clang::Expr& expr);
  void effect(const clang::Expr& expr);
  // Evaluates `expr` into an lvalue: calls and conditional operators store there directly.
  void store(const Expr& lvalue, const clang::Expr& expr, SourceRange range);
  const Expr& value_as(const clang::Expr& expr, const Type& type);
  std::vector<const Expr*> values(std::span<const clang::Expr* const> exprs);
  const Expr& reference_value(const clang::DeclRefExpr& expr);
  const Expr& statement_expression(const clang::StmtExpr& expr);
  const clang::Expr& enter_labels(const clang::Stmt& stmt);
  void effect_of_binary(const clang::BinaryOperator& op);
  void effect_of_unary(const clang::UnaryOperator& op);
  const Expr& integer_literal(const clang::Expr& expr, const llvm::APInt& value);
  const Expr& offset_of(const clang::OffsetOfExpr& expr);
  const Expr& size_of(const clang::UnaryExprOrTypeTraitExpr& expr);
  const Expr& evaluated(const clang::Expr& expr);
  std::optional<const Expr*> try_evaluate(const clang::Expr& expr);
  const Expr* constant(const clang::APValue& value, const Type& type);
  const Expr& missing_value(const Type& type, SourceRange range);
  void leave_unspecified(const Expr& lvalue, SourceRange range);

  // --- operators (operators.cpp)
  const Expr& unary(const clang::UnaryOperator& op);
  const Expr& binary(const clang::BinaryOperator& op);
  void note_wide_bit_field(const clang::Expr& at);
  struct Operand {
    const Expr& value;
    clang::QualType type; // clang's
  };
  const Expr& operate(clang::BinaryOperatorKind op, Operand left, Operand right, const clang::Expr& at);
  const Expr& pointer_plus(Operand pointer, const Expr& offset, const clang::Expr& at);
  const Expr& pointer_minus(Operand left, Operand right, const clang::Expr& at);
  const Expr& negated_offset(const Expr& offset);
  const Expr& address_of(const clang::Expr& lvalue);

  // --- conversions (casts.cpp)
  const Expr& cast(const clang::CastExpr& expr);
  const Expr& convert(const Expr& value, const Type& type);
  const Expr& coerce(const Expr& value, const Type& type, const clang::Expr& at);
  const Expr& decay(const clang::Expr& array);
  const Expr& pointer_to_integer(const clang::CastExpr& expr);
  const Expr& function_pointer(const clang::Expr& function);
  const Expr& cast_to_union(const clang::CastExpr& expr);
  const Expr& negate(const Expr& value);
  // The value within the bits of a _BitInt(N); other types keep it as it is.
  const Expr& narrowed(const Expr& value, clang::QualType type);

  const Expr& reinterpret(const Expr& value, const Type& type, const clang::Expr& at);

  // --- vectors (vectors.cpp)
  const Expr& lane(const Expr& vector, const Expr& index);
  const Expr& lane(const Expr& vector, std::uint64_t number);
  template <typename Lane> const Expr& make_vector(const Type& type, const clang::Expr& at, const Lane& make_lane);
  const Expr& promoted(const Expr& value);
  const Expr& vector_unary(const clang::UnaryOperator& op);
  const Expr& vector_operation(BinaryOp op, const Expr& left, const Expr& right, const clang::Expr& at);
  const Expr& splat(const clang::CastExpr& expr);
  const Expr& convert_vector(const Expr& vector, const Type& to, const clang::Expr& at);
  const Expr& shuffle(const clang::ShuffleVectorExpr& expr);
  const Expr& vector_choice(const clang::AbstractConditionalOperator& op);
  const Expr& swizzle(const clang::ExtVectorElementExpr& expr);

  // --- complex numbers (complex.cpp)
  struct ComplexParts {
    const Expr& real;
    const Expr* imaginary; // nullptr for a real number
  };
  const Expr& make_complex(const Type& type, const ComplexParts& parts, const clang::Expr& at);
  ComplexParts complex_parts(const Expr& value, const clang::Expr& at);
  const Expr& complex_truth(const Expr& value, const clang::Expr& at);
  const Expr& complex_cast(const clang::CastExpr& expr);
  const Expr& complex_unary(const clang::UnaryOperator& op);
  const Expr& complex_operation(BinaryOp op, const Expr& left, const Expr& right, const clang::Expr& at);
  const Expr& complex_comparison(BinaryOp op, const ComplexParts& left, const ComplexParts& right);
  const Expr& complex_product(const Type& type, const ComplexParts& left, const ComplexParts& right,
                              const clang::Expr& at);
  void recover_product(const Expr& product, const ComplexParts& left, const ComplexParts& right, const clang::Expr& at);
  const Expr& complex_quotient(const Type& type, const ComplexParts& left, const ComplexParts& right,
                               const clang::Expr& at);
  const Expr& complex_literal(const clang::ImaginaryLiteral& expr);
  std::optional<const Expr*> complex_builtin(std::string name, const clang::CallExpr& expr);

  // --- _Float16 and __bf16 (half.cpp)
  const Expr& call_conversion(const char* name, const Type& result, const Expr& argument, const clang::Expr& at);
  const Expr& half_to_float(const Expr& half, clang::QualType type, const clang::Expr& at);
  const Expr& make_half(const Expr& number, clang::QualType half, const clang::Expr& at);
  const Expr& half_operand(const clang::Expr& expr);
  const Expr* half_builtin(std::string_view name, const clang::CallExpr& expr);
  const Expr& computed_half(const clang::Expr& expr);
  const Expr& half_operation(const clang::BinaryOperator& op);
  const Expr& half_choice(const clang::AbstractConditionalOperator& op);
  const Expr& half_literal(const clang::FloatingLiteral& literal);
  static bool is_computed_half(const clang::Expr& expr);
  const Expr& half_truth(const clang::Expr& expr);
  const Expr& half_cast(const clang::CastExpr& expr);
  const Expr* half_compound_assignment(const clang::CompoundAssignOperator& op, Use use);
  const Expr& stepped_half(const Expr& old_value, clang::QualType half, const clang::UnaryOperator& op);

  // --- lvalues (lvalues.cpp)
  const Expr& lvalue(const clang::Expr& expr);
  const Expr& reference(const clang::DeclRefExpr& expr);
  const Expr& member(const clang::MemberExpr& expr);
  const Expr& unary_lvalue(const clang::UnaryOperator& op);
  const Expr& pointee(const Expr& pointer, const Type& element);
  const Expr& subscript(const clang::ArraySubscriptExpr& expr);
  const Expr& compound_literal(const clang::CompoundLiteralExpr& expr);
  const Expr& materialize(const clang::Expr& expr);
  const Variable& variable(const clang::VarDecl& decl);
  const Variable& add_local(const clang::VarDecl& decl, VariableKind kind);

  // --- assignments (assignments.cpp)
  const Expr* assignment(const clang::BinaryOperator& op, Use use);
  const Expr* compound_assignment(const clang::CompoundAssignOperator& op, Use use);
  const Expr& converted(const Expr& value, const Type& type, const clang::Expr& at);
  const Expr* increment(const clang::UnaryOperator& op, Use use);
  const Expr& stepped(const Expr& old_value, const clang::UnaryOperator& op);

  // --- initialisers (initializers.cpp)
  void declare_local(const clang::VarDecl& decl);
  // What the parts contain that an initialiser does not write.
  enum class Background { Zero, Undefined, Written };
  struct Target {
    const Expr& lvalue;
    Background background;
    SourceRange range;

    Target part(const Expr& inner) const { return {inner, background, range}; }
  };
  void initialize(const Target& target, const clang::Expr& init);
  void initialize_list(const Target& target, const clang::InitListExpr& list);
  void leave_padding_open(const Target& target, const clang::InitListExpr& list);
  void initialize_array(const Target& target, const clang::InitListExpr& list);
  void initialize_record(const Target& target, const clang::InitListExpr& list);
  void initialize_vector(const Target& target, const clang::InitListExpr& list);
  void initialize_complex(const Target& target, const clang::InitListExpr& list);
  bool initialize_half(const Target& target, const clang::Expr& init);
  std::optional<llvm::APFloat> half_constant(const clang::Expr& expr);
  std::optional<llvm::APFloat> half_operand_constant(const clang::Expr& expr);
  bool initialize_constant_parts(const Target& target, const clang::Expr& init);
  void initialize_string(const Target& target, const clang::StringLiteral& literal);
  void initialize_value(const Target& target, const clang::Expr& init);
  void write_initial(const Target& target, const Expr& value);
  const Expr& list_value(const clang::InitListExpr& list);

  // --- calls (calls.cpp, builtins.cpp, atomics.cpp)
  // The result, nullptr if there is none; stored to `destination` if it is given and has the function's result type.
  const Expr* call(const clang::CallExpr& expr, const Expr* destination, Use use);
  const Expr& call_value(const clang::CallExpr& expr);
  const Expr* call_function(Function& callee, const clang::CallExpr& expr, const Expr* destination, Use use);
  // For qsort and bsearch with a comparison without effects; nullptr for all others.
  Function* model_with_comparison(const clang::CallExpr& expr, const std::string& name);
  const Expr* call_pointer(const clang::CallExpr& expr, const Expr* destination, Use use);
  const Expr* emit_call(Operation op, const Type& function, const clang::Expr& expr, const Expr* destination, Use use);
  // How a callee gets its arguments: as a prototype declares them, promoted by a definition in the old style, or
  // converted to what the first call of a library function passed.
  enum class Receiver { Declared, Promoted, Library };
  static bool receives(Receiver receiver, const Expr& given, const Type& parameter);
  std::vector<const Expr*> fit_arguments(std::vector<const Expr*> arguments, const Type& function, Receiver receiver,
                                         const clang::Expr& at);
  const Expr& arrived(const Expr& value, const Type& type, const clang::Expr& at);
  const Expr& nondet(NondetSource source, Function& callee, const clang::CallExpr& expr, const Expr* destination);
  void assume(const clang::CallExpr& expr);
  const Expr& jump_destination(const clang::CallExpr& expr);
  const Expr* any_result(const clang::CallExpr& expr, Use use);
  void check_assertion(const clang::CallExpr& expr);
  // --- functions of other verifiers (dialect.cpp); nullopt: an ordinary function
  std::optional<const Expr*> dialect_call(std::string_view name, const clang::CallExpr& expr);
  const Expr& indeterminate(const Type& type, SourceRange where);
  void scatter(const Expr& part, SourceRange where);
  const Expr* call_library(const std::string& name, const Type& result, std::vector<const Expr*> arguments,
                           SourceRange where);
  void havoc(const clang::Expr& address, const clang::Expr& size, const clang::CallExpr& expr);
  void havoc(const Expr& address, const Expr& size, SourceRange where);
  const Expr& allocate(const clang::CallExpr& expr);
  const Expr& klee_integer(const clang::CallExpr& expr);
  const Expr& is_of_kind(const Expr& value, std::string_view kind);
  const Expr& overflows(std::string_view operation, const clang::CallExpr& expr);
  clang::QualType usual_type(clang::QualType left, clang::QualType right) const;
  const Expr& quantifier(const declare::QuantifierRange& found, bool is_forall, const clang::CallExpr& expr);
  const Expr& is_enumerator(const clang::CallExpr& expr);
  const Expr& open_quantifier(const declare::QuantifierRange& found, bool is_forall, const clang::CallExpr& expr);
  std::vector<const Expr*> worth_trying(const declare::QuantifierRange& found);
  std::optional<const Expr*> esbmc_quantifier(bool is_forall, const clang::CallExpr& expr);
  std::optional<const Expr*> esbmc_bitcast(const clang::CallExpr& expr);
  // --- what other verifiers ask about memory (memory_predicates.cpp); nullopt: another function
  std::optional<const Expr*> memory_predicate(std::string_view name, const clang::CallExpr& expr);
  std::optional<const Expr*> memory_statement(std::string_view name, const clang::CallExpr& expr);
  std::vector<const Expr*> pointers(const clang::CallExpr& expr, unsigned count);
  const Expr& is_accessible(const clang::CallExpr& expr);
  const Expr& is_accessible(const Expr& pointer, const Expr& bytes);
  const Expr& bytes_behind(const Expr& pointer, SourceRange where);
  void havoc_object(const Expr& pointer, SourceRange where);
  void set_array(const clang::CallExpr& expr);
  void copy_array(const Expr& to, const Expr& from, const clang::CallExpr& expr);
  const Expr& arrays_are_equal(const Expr& left, const Expr& right, const clang::CallExpr& expr);
  // --- allocations.cpp
  bool may_fail(const Function& callee) const;
  void call_that_may_fail(const Operation& call, const clang::Expr& expr);
  void set_errno_to_no_memory(SourceRange range);
  void change_errno(const Function& callee, SourceRange range);
  const Expr& error_number(SourceRange range); // of a program that knows errno
  const Function& with_address(const Function& function);
  // nullopt: an ordinary function.
  std::optional<const Expr*> builtin(const clang::CallExpr& expr, const Expr* destination, Use use);
  const Expr* call_named(const std::string& name, const clang::CallExpr& expr,
                         std::span<const clang::Expr* const> arguments, const Expr* destination, Use use);
  const Expr* checked_builtin(const std::string& name, std::span<const unsigned> dropped, const clang::CallExpr& expr,
                              const Expr* destination, Use use);
  void effects_only(std::span<const clang::Expr* const> exprs);
  const Expr& folded_builtin(const clang::CallExpr& expr);
  const Expr* overflow_predicate(const clang::CallExpr& expr);
  const Expr* bit_count(const std::string& name, const clang::CallExpr& expr);
  const Expr& unordered_comparison(const clang::CallExpr& expr, const std::string& name);
  void dead_end(const std::string& name, const clang::Expr& expr);
  const Expr& variable_argument(const clang::VAArgExpr& expr);
  void argument_list_builtin(const std::string& name, const clang::CallExpr& expr);
  void copy_argument_list(const Expr& to, const Expr& from, SourceRange range);
  const Expr& argument_list(const clang::Expr& expr);
  const Expr* atomic(const clang::AtomicExpr& expr);
  const Expr* sync_builtin(std::string name, const clang::CallExpr& expr);
  const Expr* atomic_builtin(const std::string& name, const clang::CallExpr& expr);
  const Expr& atomic_target(const clang::Expr& pointer, const Type& element);
  const Expr& combined(const std::string& op, const Expr& old_value, const Expr& operand, const clang::Expr& at);
  enum class Yields { Old, New };
  const Expr& fetch_and_combine(const std::string& op, Yields yields, const Expr& target, const Expr& operand,
                                const clang::Expr& at);
  const Expr& compare_and_swap(const Expr& target, const Expr& old_value, const Expr& expected, const Expr& desired,
                               const clang::Expr& at);
  const Expr* c11_pointer_step(const std::string& op, const Expr& target, const clang::AtomicExpr& expr);
  void note_sequential(const clang::Expr& at);

  // --- arrays of variable length (arrays.cpp)
  // Evaluates the lengths of all such arrays in a type, at its declaration or use.
  void evaluate_lengths(clang::QualType type, const clang::Stmt& at);
  const Expr& length_of(const clang::VariableArrayType& type, const clang::Stmt& at);
  // The number of innermost elements of a type, if it is only known at run time.
  const Expr* element_count(clang::QualType type, const clang::Stmt& at);
  const Expr& byte_size(clang::QualType type, const clang::Stmt& at);
  const Expr& array_pointer(const clang::Expr& array);
  void allocate_array(const clang::VarDecl& decl, const Variable& pointer);

  Context& context() const { return shared_.builder.context(); }
  TypeTable& types() const { return context().types(); }
  const Type& type(clang::QualType type, const clang::Stmt& at) {
    return shared_.types.lower(type, declare::Site(unit_, at));
  }
  const Type& type_of(const clang::Expr& expr) { return type(expr.getType(), expr); }

  Shared shared_;
  const declare::Unit& unit_;
  Function* function_;
  Effects effects_;
  DraftLocation here_ = 0;
  Variable* global_ = nullptr; // whose initial value is lowered
  SourceRange scope_;          // of the block around the statement that is lowered
  std::vector<JumpTarget> break_targets_, continue_targets_;
  std::vector<Cleanup> cleanups_; // of the variables that are in scope, in the order of their declarations
  std::unordered_map<const clang::SwitchCase*, DraftLocation> cases_;
  std::unordered_map<const clang::LabelDecl*, DraftLocation> labels_;
  std::unordered_map<const clang::VarDecl*, const Variable*> locals_;
  std::unordered_map<const clang::CompoundLiteralExpr*, const Variable*> literals_;
  std::unordered_map<const clang::OpaqueValueExpr*, const Expr*> opaque_values_;
  std::unordered_map<const clang::Expr*, const Expr*> lengths_; // of arrays, by the expression of their length
  std::vector<UnnamedLocal> unnamed_;
  const clang::Stmt* body_ = nullptr;
  unsigned open_quantifiers_ = 0;                      // around what is lowered
  const clang::ParmVarDecl* argument_count_ = nullptr; // of main, if its arguments are arbitrary and stay as they are
  const clang::ParmVarDecl* argument_list_ = nullptr;
  std::optional<std::vector<const clang::LabelDecl*>> labels_with_address_;
};

} // namespace tandem::frontend::lower
