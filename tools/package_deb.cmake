# Run by cpack on the installed files before it packs them: adds and compresses the files that
# Debian's policy requires.
cmake_minimum_required(VERSION 3.20)

set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY})
set(doc ${root}/usr/share/doc/guzumi)

# compress(FILE): replaces FILE by FILE.gz, reproducibly.
function(compress file)
    file(ARCHIVE_CREATE OUTPUT ${file}.gz PATHS ${file} FORMAT raw COMPRESSION GZip
         COMPRESSION_LEVEL 9 MTIME "1970-01-01 00:00:00 UTC")
    file(REMOVE ${file})
endfunction()

# Debian has a folder of its own for games.
file(MAKE_DIRECTORY ${root}/usr/games)
file(RENAME ${root}/usr/bin/guzumi ${root}/usr/games/guzumi)
file(REMOVE_RECURSE ${root}/usr/bin)

file(GLOB pages ${root}/usr/share/man/man1/*.1)
foreach(page IN LISTS pages)
    compress(${page})
endforeach()

string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${doc}/changelog "guzumi (${CPACK_PACKAGE_VERSION}) unstable; urgency=low

  * Guzumi ${CPACK_PACKAGE_VERSION}, packed by cpack.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
compress(${doc}/changelog)

file(READ ${CPACK_GUZUMI_LICENSE} license)
file(WRITE ${doc}/copyright "Guzumi ${CPACK_PACKAGE_VERSION}\n\n${license}")

# Readable by everybody, whatever the umask.
set(readable OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
set(executable ${readable} OWNER_EXECUTE GROUP_EXECUTE WORLD_EXECUTE)
file(CHMOD_RECURSE ${root} FILE_PERMISSIONS ${readable} DIRECTORY_PERMISSIONS ${executable})
file(CHMOD ${root}/usr/games/guzumi PERMISSIONS ${executable})
