target_link_libraries(tandem_cli_common PUBLIC CLI11::CLI11 nlohmann_json::nlohmann_json)
target_compile_definitions(tandem_cli_common PUBLIC TANDEM_VERSION="${PROJECT_VERSION}")
