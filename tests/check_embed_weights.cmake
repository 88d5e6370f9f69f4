# Embeds artificial weight files in both ways, as C arrays and (unless INCBIN is off) by the
# assembler, and compiles a program that compares them byte for byte.
# cmake -DCC=compiler -DINCBIN=ON -DROOT=repository -DWORK=folder -P check_embed_weights.cmake
cmake_minimum_required(VERSION 3.20)

function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "failed: ${ARGN}")
    endif()
endfunction()

# Embeds the files in FOLDER with INCBIN on or off, and runs PROGRAM with the table. The source must
# have at most LENGTH bytes.
function(embed_and_run folder incbin length program)
    file(WRITE ${WORK}/main.c "${program}")
    run(${CMAKE_COMMAND} -DWEIGHTS=${folder} -DOUTPUT=${WORK}/out.c -DINCBIN=${incbin}
        -P ${ROOT}/tools/embed_weights.cmake)
    file(SIZE ${WORK}/out.c size)
    if(size GREATER length)
        message(FATAL_ERROR "out.c has ${size} bytes with INCBIN=${incbin}, more than ${length}")
    endif()
    run(${CC} -std=c11 -Wall -Wextra -Wpedantic -Werror -I${ROOT}/src/learner ${WORK}/out.c
        ${WORK}/main.c -o ${WORK}/program)
    run(${WORK}/program)
endfunction()

set(ways OFF)
if(INCBIN)
    list(APPEND ways ON)
endif()

set(head "#include \"builtin_weights.h\"\n#include <string.h>\nint main(void) {\n")

set(text "[thirteen]; \\\"\\\\ with more than one line of twenty bytes\\n")
string(REPEAT "0123456789abcdef" 4096 long)

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK}/none)
file(WRITE ${WORK}/in/13x13.weights "[thirteen]; \"\\ with more than one line of twenty bytes\n")
file(WRITE ${WORK}/in/9x9.weights "nine")
file(WRITE ${WORK}/in/territory-9x9.weights "net")
file(WRITE ${WORK}/in/9x8.weights "no square")
file(WRITE ${WORK}/in/notes.weights "no size")
file(WRITE "${WORK}/a folder/19x19.weights" "${long}")

foreach(way IN LISTS ways)
    embed_and_run(${WORK}/none ${way} 1000 "${head}return builtin_weights_count != 0;\n}\n")
    embed_and_run(${WORK}/in ${way} 2000 "${head}const char *text = \"${text}\";
const struct builtin_weights *w = builtin_weights;
return !(builtin_weights_count == 3 && w[0].size == 9 && w[0].length == 4 &&
         memcmp(w[0].data, \"nine\", 4) == 0 && w[1].size == 13 && w[1].length == strlen(text) &&
         memcmp(w[1].data, text, w[1].length) == 0 &&
         strcmp(w[1].kind, \"local-shapes\") == 0 && w[2].size == 9 && w[2].length == 3 &&
         strcmp(w[2].kind, \"territory\") == 0);\n}\n")
    set(length 1000000)
    if(way)
        set(length 2000) # the assembler has read the bytes
    endif()
    embed_and_run("${WORK}/a folder" ${way} ${length} "${head}
const struct builtin_weights *w = builtin_weights;
return !(builtin_weights_count == 1 && w[0].size == 19 && w[0].length == 65536 &&
         memcmp(w[0].data + 65520, \"0123456789abcdef\", 16) == 0);\n}\n")
endforeach()
