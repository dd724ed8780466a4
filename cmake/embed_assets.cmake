# Writes the style and the scripts of the report's page as constants of src/report/page/assets.h. Variables: scripts (in
# order), style, result.

# A raw string of at most a few kilobytes each: compilers limit the length of a literal.
function(literal_of text variable)
  string(LENGTH "${text}" length)
  set(literals "")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 8000 piece)
    string(APPEND literals "R\"asset(${piece})asset\"\n")
    math(EXPR at "${at} + 8000")
  endwhile()
  set(${variable} "${literals}" PARENT_SCOPE)
endfunction()

set(script "'use strict';\n(() => {\n")
foreach(file IN LISTS scripts)
  file(READ "${file}" text)
  string(APPEND script "${text}")
endforeach()
string(APPEND script "})();\n")
file(READ "${style}" style_text)
literal_of("${style_text}" style_literal)
literal_of("${script}" script_literal)
file(WRITE "${result}" "#include \"report/page/assets.h\"

namespace tandem::report::page::assets {

const std::string_view style = ${style_literal};

const std::string_view script = ${script_literal};

} // namespace tandem::report::page::assets
")
