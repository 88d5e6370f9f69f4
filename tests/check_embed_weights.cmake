# Embeds made-up weight files and compiles a program that compares them byte for byte.
# cmake -DCC=compiler -DROOT=repository -DWORK=folder -P check_embed_weights.cmake
cmake_minimum_required(VERSION 3.20)

function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "failed: ${ARGN}")
    endif()
endfunction()

# Embeds what is in WORK/in and runs PROGRAM with the table.
function(embed_and_run program)
    file(WRITE ${WORK}/main.c "${program}")
    run(${CMAKE_COMMAND} -DWEIGHTS=${WORK}/in -DOUTPUT=${WORK}/out.c
        -P ${ROOT}/tools/embed_weights.cmake)
    run(${CC} -std=c11 -Wall -Wextra -Wpedantic -Werror -I${ROOT}/src/value ${WORK}/out.c ${WORK}/main.c
        -o ${WORK}/program)
    run(${WORK}/program)
endfunction()

set(head "#include \"builtin_weights.h\"\n#include <string.h>\nint main(void) {\n")

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK}/in)
embed_and_run("${head}return builtin_weights_count != 0;\n}\n")

file(WRITE ${WORK}/in/13x13.weights "[thirteen]; \"\\ with more than one line of twenty bytes\n")
file(WRITE ${WORK}/in/9x9.weights "nine")
file(WRITE ${WORK}/in/9x8.weights "no square")
file(WRITE ${WORK}/in/notes.weights "no size")
embed_and_run("${head}const char *text = \"[thirteen]; \\\"\\\\ with more than one line of twenty bytes\\n\";
const struct builtin_weights *w = builtin_weights;
return !(builtin_weights_count == 2 && w[0].size == 9 && w[0].length == 4 &&
         memcmp(w[0].data, \"nine\", 4) == 0 && w[1].size == 13 && w[1].length == strlen(text) &&
         memcmp(w[1].data, text, w[1].length) == 0);\n}\n")
