# Z3 is linked; other SMT solvers run as processes.
find_library(Z3_LIBRARY z3 REQUIRED)
target_link_libraries(tandem_smt_solver PUBLIC ${Z3_LIBRARY} Threads::Threads)
