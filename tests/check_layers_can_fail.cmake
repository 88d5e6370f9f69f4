# Shows that check_layers.cmake accepts a good tree and rejects bad ones.
# cmake -DWORK=folder -P check_layers_can_fail.cmake
cmake_minimum_required(VERSION 3.20)

# A good tree: go above base, match and gtp independent of each other; a part within base.
function(make_tree)
    file(REMOVE_RECURSE ${WORK})
    file(WRITE ${WORK}/src/layers.cmake "
        set(layers base go match gtp)
        set(parts_base inner)
        set(uses_go base)
        set(uses_match go)
        set(uses_gtp go)
    ")
    file(WRITE ${WORK}/src/README.md "# The map\n\nbase <- go <- {match, gtp}\n")
    file(WRITE ${WORK}/include/guzumi/base/text.h "")
    file(WRITE ${WORK}/include/guzumi/base/rng.h "")
    file(WRITE ${WORK}/include/guzumi/go/board.h "#include \"guzumi/base/text.h\"\n")
    file(WRITE ${WORK}/src/base/text.c "#include \"guzumi/base/text.h\"\n#include <string.h>\n")
    file(WRITE ${WORK}/src/base/inner/part.c "#include \"guzumi/base/text.h\"\n")
    file(WRITE ${WORK}/src/go/board_kernel.h "#include \"guzumi/base/rng.h\"\n")
    file(WRITE ${WORK}/src/go/board_tree.h "#include \"guzumi/base/rng.h\"\n")
    file(WRITE ${WORK}/src/go/board.c "#include \"guzumi/go/board.h\"\n#include \"board_kernel.h\"\n"
                                      "#include \"board_tree.h\"\n")
    file(WRITE ${WORK}/src/match/rating.h "#include \"board_kernel.h\"\n")
    file(WRITE ${WORK}/src/gtp/answer.c "#include \"guzumi/go/board.h\"\n")
endfunction()

# Checks the tree with CONTENT in PATH. The message must match EXPECTED; "" for a good tree.
function(expect name path content expected)
    make_tree()
    file(WRITE ${WORK}/${path} "${content}")
    execute_process(
        COMMAND ${CMAKE_COMMAND} -DROOT=${WORK} -P ${CMAKE_CURRENT_LIST_DIR}/check_layers.cmake
        RESULT_VARIABLE result ERROR_VARIABLE text OUTPUT_QUIET)
    string(REGEX REPLACE "[ \n]+" " " text "${text}")
    if(expected STREQUAL "" AND NOT result EQUAL 0)
        message(FATAL_ERROR "${name}: rejected: ${text}")
    elseif(NOT expected STREQUAL "" AND (result EQUAL 0 OR NOT text MATCHES "${expected}"))
        message(FATAL_ERROR "${name}: expected '${expected}', got: ${text}")
    endif()
endfunction()

expect("good tree" src/base/more.c "#include \"guzumi/base/text.h\"\n" "")
expect("public header upward" src/base/more.c "#include \"guzumi/go/board.h\"\n"
       "layer base must not include 'guzumi/go/board.h' of go")
expect("in angle brackets" src/base/more.c "  #  include <guzumi/go/board.h>\n" "must not include")
expect("private header upward" src/base/more.c "#include \"go/board_kernel.h\"\n"
       "layer base must not include 'go/board_kernel.h' of go")
expect("bare name upward" src/base/more.c "#include \"board_kernel.h\"\n"
       "layer base must not include 'board_kernel.h' of go")
expect("through the parent folder" src/base/more.c "#include \"../go/board_kernel.h\"\n"
       "must not include")
expect("header to header" include/guzumi/base/text.h "#include \"guzumi/go/board.h\"\n"
       "include/guzumi/base/text.h: layer base must not include")
expect("sideways" src/gtp/more.c "#include \"match/rating.h\"\n"
       "layer gtp must not include 'match/rating.h' of match")
expect("unknown header" src/go/more.c "#include \"guzumi/go/nothing.h\"\n" "no known layer")
expect("header in no layer" include/guzumi/nothing.h "" "include/guzumi is not a layer")
expect("header of an unknown layer" include/guzumi/misc/nothing.h "" "misc is not a layer")
expect("public header that only its own layer reads" include/guzumi/go/alone.h ""
       "guzumi/go/alone.h: no other layer includes it")
expect("name used twice" src/go/text.c "" "text.c exists twice")
expect("unknown folder" src/misc/more.c "" "misc is not a layer")
expect("a folder in a layer" src/go/misc/more.c "" "src/go/misc is not a part of layer go")
expect("a header of one system" src/go/more.c "#include <unistd.h>\n"
       "src/go/more.c: <unistd.h> belongs in a layer's folder platform")
expect("a condition on the system" src/go/more.c "#ifdef _WIN32\n" "system-dependent code")
expect("both in their place" src/base/platform/more.c "#include <sys/stat.h>\n#ifdef _WIN32\n" "")
expect("from there upward" src/base/platform/more.c "#include \"guzumi/go/board.h\"\n"
       "layer base must not include 'guzumi/go/board.h' of go")
expect("unknown folder of headers" src/misc/more.h "" "misc is not a layer")
expect("private header of a lower layer" src/gtp/more.c "#include \"board_tree.h\"\n"
       "src/gtp/more.c: 'board_tree.h' is private to layer go")
expect("by its path" src/gtp/more.c "#include \"go/board_tree.h\"\n" "private to layer go")
expect("kernel of a lower layer" src/gtp/more.c "#include \"board_kernel.h\"\n" "")
expect("kernel in a public header" include/guzumi/go/board.h "#include \"board_kernel.h\"\n"
       "include/guzumi/go/board.h: a public header must not include the private 'board_kernel.h'")
expect("another map" src/README.md "# The map\n\nbase <- go <- match <- gtp\n"
       "src/README.md has no line 'base <- go <- {match, gtp}'")
