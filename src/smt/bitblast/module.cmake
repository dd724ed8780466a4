# CaDiCaL is linked; MiniSat too, as the second SAT engine.
find_library(CADICAL_LIBRARY cadical REQUIRED)
find_library(MINISAT_LIBRARY minisat REQUIRED)
target_link_libraries(tandem_smt_bitblast PUBLIC ${CADICAL_LIBRARY} ${MINISAT_LIBRARY} ZLIB::ZLIB)
