target_link_libraries(tandem_task PRIVATE pugixml::pugixml)
