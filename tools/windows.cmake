# Toolchain for guzumi.exe on 64-bit Windows, with MinGW-w64 (Debian: gcc-mingw-w64-x86-64):
#   cmake -S . -B build/windows -DCMAKE_TOOLCHAIN_FILE=tools/windows.cmake
# Threads are POSIX's, by winpthreads, which comes with the compiler.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(prefix x86_64-w64-mingw32)
set(CMAKE_C_COMPILER ${prefix}-gcc)
set(CMAKE_FIND_ROOT_PATH /usr/${prefix})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# MinGW-w64's isnan() and isfinite() have a branch for each type and warn in those not taken.
set(CMAKE_C_FLAGS_INIT -Wno-float-conversion)
# A single file, without the DLLs of the compiler and of winpthreads.
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_EXE_LINKER_FLAGS_RELEASE_INIT -s)
# Tests run under Wine if it is installed.
find_program(GUZUMI_WINE NAMES wine64 wine)
if(GUZUMI_WINE)
    set(CMAKE_CROSSCOMPILING_EMULATOR ${GUZUMI_WINE})
endif()
