# Z3 and CaDiCaL are linked; MiniSat too, as the second SAT engine. Other solvers run as processes.
find_library(Z3_LIBRARY z3 REQUIRED)
find_library(CADICAL_LIBRARY cadical REQUIRED)
find_library(MINISAT_LIBRARY minisat REQUIRED)
target_link_libraries(tandem_smt PUBLIC ${Z3_LIBRARY} ${CADICAL_LIBRARY} ${MINISAT_LIBRARY} ZLIB::ZLIB Threads::Threads)
