target_link_libraries(tandem_exchange_formats PUBLIC ZLIB::ZLIB nlohmann_json::nlohmann_json PRIVATE pugixml::pugixml)
