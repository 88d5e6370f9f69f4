# The files that `cmake --install` installs, and the package that `cpack` makes. Included by
# CMakeLists.txt.
include(GNUInstallDirs)

# `make install` and cpack must not build everything, tests included, first.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
if(WIN32) # has no standard folders
    install(TARGETS guzumi DESTINATION .)
    install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION .)
else()
    install(TARGETS guzumi)
endif()

# The executable writes its man page and completions; without running it, there are none.
if(WIN32)
    # uses neither
elseif(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
    message(STATUS "Cross-compiling without an emulator: no man page, no completions")
else()
    # guzumi_manual(format file folder)
    function(guzumi_manual format file folder)
        set(path ${PROJECT_BINARY_DIR}/manual/${file})
        add_custom_command(OUTPUT ${path}
            COMMAND guzumi manual ${format} > ${path}.new
            COMMAND ${CMAKE_COMMAND} -E rename ${path}.new ${path}
            DEPENDS guzumi COMMENT "Writing ${file}" VERBATIM)
        install(FILES ${path} DESTINATION ${folder})
        set(manual_files ${manual_files} ${path} PARENT_SCOPE)
    endfunction()
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/manual)
    guzumi_manual(man guzumi.1 ${CMAKE_INSTALL_MANDIR}/man1)
    guzumi_manual(bash guzumi ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    guzumi_manual(zsh _guzumi ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
    guzumi_manual(fish guzumi.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
    add_custom_target(manual ALL DEPENDS ${manual_files})
endif()

set(GUZUMI_MAINTAINER "The Guzumi authors <guzumi@packages.invalid>" CACHE STRING
    "Name and address of the maintainer of the package")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
if(WIN32)
    set(CPACK_GENERATOR ZIP)
    unset(CPACK_PACKAGING_INSTALL_PREFIX)
endif()
set(CPACK_PACKAGE_CONTACT ${GUZUMI_MAINTAINER})
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Go engine that teaches itself")
set(CPACK_PACKAGE_DESCRIPTION
"Guzumi plays Go on boards from 2x2 to 19x19: in the terminal and, by GTP, in
GoGui, Sabaki and on CGOS. It combines Monte-Carlo tree search with a small
policy-value network trained on its own searches. It also contains the programs
of several papers on reinforcement learning, among them local shapes that learn
by temporal differences during the search (Dyna-2). It trains its weights, plays
matches and analyzes games.")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gnugo, sabaki | gogui")
find_program(SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(SHLIBDEPS)
if(GUZUMI_STATIC OR WIN32)
    # no dependencies
elseif(SHLIBDEPS)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
else()
    set(CPACK_DEBIAN_PACKAGE_DEPENDS libc6)
endif()
if(CPACK_GENERATOR STREQUAL DEB)
    set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/package_deb.cmake)
endif()
# Read by that script too.
set(CPACK_GUZUMI_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
include(CPack)
