target_link_libraries(tandem_base PRIVATE yaml-cpp pugixml::pugixml)
