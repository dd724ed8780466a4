#include "random_program.h"

namespace tandem {

RandomProgram::RandomProgram(RandomProgramOptions options) : options_(options), random_(options.seed) {
  text_ = "extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\n"
          "extern void reach_error(void);\nint g = 1;\nint a[4];\nstruct { short s; signed char c; } r;\n\n";
  if (one_in(2)) function("f");
  if (one_in(3)) function("h");
  text_ += "int main(void) {\n";
  variables_ = {"g"};
  for (int i = 0; i < inputs; ++i) {
    const std::string x = "x" + std::to_string(i);
    line("int " + x + " = __VERIFIER_nondet_int();");
    line("__VERIFIER_assume(" + x + " >= " + std::to_string(least) + " && " + x + " <= " + std::to_string(most) + ");");
    variables_.push_back(x);
  }
  line("int y = " + number() + ", z = " + expression(1) + ";");
  variables_.insert(variables_.end(), {"y", "z"});
  block(2, 3 + static_cast<int>(pick(2)));
  check();
  if (one_in(4)) line("__VERIFIER_assume(" + condition(1) + ");");
  text_ += "  return 0;\n}\n";
}

std::string RandomProgram::expression(int depth) {
  if (depth == 0 || one_in(4)) return one_in(3) ? number() : variable();
  switch (pick(options_.with_bits ? 9 : 6)) {
  case 0:
  case 1: return "(" + expression(depth - 1) + " + " + expression(depth - 1) + ")";
  case 2: return "(" + expression(depth - 1) + " - " + expression(depth - 1) + ")";
  case 3: return "(" + std::to_string(pick(4)) + " * " + expression(depth - 1) + ")";
  case 4: return "(" + condition(depth - 1) + " ? " + expression(depth - 1) + " : " + expression(depth - 1) + ")";
  case 5: return "(" + expression(depth - 1) + (one_in(2) ? " / " : " % ") + (one_in(2) ? "2" : "4") + ")";
  default: return bit_expression(depth - 1);
  }
}

std::string RandomProgram::bit_expression(int depth) {
  switch (pick(6)) {
  case 0: return "(" + expression(depth) + " & " + expression(depth) + ")";
  case 1: return "(" + expression(depth) + " ^ " + expression(depth) + ")";
  case 2: return "(" + expression(depth) + " >> " + std::to_string(pick(4)) + ")";
  case 3: return "a[" + expression(depth) + " & 3]";
  case 4: return "(int)(unsigned char)" + variable();
  default: return one_in(2) ? "r.s" : "r.c";
  }
}

std::string RandomProgram::condition(int depth) {
  static const char* const relations[] = {" < ", " <= ", " == ", " != ", " > ", " >= "};
  if (depth > 0 && one_in(4))
    return "(" + condition(depth - 1) + (one_in(2) ? " && " : " || ") + condition(depth - 1) + ")";
  if (depth > 0 && one_in(8)) return "!(" + condition(depth - 1) + ")";
  return "(" + expression(depth) + relations[pick(6)] + expression(depth) + ")";
}

void RandomProgram::check() {
  std::string claim = condition(1);
  if (!one_in(3)) { // true more often than not
    const std::string limit = std::to_string(1 << (2 + pick(10)));
    const std::string x = variable();
    claim = "(" + x + " <= " + limit + " && " + x + " >= -" + limit + ")";
  }
  line("if (!" + claim + ") reach_error();");
}

void RandomProgram::statement(int depth) {
  switch (pick(options_.with_bits ? 12 : 10)) {
  case 0:
  case 1:
  case 2: return line(variable() + " = " + expression(one_in(3) ? 2 : 1) + ";");
  case 3:
  case 4:
    if (depth == 0) return line(variable() + " = " + expression(1) + ";");
    line("if (" + condition(1) + ") {");
    block(depth - 1, 1 + static_cast<int>(pick(2)));
    if (one_in(2)) {
      line("} else {");
      block(depth - 1, 1 + static_cast<int>(pick(2)));
    }
    return line("}");
  case 5: return depth == 0 || nested_ > 0 ? check() : loop(depth);
  case 6: return one_in(2) ? line("__VERIFIER_assume(" + condition(1) + ");") : check();
  case 7:
  case 8:
    if (functions_.empty()) return check();
    return line(variable() + " = " + functions_[pick(static_cast<std::uint32_t>(functions_.size()))] + "(" +
                expression(1) + ", " + expression(1) + ");");
  case 9: return check();
  default: return write_to_memory();
  }
}

void RandomProgram::write_to_memory() {
  switch (pick(4)) {
  case 0: return line("a[" + expression(1) + " & 3] = " + expression(1) + ";");
  case 1: return line("r.s = (short)" + expression(1) + ";");
  case 2: return line("*(" + condition(1) + " ? &a[" + std::to_string(pick(4)) + "] : a) = " + expression(1) + ";");
  default: return line("((signed char *)&r)[" + std::to_string(pick(3)) + "] = (signed char)" + expression(1) + ";");
  }
}

void RandomProgram::block(int depth, int statements) {
  ++indent_;
  for (int i = 0; i < statements; ++i) statement(depth);
  --indent_;
}

void RandomProgram::loop(int depth) {
  const std::string i = "i" + std::to_string(loops_++);
  line("for (int " + i + " = 0; " + i + " < " + std::to_string(iterations) + " && " + condition(0) + "; ++" + i +
       ") {");
  ++nested_;
  block(depth - 1, 1 + static_cast<int>(pick(3)));
  --nested_;
  line("}");
}

void RandomProgram::function(const std::string& name) {
  variables_ = {"g", "p", "q"};
  text_ += "static int " + name + "(int p, int q) {\n";
  const int saved = nested_;
  ++nested_; // no loops, so that calls in loops stay short
  block(1, 1 + static_cast<int>(pick(2)));
  nested_ = saved;
  if (one_in(2)) line("if (" + condition(1) + ") return " + expression(1) + ";");
  line("return " + expression(2) + ";");
  text_ += "}\n\n";
  functions_.push_back(name);
}

} // namespace tandem
