# Compiles every public header alone, and twice in one file, as strict C11.
# cmake -DCC=compiler -DROOT=repository -DWORK=folder -P check_headers.cmake
cmake_minimum_required(VERSION 3.20)

file(GLOB headers RELATIVE ${ROOT}/include ${ROOT}/include/guzumi/*/*.h)
if(NOT headers)
    message(FATAL_ERROR "no headers in ${ROOT}/include/guzumi")
endif()
file(MAKE_DIRECTORY ${WORK})
set(failed "")
foreach(header IN LISTS headers)
    file(WRITE ${WORK}/alone.c
         "#include \"${header}\"\n#include \"${header}\"\ntypedef int not_empty;\n")
    execute_process(
        COMMAND ${CC} -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
                -fsyntax-only -I${ROOT}/include ${WORK}/alone.c
        RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        list(APPEND failed ${header})
    endif()
endforeach()
if(failed)
    message(FATAL_ERROR "headers that don't compile alone: ${failed}")
endif()
