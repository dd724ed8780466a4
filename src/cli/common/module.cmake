target_link_libraries(tandem_cli_common PUBLIC CLI11::CLI11 nlohmann_json::nlohmann_json)
target_compile_definitions(tandem_cli_common PUBLIC TANDEM_VERSION="${PROJECT_VERSION}")

# Which commit a program was built from is known only when it is built; the file changes, and is compiled again, only
# when the commit does.
set(commit_file ${CMAKE_CURRENT_BINARY_DIR}/built_commit.cpp)
add_custom_target(built_commit
  COMMAND ${CMAKE_COMMAND} -Dsource=${PROJECT_SOURCE_DIR} -Dresult=${commit_file} -P ${PROJECT_SOURCE_DIR}/cmake/built_commit.cmake
  BYPRODUCTS ${commit_file}
  VERBATIM)
target_sources(tandem_cli_common PRIVATE ${commit_file})
set_source_files_properties(${commit_file} PROPERTIES GENERATED TRUE SKIP_PRECOMPILE_HEADERS TRUE)
add_dependencies(tandem_cli_common built_commit)

# The versions of the linked libraries, as their packages have them.
set(linked_packages libclang-19-dev libz3-dev libcadical-dev minisat libfmt-dev libyaml-cpp-dev libpugixml-dev
  nlohmann-json3-dev libcli11-dev zlib1g-dev)
execute_process(COMMAND dpkg-query -W -f "\${source:Package} \${source:Upstream-Version}, " ${linked_packages}
  OUTPUT_VARIABLE linked_versions ERROR_QUIET)
string(REGEX REPLACE ", $" "" linked_versions "${linked_versions}")
set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/cli/common/version.cpp PROPERTIES COMPILE_DEFINITIONS
  "TANDEM_COMPILER=\"${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}\";TANDEM_LIBRARIES=\"${linked_versions}\"")
