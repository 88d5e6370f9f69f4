/* Reading, writing, replacing and claiming files; buffers. */
#define _POSIX_C_SOURCE 200809L
#include "guzumi/base/file.h"

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char target[] = "test_file.target", link_name[] = "test_file.link";

static void assert_content(const char *path, const char *text) {
    unsigned char *data;
    size_t length;
    struct failure why;
    assert_int_equal(file_read(path, 100, &data, &length, &why), STATUS_OK);
    assert_int_equal(length, strlen(text));
    assert_string_equal((const char *)data, text);
    free(data);
}

static void write_text(const char *path, const char *text) {
    struct failure why;
    assert_int_equal(file_write(path, text, strlen(text), &why), STATUS_OK);
    assert_content(path, text);
}

/* Whether another process can claim the target. */
static bool others_can_claim(void) {
    struct file_claim claim;
    struct failure why;
    int status = 0;
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) _exit(file_claim(&claim, target, &why) == STATUS_OK ? 0 : 1);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* A claim excludes other processes, also after the file is replaced, and leaves no lock behind. */
static void test_claims(void **state) {
    (void)state;
    struct file_claim claim;
    struct failure why;
    assert_int_equal(file_claim(&claim, target, &why), STATUS_OK);
    write_text(target, "first");
    assert_false(others_can_claim());
    file_release(&claim);
    assert_int_equal(access("test_file.target.lock", F_OK), -1);
    assert_true(others_can_claim()); /* that process leaves the lock file, like a killed one */
    assert_int_equal(file_claim(&claim, target, &why), STATUS_OK);
    file_release(&claim);
    assert_int_equal(access("test_file.target.lock", F_OK), -1);
    remove(target);
    assert_int_equal(file_claim(&claim, "/dev/null", &why), STATUS_OK);
    file_release(&claim);
    assert_int_equal(file_claim(&claim, "/nonexistent/file", &why), STATUS_IO);
}

static void test_files_are_replaced(void **state) {
    (void)state;
    remove(target);
    write_text(target, "first");
    write_text(target, "another");
    write_text(target, "");
    struct stat about;
    assert_int_equal(chmod(target, 0600), 0); /* what is private stays private */
    write_text(target, "second");
    assert_int_equal(stat(target, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    remove(target);
}

/* Writing to a link replaces its target. */
static void test_links_are_followed(void **state) {
    (void)state;
    struct stat about;
    remove(link_name);
    write_text(target, "first");
    assert_int_equal(symlink(target, link_name), 0);
    write_text(link_name, "second");
    assert_content(target, "second");
    assert_int_equal(lstat(link_name, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    /* The target is replaced rather than overwritten: who has it open keeps the old contents. */
    struct stat before;
    struct failure why;
    assert_int_equal(stat(target, &before), 0);
    FILE *kept = fopen(target, "rb");
    assert_non_null(kept);
    write_text(link_name, "third");
    char text[10] = "";
    assert_int_equal(fread(text, 1, sizeof text - 1, kept), 6);
    assert_string_equal(text, "second");
    fclose(kept);
    assert_int_equal(file_spare(link_name, target, "the results", &why), STATUS_INVALID);
    assert_int_equal(file_try(link_name, &why), STATUS_OK);
    remove(link_name);
    /* The target need not exist. */
    assert_int_equal(remove(target), 0);
    assert_int_equal(symlink(target, link_name), 0);
    assert_int_equal(file_try(link_name, &why), STATUS_OK);
    assert_int_equal(access(target, F_OK), -1);
    remove(link_name);
    assert_int_equal(symlink("/nonexistent/file", link_name), 0);
    assert_int_equal(file_try(link_name, &why), STATUS_IO);
    remove(link_name);
    /* The target's folder counts: no file can be created in /proc. */
    if (access("/proc/version", R_OK) == 0) {
        assert_int_equal(symlink("/proc/version", link_name), 0);
        assert_int_equal(file_try(link_name, &why), STATUS_IO);
        remove(link_name);
    }
    remove(target);
}

static void test_errors(void **state) {
    (void)state;
    struct failure why;
    unsigned char *data;
    size_t length;
    struct file_grown grown;
    assert_int_equal(file_write("/nonexistent/file", "", 0, &why), STATUS_IO);
    assert_non_null(strstr(why.text, "/nonexistent/file"));
    assert_int_not_equal(file_read("", 1, &data, &length, &why), STATUS_OK);
    assert_string_equal(why.text, "can't open a file with an empty name");
    assert_int_not_equal(file_make_folder("", &why), STATUS_OK);
    assert_string_equal(why.text, "can't create a folder with an empty name");
    assert_int_not_equal(file_grow_open(&grown, "", &why), STATUS_OK);
    assert_string_equal(why.text, "can't write a file with an empty name");
    file_grow_close(&grown);
    assert_int_equal(file_write("/", "", 0, &why), STATUS_IO);
    assert_int_equal(file_read("/", 100, &data, &length, &why), STATUS_IO);
    write_text(target, "12345");
    assert_int_equal(file_read(target, 4, &data, &length, &why), STATUS_INVALID);
    remove(target);
}

static void test_trying_changes_nothing(void **state) {
    (void)state;
    struct failure why;
    assert_int_equal(file_try("/nonexistent/file", &why), STATUS_IO);
    assert_non_null(strstr(why.text, "/nonexistent/file"));
    assert_int_equal(file_try("/", &why), STATUS_IO);
    assert_int_equal(file_try("", &why), STATUS_INVALID);
    assert_int_equal(file_write("", "", 0, &why), STATUS_INVALID);
    assert_int_equal(file_try("/dev/null", &why), STATUS_OK);
    assert_int_equal(file_try(target, &why), STATUS_OK);
    assert_int_equal(access(target, F_OK), -1);
    write_text(target, "12345");
    assert_int_equal(file_try(target, &why), STATUS_OK);
    assert_content(target, "12345");
    remove(target);
}

/* Devices and links are not renamed. */
static void test_setting_aside(void **state) {
    (void)state;
    struct failure why;
    bool moved;
    char old[300];
    snprintf(old, sizeof old, "%s.old", target);
    assert_int_equal(file_set_aside(target, &moved, &why), STATUS_OK);
    assert_false(moved);
    for (int i = 0; i < 2; i++) {
        write_text(target, i ? "second" : "first");
        assert_int_equal(file_set_aside(target, &moved, &why), STATUS_OK);
        assert_true(moved);
        assert_content(old, i ? "second" : "first");
        assert_int_equal(access(target, F_OK), -1);
    }
    assert_int_equal(symlink(old, target), 0);
    assert_int_equal(file_set_aside(target, &moved, &why), STATUS_OK);
    assert_false(moved);
    assert_int_equal(file_set_aside("/dev/null", &moved, &why), STATUS_OK);
    assert_false(moved);
    remove(target);
    remove(old);
}

static void test_files_are_spared(void **state) {
    (void)state;
    struct failure why;
    char longer[300];
    snprintf(longer, sizeof longer, "./%s", target);
    assert_int_equal(file_spare(target, "other", "it", &why), STATUS_OK);
    assert_int_equal(file_spare(target, target, "the plan", &why), STATUS_INVALID); /* missing */
    assert_non_null(strstr(why.text, "would replace the plan"));
    assert_int_equal(file_spare(target, longer, "it", &why), STATUS_INVALID);
    assert_int_equal(file_spare(longer, "/nonexistent/file", "it", &why), STATUS_OK);
    assert_int_equal(file_spare("/nonexistent/file", "/tmp/file", "it", &why), STATUS_OK);
    write_text(target, "12345");
    assert_int_equal(file_spare(longer, target, "it", &why), STATUS_INVALID);
    assert_int_equal(file_spare(NULL, target, "it", &why), STATUS_OK);
    assert_int_equal(file_spare(target, NULL, "it", &why), STATUS_OK);
    assert_int_equal(file_spare("/dev/null", "/dev/null", "it", &why), STATUS_OK);
    remove(target);
}

/* An incomplete buffer is never written. */
static void test_failed_buffers_are_not_saved(void **state) {
    (void)state;
    struct buffer buffer = {0};
    struct file_grown grown;
    struct failure why;
    buffer_print(&buffer, "whole");
    assert_int_equal(file_save(target, &buffer, &why), STATUS_OK);
    buffer.failed = true;
    assert_int_equal(file_save(target, &buffer, &why), STATUS_MEMORY);
    assert_int_equal(file_grow_open(&grown, target, &why), STATUS_OK);
    assert_int_equal(file_grow_begin(&grown, 5, &buffer, &why), STATUS_OK);
    assert_int_equal(file_grow_append(&grown, &buffer, &why), STATUS_MEMORY);
    file_grow_close(&grown);
    assert_content(target, "whole");
    buffer_free(&buffer);
    remove(target);
}

/* A file to continue is read first, and a pipe would never end. */
static void test_only_files_are_continued(void **state) {
    (void)state;
    struct file_grown grown;
    struct failure why;
    assert_int_equal(file_grow_open(&grown, "/dev/null", &why), STATUS_IO);
    assert_non_null(strstr(why.text, "it is a device or a pipe"));
    file_grow_close(&grown);
}

static void test_buffers_grow(void **state) {
    (void)state;
    enum { LENGTH = 5000 };
    struct buffer buffer = {0};
    buffer_print(&buffer, "%s", "");
    assert_int_equal(buffer.length, 0);
    buffer_append(&buffer, "ab", 2);
    buffer_print(&buffer, "%0*d.", LENGTH, 7);
    buffer_append(&buffer, "c", 1);
    assert_int_equal(buffer.length, 2 + LENGTH + 1 + 1);
    assert_memory_equal(buffer.data, "ab00", 4);
    assert_memory_equal(buffer.data + buffer.length - 4, "07.c", 4);
    assert_false(buffer.failed);
    buffer_free(&buffer);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files_are_replaced),
        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_links_are_followed),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_trying_changes_nothing),
        cmocka_unit_test(test_setting_aside),
        cmocka_unit_test(test_files_are_spared),
        cmocka_unit_test(test_buffers_grow),
        cmocka_unit_test(test_failed_buffers_are_not_saved),
        cmocka_unit_test(test_only_files_are_continued),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
