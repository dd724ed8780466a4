target_link_libraries(tandem_automata PUBLIC yaml-cpp ZLIB::ZLIB PRIVATE nlohmann_json::nlohmann_json pugixml::pugixml)
