# Puts schema/*.schema.json into the program: `l2bench schema` prints what the tests check against.
file(READ ${PROJECT_SOURCE_DIR}/schema/spec.schema.json L2BENCH_SPEC_SCHEMA)
file(READ ${PROJECT_SOURCE_DIR}/schema/result.schema.json L2BENCH_RESULT_SCHEMA)
file(READ ${PROJECT_SOURCE_DIR}/schema/model.schema.json L2BENCH_MODEL_SCHEMA)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/schema/spec.schema.json ${PROJECT_SOURCE_DIR}/schema/result.schema.json
  ${PROJECT_SOURCE_DIR}/schema/model.schema.json)
configure_file(${PROJECT_SOURCE_DIR}/cmake/schemas.hpp.in ${PROJECT_BINARY_DIR}/generated/app/schemas.hpp @ONLY)
