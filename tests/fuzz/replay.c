/* Runs a fuzz target on saved inputs: replay FOLDER runs it on every file there. */
#define _POSIX_C_SOURCE 200809L
#include "guzumi/base/file.h"
#include "guzumi/base/threads.h"

#include "fuzz.h"

#include <dirent.h>

static void run_file(const char *path) {
    unsigned char *data;
    size_t length;
    struct failure why;
    if (file_read(path, SIZE_MAX / 2, &data, &length, &why) != STATUS_OK) {
        fprintf(stderr, "%s\n", why.text);
        exit(EXIT_FAILURE);
    }
    /* A copy of the exact size, so that a sanitizer detects reads beyond the end. */
    uint8_t *exact = malloc(length ? length : 1);
    CHECK(exact);
    for (size_t i = 0; i < length; i++) exact[i] = data[i];
    LLVMFuzzerTestOneInput(exact, length);
    free(exact);
    free(data);
}

struct replay {
    const char *name;
    DIR *folder;
    int count;
};

static void *run_folder(void *context) {
    struct replay *r = context;
    for (struct dirent *entry; (entry = readdir(r->folder)) != NULL;) {
        char path[4096];
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", r->name, entry->d_name);
        run_file(path);
        r->count++;
    }
    return NULL;
}

int main(int argc, char **argv) {
    struct replay r = {.name = argc == 2 ? argv[1] : NULL};
    if (!r.name || !(r.folder = opendir(r.name))) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return EXIT_FAILURE;
    }
    threads_call(run_folder, &r);
    closedir(r.folder);
    printf("%d inputs\n", r.count);
    return r.count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
