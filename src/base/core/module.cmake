target_link_libraries(tandem_base_core PUBLIC ZLIB::ZLIB PRIVATE yaml-cpp pugixml::pugixml)
