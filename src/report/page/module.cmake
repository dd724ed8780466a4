# The files that run in the browser become two constants; the order is that in which the browser reads them.
set(page_scripts dom.js highlight.js source.js summary.js trace.js table.js cooperation.js graph.js automata.js bench.js proofs.js vc.js app.js)
set(page_assets ${CMAKE_CURRENT_SOURCE_DIR}/report/page/assets)
list(TRANSFORM page_scripts PREPEND ${page_assets}/)
set(page_embedded ${CMAKE_CURRENT_BINARY_DIR}/report_page_assets.cpp)
add_custom_command(
  OUTPUT ${page_embedded}
  COMMAND ${CMAKE_COMMAND} "-Dscripts=${page_scripts}" -Dstyle=${page_assets}/style.css -Dresult=${page_embedded}
          -P ${PROJECT_SOURCE_DIR}/cmake/embed_assets.cmake
  DEPENDS ${page_scripts} ${page_assets}/style.css ${PROJECT_SOURCE_DIR}/cmake/embed_assets.cmake
  VERBATIM)
target_sources(tandem_report_page PRIVATE ${page_embedded})
target_link_libraries(tandem_report_page PUBLIC nlohmann_json::nlohmann_json PRIVATE ZLIB::ZLIB)
