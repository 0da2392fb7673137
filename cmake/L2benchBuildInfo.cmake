# What the program says about its own build: <l2bench_build_info.hpp> in the folder `generated`.
# The revision is looked up at every build and the header is rewritten only when it changed: a revision noted when the
# build was configured would be wrong after the next commit.
find_package(Git QUIET)
set(L2BENCH_CUDA_VERSION "")
if(L2BENCH_HAVE_CUDA)
  set(L2BENCH_CUDA_VERSION ${CUDAToolkit_VERSION})
endif()
set(L2BENCH_BUILD_INFO ${PROJECT_BINARY_DIR}/generated/l2bench_build_info.hpp)
add_custom_target(l2bench_build_info
  COMMAND ${CMAKE_COMMAND}
    -D GIT=${GIT_EXECUTABLE}
    -D SOURCE_DIR=${PROJECT_SOURCE_DIR}
    -D TEMPLATE=${CMAKE_CURRENT_LIST_DIR}/build_info.hpp.in
    -D OUTPUT=${L2BENCH_BUILD_INFO}
    -D VERSION=${PROJECT_VERSION}
    -D "COMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
    -D CUDA_VERSION=${L2BENCH_CUDA_VERSION}
    -P ${CMAKE_CURRENT_LIST_DIR}/write_build_info.cmake
  BYPRODUCTS ${L2BENCH_BUILD_INFO}
  COMMENT "Looking up the git revision"
  VERBATIM)
