# Puts configs/probe.json into the program: `l2bench probe` works wherever the program is.
file(READ ${PROJECT_SOURCE_DIR}/configs/probe.json L2BENCH_PROBE_SPEC)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/configs/probe.json)
configure_file(${PROJECT_SOURCE_DIR}/cmake/probe_spec.hpp.in ${PROJECT_BINARY_DIR}/generated/app/probe_spec.hpp @ONLY)
