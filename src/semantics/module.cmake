target_link_libraries(tandem_semantics PUBLIC pugixml::pugixml)
