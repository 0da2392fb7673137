# cmake -P: fills TEMPLATE into OUTPUT. See L2benchBuildInfo.cmake.
set(REVISION "")
if(GIT)
  execute_process(
    COMMAND ${GIT} describe --always --dirty --abbrev=12 --match v[0-9]*
    WORKING_DIRECTORY ${SOURCE_DIR}
    OUTPUT_VARIABLE REVISION OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT REVISION)
  set(REVISION unknown)
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
