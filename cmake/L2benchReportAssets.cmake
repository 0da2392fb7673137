# Puts the report's scripts and style into the program, with the SHA-256 of each: the page's Content-Security-Policy lets
# nothing run but them. Sets L2BENCH_REPORT_ASSETS to the generated source.
set(script_files third_party/vega/vega.min.js third_party/vega/vega-lite.min.js third_party/vega/vega-embed.min.js
  src/report/page.js)
set(style_file src/report/page.css)

set(L2BENCH_INCBINS "")
set(L2BENCH_SYMBOLS "")
set(L2BENCH_SCRIPT_ROWS "")
set(asset_paths "")
foreach(file IN LISTS script_files style_file)
  set(path ${PROJECT_SOURCE_DIR}/${file})
  list(APPEND asset_paths ${path})
  get_filename_component(name ${file} NAME)
  string(MAKE_C_IDENTIFIER "l2bench_asset_${name}" symbol)
  file(SHA256 ${path} sha256)
  string(APPEND L2BENCH_INCBINS
    "    \"${symbol}:\\n.incbin \\\"${path}\\\"\\n${symbol}_end:\\n.byte 0\\n\"\n")
  string(APPEND L2BENCH_SYMBOLS
    "extern \"C\" const char ${symbol}[];\nextern \"C\" const char ${symbol}_end[];\n")
  set(row "{\"${name}\", between(${symbol}, ${symbol}_end), \"${sha256}\"}")
  if(file STREQUAL style_file)
    set(L2BENCH_STYLE_ROW "${row}")
  else()
    string(APPEND L2BENCH_SCRIPT_ROWS "      ${row},\n")
  endif()
endforeach()

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${asset_paths})
set(L2BENCH_REPORT_ASSETS ${PROJECT_BINARY_DIR}/generated/report/assets.cpp)
configure_file(${PROJECT_SOURCE_DIR}/cmake/report_assets.cpp.in ${L2BENCH_REPORT_ASSETS} @ONLY)
set_source_files_properties(${L2BENCH_REPORT_ASSETS} PROPERTIES OBJECT_DEPENDS "${asset_paths}")
