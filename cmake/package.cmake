# `make deb`: a package for the Debian release it is built on. Libraries are found by dpkg-shlibdeps; what tandem calls at
# run time is listed here.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tandem-verifier)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "tandem's maintainers <tandem@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "verifiers and testers for C that work together")
set(CPACK_PACKAGE_DESCRIPTION "Each verifier takes over what the others left open: bounded model checking, k-induction,
predicate and value analysis, testing, and external tools as partners.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The front end needs clang's own headers; programs under test are compiled with both compilers, for both word sizes.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, gcc, gcc-multilib, libc6-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "bubblewrap, graphviz, z3, cvc5, cadical, minisat, cbmc, afl++")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "slurm-client")
include(CPack)
