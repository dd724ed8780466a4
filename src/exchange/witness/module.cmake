target_link_libraries(tandem_exchange_witness PUBLIC yaml-cpp PRIVATE pugixml::pugixml)
