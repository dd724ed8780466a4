# Clang is linked as one shared library: that is what clang-19 itself does, so start-up costs the same.
find_program(TANDEM_CLANG NAMES clang-19 REQUIRED)
find_program(TANDEM_LLVM_CONFIG NAMES llvm-config-19 REQUIRED)
execute_process(COMMAND ${TANDEM_CLANG} -print-resource-dir OUTPUT_VARIABLE clang_resources
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${TANDEM_LLVM_CONFIG} --includedir OUTPUT_VARIABLE llvm_includes
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${TANDEM_LLVM_CONFIG} --libdir OUTPUT_VARIABLE llvm_libraries
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
# Debian has no libclang-cpp.so link for the linker, only the versioned name.
find_library(TANDEM_CLANG_LIBRARY NAMES libclang-cpp.so.19.1 clang-cpp HINTS ${llvm_libraries} REQUIRED)
find_library(TANDEM_LLVM_LIBRARY NAMES libLLVM.so.19.1 LLVM-19 HINTS ${llvm_libraries} REQUIRED)

# Classes that derive from clang's must have run-time type information exactly if clang's have it.
execute_process(COMMAND ${TANDEM_LLVM_CONFIG} --has-rtti OUTPUT_VARIABLE llvm_rtti OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)

# For the rooms that see clang.
function(use_clang target)
  target_include_directories(${target} SYSTEM PRIVATE ${llvm_includes})
  target_link_libraries(${target} PRIVATE ${TANDEM_CLANG_LIBRARY} ${TANDEM_LLVM_LIBRARY} nlohmann_json::nlohmann_json)
  if(NOT llvm_rtti STREQUAL "YES")
    target_compile_options(${target} PRIVATE -fno-rtti)
  endif()
  target_compile_definitions(${target} PRIVATE TANDEM_CLANG_RESOURCES="${clang_resources}")
endfunction()

use_clang(tandem_frontend_dialect)
use_clang(tandem_frontend_parse)
target_precompile_headers(tandem_frontend_parse PRIVATE frontend/parse/clang_headers.h)
