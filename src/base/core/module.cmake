target_link_libraries(tandem_base_core PUBLIC ZLIB::ZLIB PRIVATE yaml-cpp pugixml::pugixml)
set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/base/core/share_folders.cpp PROPERTIES
  COMPILE_DEFINITIONS TANDEM_SOURCE_SHARE="${PROJECT_SOURCE_DIR}/share")
