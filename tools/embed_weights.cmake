# Writes OUTPUT, the C source of the table in src/learner/builtin_weights.h, from the files
# NxN.weights and KIND-NxN.weights in the folder WEIGHTS:
#   cmake -DWEIGHTS=... -DOUTPUT=... -DINCBIN=ON|OFF -P embed_weights.cmake
# With INCBIN the assembler reads the files, which takes no time. Without, they become C arrays,
# which are five times as long and slow to compile.
cmake_minimum_required(VERSION 3.20)

file(GLOB files ${WEIGHTS}/*.weights)
list(SORT files COMPARE NATURAL)

set(arrays "")
set(rows "")
set(count 0)
foreach(file IN LISTS files)
    get_filename_component(name ${file} NAME)
    if(name MATCHES "^(([a-z]+)-)?([1-9][0-9]?)x([1-9][0-9]?)\\.weights$"
           AND CMAKE_MATCH_3 STREQUAL CMAKE_MATCH_4)
        set(kind local-shapes)
        if(CMAKE_MATCH_2)
            set(kind ${CMAKE_MATCH_2})
        endif()
        set(size ${CMAKE_MATCH_3})
    else()
        continue()
    endif()
    string(MAKE_C_IDENTIFIER guzumi_weights_${kind}_${size} array)
    file(SIZE ${file} length)
    if(length EQUAL 0)
        message(FATAL_ERROR "${file} is empty")
    endif()
    if(INCBIN AND NOT file MATCHES "[\"\\]")
        string(APPEND arrays "BUILTIN_FILE(${array}, \"${file}\");\n\n")
    else()
        file(READ ${file} bytes HEX)
        string(REPEAT "." 40 line)
        string(REGEX REPLACE "(${line})" "\\1\n" bytes "${bytes}")
        string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
        string(APPEND arrays
               "static const unsigned char ${array}[] = {\n${bytes}};\n\n")
    endif()
    string(APPEND rows "    {\"${kind}\", ${size}, ${array}, ${length}},\n")
    math(EXPR count "${count} + 1")
endforeach()

if(count EQUAL 0)
    set(rows "    {\"\", 0, NULL, 0}, /* ISO C has no empty arrays */\n")
endif()

file(WRITE ${OUTPUT} "/* Written by tools/embed_weights.cmake from weights/. */
#include \"builtin_weights.h\"

${arrays}const struct builtin_weights builtin_weights[] = {
${rows}};
const int builtin_weights_count = ${count};
")
