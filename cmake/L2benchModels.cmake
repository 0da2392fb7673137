# Puts configs/models/*.json into the program: <model/builtin_cards.hpp> in the folder `generated`.
set(L2BENCH_MODELS a100-pcie-40gb a100-sxm-80gb generic h100-sxm h200)
list(LENGTH L2BENCH_MODELS L2BENCH_MODEL_COUNT)
set(L2BENCH_MODEL_TEXTS "")
foreach(model IN LISTS L2BENCH_MODELS)
  set(card ${PROJECT_SOURCE_DIR}/configs/models/${model}.json)
  file(READ ${card} text)
  string(APPEND L2BENCH_MODEL_TEXTS "    {\"${model}\", R\"json(${text})json\"},\n")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${card})
endforeach()
configure_file(${PROJECT_SOURCE_DIR}/cmake/builtin_cards.hpp.in
  ${PROJECT_BINARY_DIR}/generated/model/builtin_cards.hpp @ONLY)
