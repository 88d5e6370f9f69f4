# Installs into a temporary folder, runs the installed executable, checks the man page and the
# completions if the programs for that exist, and makes the package.
# cmake -DBUILD=build-folder -DSTATIC=is-it -DWORK=folder -P check_install.cmake
cmake_minimum_required(VERSION 3.20)

# run(WHAT COMMAND...): stops the test if COMMAND fails; OUTPUT gets its output.
macro(run what)
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output
                    RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "${what} failed (${result}):\n${output}")
    endif()
endmacro()

# expect(WHAT REGEX): OUTPUT must match REGEX.
function(expect what regex)
    if(NOT output MATCHES "${regex}")
        message(FATAL_ERROR "${what}: expected '${regex}', got:\n${output}")
    endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
run("cmake --install" ${CMAKE_COMMAND} -E env DESTDIR=${WORK}
    ${CMAKE_COMMAND} --install ${BUILD} --prefix /usr)
set(share ${WORK}/usr/share)
set(engine ${WORK}/usr/bin/guzumi)

# The version is the newest release in the changelog.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../.github/CHANGELOG.md releases
     REGEX "^## [0-9]+\\.[0-9]+\\.[0-9]+( |$)")
list(GET releases 0 release)
string(REGEX REPLACE "^## ([0-9.]+).*" "\\1" release "${release}")
run("guzumi --version" ${engine} --version)
expect("the version" "^Guzumi ${release}\n$")
file(WRITE ${WORK}/script "name\nboardsize 9\nplay b E5\nquit\n")
execute_process(COMMAND ${engine} INPUT_FILE ${WORK}/script OUTPUT_VARIABLE output)
expect("the GTP conversation" "^= Guzumi\n\n= \n\n= \n\n= \n\n$")

# The man page and each completion contain names from the tables.
foreach(file man/man1/guzumi.1 bash-completion/completions/guzumi
             zsh/site-functions/_guzumi fish/vendor_completions.d/guzumi.fish)
    file(READ ${share}/${file} output)
    foreach(name weights perft search.*alpha td.*learning)
        expect("${file}" ${name})
    endforeach()
endforeach()

find_program(GROFF groff)
if(GROFF)
    execute_process(COMMAND ${GROFF} -man -ww -z ${share}/man/man1/guzumi.1
                    ERROR_VARIABLE output)
    expect("groff's warnings about the man page" "^$")
else()
    message(STATUS "skipped: the man page needs groff")
endif()

# completes(WORDS EXPECTED): bash must offer EXPECTED for the last of WORDS.
function(completes words expected)
    execute_process(COMMAND ${BASH} --norc -c "
        . '${share}/bash-completion/completions/guzumi'
        COMP_WORDS=(${words})
        COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
        _guzumi
        echo \"\${COMPREPLY[*]}\"" OUTPUT_VARIABLE output ERROR_VARIABLE output)
    expect("the completion of ${words}" "^${expected}\n$")
endfunction()

find_program(BASH bash)
if(BASH)
    # bash reads all syntax that zsh's completion uses, so it finds unbalanced quotes without a zsh.
    run("bash -n" ${BASH} -n ${share}/zsh/site-functions/_guzumi)
    completes("guzumi tr" "train")
    completes("guzumi gtp --memory ''" "long short both")
    completes("guzumi gtp --memory = sh" "short")
    completes("guzumi --search-al" "--search-alpha")
    completes("guzumi manual z" "zsh")
    completes("guzumi weights cou" "count")
    completes("guzumi gtp --preset td" "td-learning td-search")
    completes("guzumi gtp --set nu" "null_move=")
    completes("guzumi gtp --set memory =" "long short both")
    completes("guzumi gtp --set default_policy = u" "uniform")
    completes("guzumi train --kind l" "liberties")
    completes("guzumi gtp -- --pre" "")
    completes("guzumi train --out ${share}/man/ma" "${share}/man/man1")
else()
    message(STATUS "skipped: the completion needs bash")
endif()
find_program(ZSH zsh)
if(ZSH)
    run("zsh -n" ${ZSH} -n ${share}/zsh/site-functions/_guzumi)
endif()
find_program(FISH fish)
if(FISH)
    run("fish" ${FISH} --no-config -c
        "source '${share}/fish/vendor_completions.d/guzumi.fish' && complete -C 'guzumi gtp --mem'")
    expect("fish's completion" "--memory\t")
endif()

find_program(DPKG_DEB dpkg-deb)
get_filename_component(bin ${CMAKE_COMMAND} DIRECTORY)
if(DPKG_DEB AND EXISTS ${bin}/cpack)
    run("cpack" sh -c "umask 077 && exec \"$@\"" sh ${bin}/cpack
        --config ${BUILD}/CPackConfig.cmake -B ${WORK}/package)
    file(GLOB package ${WORK}/package/guzumi_*.deb)
    run("dpkg-deb" ${DPKG_DEB} --contents ${package})
    expect("the package" "-rwxr-xr-x root/root .* ./usr/games/guzumi\n.*/man1/guzumi.1.gz\n")
    if(output MATCHES "(^|\n)....---[^\n]*")
        message(FATAL_ERROR "not readable by everybody: ${CMAKE_MATCH_0}")
    endif()
    run("dpkg-deb" ${DPKG_DEB} --field ${package} Depends)
    if(STATIC)
        expect("the dependencies of a static executable" "^\n*$")
    else()
        expect("the dependencies" "(^|, )libc6")
    endif()
else()
    message(STATUS "skipped: the package needs cpack and dpkg-deb")
endif()
file(REMOVE_RECURSE ${WORK})
