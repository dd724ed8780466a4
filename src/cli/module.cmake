target_link_libraries(tandem_cli PUBLIC CLI11::CLI11 nlohmann_json::nlohmann_json)
target_compile_definitions(tandem_cli PRIVATE TANDEM_VERSION="${PROJECT_VERSION}")
set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/cli/share.cpp PROPERTIES
  COMPILE_DEFINITIONS TANDEM_SOURCE_SHARE="${PROJECT_SOURCE_DIR}/share")
