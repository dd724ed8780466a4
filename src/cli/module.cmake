target_link_libraries(tandem_cli PUBLIC CLI11::CLI11 nlohmann_json::nlohmann_json)
target_compile_definitions(tandem_cli PRIVATE TANDEM_VERSION="${PROJECT_VERSION}")
