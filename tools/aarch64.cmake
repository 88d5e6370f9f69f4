# Toolchain for Linux on 64-bit ARM (Debian: gcc-aarch64-linux-gnu, libc6-dev-arm64-cross,
# and qemu-user to run it here):
#   cmake -S . -B build/aarch64 -DCMAKE_TOOLCHAIN_FILE=tools/aarch64.cmake
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
# A single file, which QEMU runs without that system's libraries.
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
# Tests run under QEMU if it is installed.
find_program(GUZUMI_QEMU NAMES qemu-aarch64 qemu-aarch64-static)
if(GUZUMI_QEMU)
    set(CMAKE_CROSSCOMPILING_EMULATOR ${GUZUMI_QEMU})
endif()
