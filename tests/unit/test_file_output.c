/*
 * Files that are replaced all or nothing. Each test works in a folder of its own, which must hold just what
 * the test expects in the end: no temporary file is left.
 */
#define _DEFAULT_SOURCE /* setgroups() */

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena_fixture.h"
#include "base/file_output.h"
#include "base/folder_output.h"
#include "base/leftovers.h"
#include "base/output.h"
#include "suite.h"

static char *home;

static void set_up_home(void)
{
    set_up();
    char place[] = P_tmpdir "/test_file_output-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(place));
    home = strdup(place);
    ck_assert_int_eq(chdir(home), 0);
    umask(022);
}

static void tear_down_home(void)
{
    ck_assert_int_eq(chdir("/"), 0);
    char *command = xb_arena_format(arena, "chmod -R u+w '%s' && rm -r '%s'", home, home);
    ck_assert_int_eq(system(command), 0);
    free(home);
    tear_down();
}

static void make_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

static void check_file(const char *path, const char *text)
{
    char bytes[100];
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "no file %s", path);
    size_t count = fread(bytes, 1, sizeof bytes - 1, file);
    bytes[count] = '\0';
    fclose(file);
    ck_assert_str_eq(bytes, text);
}

static void check_count(const char *folder, size_t expected)
{
    size_t count = 0;
    DIR *directory = opendir(folder);
    for (struct dirent *entry; (entry = readdir(directory));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(directory);
    ck_assert_uint_eq(count, expected);
}

static unsigned mode_of(const char *path)
{
    struct stat status;
    ck_assert_int_eq(stat(path, &status), 0);
    return status.st_mode & 07777;
}

static xb_file_output *must_open(const char *path)
{
    xb_file_error error = {0};
    xb_file_output *file = xb_file_output_open(path, &error);
    ck_assert_msg(file != NULL, "can't %s %s: %s", error.action, path, strerror(error.number));
    return file;
}

static void must_write(const char *path, const char *text)
{
    xb_file_error error = {0};
    xb_file_output *file = must_open(path);
    xb_output_put(xb_file_output_stream(file), text);
    ck_assert_msg(xb_file_output_commit(file, &error), "can't %s %s", error.action, path);
}

static void must_refuse(const char *path, int number)
{
    xb_file_error error = {0};
    ck_assert_ptr_null(xb_file_output_open(path, &error));
    ck_assert_int_eq(error.number, number);
    ck_assert_ptr_nonnull(error.action);
}

START_TEST(new_file_has_the_mode_of_the_umask)
{
    umask(027);
    must_write("new", "text");
    check_file("new", "text");
    ck_assert_uint_eq(mode_of("new"), 0640);
    check_count(".", 1);
}
END_TEST

START_TEST(old_file_is_replaced_and_keeps_its_mode)
{
    make_file("old", "before");
    chmod("old", 0751);
    xb_file_output *file = must_open("old");
    xb_output_put(xb_file_output_stream(file), "after");
    check_file("old", "before");
    check_count(".", 2);
    xb_file_error error;
    ck_assert(xb_file_output_commit(file, &error));
    check_file("old", "after");
    ck_assert_uint_eq(mode_of("old"), 0751);
    check_count(".", 1);
}
END_TEST

START_TEST(discarding_leaves_the_old_file)
{
    make_file("old", "before");
    xb_file_output *file = must_open("old");
    for (int i = 0; i < 100000; i++)
        xb_output_put(xb_file_output_stream(file), "after");
    xb_file_output_discard(file);
    xb_file_output_discard(must_open("never"));
    xb_file_output_discard(NULL);
    check_file("old", "before");
    check_count(".", 1);
}
END_TEST

START_TEST(paths_with_folders)
{
    mkdir("folder", 0755);
    must_write("folder/new", "text");
    check_file("folder/new", "text");
    must_write(xb_arena_format(arena, "%s/folder/./second", home), "more");
    check_file("folder/second", "more");
    check_count("folder", 2);
    check_count(".", 1);
}
END_TEST

START_TEST(symbolic_links_stay)
{
    mkdir("folder", 0755);
    make_file("folder/target", "before");
    ck_assert_int_eq(symlink("target", "folder/first"), 0);
    ck_assert_int_eq(symlink("folder/first", "second"), 0);
    must_write("second", "after");
    check_file("folder/target", "after");
    struct stat status;
    ck_assert_int_eq(lstat("second", &status), 0);
    ck_assert(S_ISLNK(status.st_mode));
    ck_assert_int_eq(lstat("folder/first", &status), 0);
    ck_assert(S_ISLNK(status.st_mode));
    check_count("folder", 2);
}
END_TEST

START_TEST(dangling_and_absolute_links)
{
    mkdir("folder", 0755);
    ck_assert_int_eq(symlink(xb_arena_format(arena, "%s/folder/new", home), "link"), 0);
    must_write("link", "text");
    check_file("folder/new", "text");
    check_count(".", 2);
    ck_assert_int_eq(symlink("loop", "loop"), 0);
    must_refuse("loop", ELOOP);
}
END_TEST

START_TEST(links_with_long_names)
{
    const char *name = xb_arena_format(arena, "%0255d", 1);
    const char *path = xb_arena_format(arena, "%s/%s", home, name);
    ck_assert_int_eq(symlink(path, "link"), 0);
    must_write("link", "text");
    check_file(name, "text");
    check_count(".", 2);
}
END_TEST

START_TEST(what_cannot_be_written)
{
    mkdir("folder", 0755);
    must_refuse("folder", EISDIR);
    must_refuse("missing/new", ENOENT);
    must_refuse("missing/", ENOENT);
    must_refuse("", ENOENT);
    make_file("file", "text");
    must_refuse("file/new", ENOTDIR);
    must_refuse(xb_arena_format(arena, "%0300d", 1), ENAMETOOLONG);
    check_count(".", 2);
}
END_TEST

/* Gives up all rights of root, those of supplementary groups included. Where root is one in name only, as in
 * a user namespace of one user, that can't be. */
static bool become_nobody(void)
{
    return setgroups(0, NULL) == 0 && setgid(65534) == 0 && setuid(65534) == 0;
}

/* Whether we are root and can become somebody else. */
static bool can_change_user(void)
{
    if (geteuid() != 0)
        return false;
    pid_t child = fork();
    if (child == 0)
        _exit(become_nobody() ? 0 : 1);
    int status = -1;
    return waitpid(child, &status, 0) == child && status == 0;
}

/* Runs a body as a user who may not do everything, if we are one who may. */
static void as_nobody(void (*body)(void))
{
    pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0 && !become_nobody())
            _exit(2);
        body();
        _exit(0);
    }
    int status = -1;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
}

static void expect(bool condition)
{
    if (!condition)
        _exit(1);
}

static void write_protected(void)
{
    xb_file_error error = {0};
    expect(!xb_file_output_open("readonly", &error) && error.number == EACCES);
    expect(!xb_file_output_open("shut/new", &error) && error.number == EACCES);
    expect(!xb_file_output_open("shut/old", &error) && error.number == EACCES);
    xb_file_output *file = xb_file_output_open("open", &error);
    expect(file != NULL);
    xb_file_output_discard(file);
}

START_TEST(protection_is_respected)
{
    if (geteuid() == 0 && !can_change_user())
        return;
    mkdir("shut", 0755);
    make_file("shut/old", "before");
    chmod("shut/old", 0666);
    make_file("readonly", "before");
    make_file("open", "before");
    chmod("readonly", 0444);
    chmod("open", 0666);
    chmod("shut", 0555);
    chmod(".", 0777);
    as_nobody(write_protected);
    check_file("readonly", "before");
    check_file("shut/old", "before");
    check_file("open", "before");
}
END_TEST

START_TEST(owner_is_kept)
{
    if (!can_change_user())
        return;
    make_file("old", "before");
    ck_assert_int_eq(chown("old", 65534, 65533), 0);
    chmod("old", 0460);
    must_write("old", "after");
    struct stat status;
    ck_assert_int_eq(stat("old", &status), 0);
    ck_assert_uint_eq(status.st_uid, 65534);
    ck_assert_uint_eq(status.st_gid, 65533);
    ck_assert_uint_eq(mode_of("old"), 0460);
}
END_TEST

static void replace_with_foreign_group(void)
{
    xb_file_error error = {0};
    xb_file_output *file = xb_file_output_open("old", &error);
    expect(file && xb_file_output_commit(file, &error));
}

START_TEST(foreign_group_gives_no_rights)
{
    if (!can_change_user())
        return;
    make_file("old", "before");
    ck_assert_int_eq(chown("old", 0, 0), 0);
    chmod("old", 0666);
    chmod(".", 0777);
    as_nobody(replace_with_foreign_group);
    ck_assert_uint_eq(mode_of("old"), 0606);
}
END_TEST

START_TEST(a_temporary_file_of_someone_else_stays)
{
    char *taken = xb_arena_format(arena, ".xaifbooster-%ld-0", (long)getpid());
    make_file(taken, "mine");
    must_write("new", "text");
    check_file(taken, "mine");
    check_file("new", "text");
    check_count(".", 2);
}
END_TEST

START_TEST(devices_are_written_directly)
{
    must_write("/dev/null", "text");
    struct stat status;
    ck_assert_int_eq(stat("/dev/null", &status), 0);
    ck_assert(S_ISCHR(status.st_mode));
    check_count(".", 0);
}
END_TEST

static void check_full(const char *path, size_t count)
{
    xb_file_error error = {0};
    xb_file_output *file = must_open(path);
    xb_output_repeat(xb_file_output_stream(file), 'x', count);
    ck_assert(!xb_file_output_commit(file, &error));
    ck_assert_int_eq(error.number, ENOSPC);
    ck_assert_str_eq(error.action, "write to");
}

START_TEST(full_device)
{
    check_full("/dev/full", 1);
    check_full("/dev/full", 1000000);
    ck_assert_int_eq(symlink("/dev/full", "link"), 0);
    check_full("link", 1);
    check_count(".", 1);
}
END_TEST

START_TEST(full_disk_leaves_the_old_file)
{
    make_file("old", "before");
    struct rlimit limit = {20000, RLIM_INFINITY};
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    xb_file_error error = {0};
    xb_file_output *file = must_open("old");
    xb_output_repeat(xb_file_output_stream(file), 'x', 20001);
    bool done = xb_file_output_commit(file, &error);
    limit.rlim_cur = RLIM_INFINITY;
    setrlimit(RLIMIT_FSIZE, &limit);
    ck_assert(!done);
    ck_assert_int_eq(error.number, EFBIG);
    check_file("old", "before");
    check_count(".", 1);
}
END_TEST

START_TEST(target_that_became_a_folder)
{
    xb_file_error error = {0};
    xb_file_output *file = must_open("new");
    mkdir("new", 0755);
    ck_assert(!xb_file_output_commit(file, &error));
    ck_assert_int_eq(error.number, EISDIR);
    ck_assert_str_eq(error.action, "replace");
    check_count(".", 1);
}
END_TEST

START_TEST(named_pipe)
{
    ck_assert_int_eq(mkfifo("pipe", 0600), 0);
    int reader = open("pipe", O_RDONLY | O_NONBLOCK);
    must_write("pipe", "text");
    char bytes[10] = {0};
    ck_assert_int_eq(read(reader, bytes, sizeof bytes), 4);
    ck_assert_str_eq(bytes, "text");
    signal(SIGPIPE, SIG_IGN);
    xb_file_error error = {0};
    xb_file_output *file = must_open("pipe");
    close(reader);
    xb_output_put(xb_file_output_stream(file), "text");
    ck_assert(!xb_file_output_commit(file, &error));
    ck_assert_int_eq(error.number, EPIPE);
    check_count(".", 1);
}
END_TEST

/* Runs must_write on standard output when that is the given file; returns the error's number or 0. */
static int write_to_standard_output(const char *path, const char *target)
{
    fflush(stdout);
    int saved = dup(STDOUT_FILENO);
    int descriptor = open(target, O_WRONLY | O_CREAT, 0666);
    dup2(descriptor, STDOUT_FILENO);
    close(descriptor);
    xb_file_error error = {0};
    xb_file_output *file = xb_file_output_open(path, &error);
    xb_output_put(xb_file_output_stream(file), "text");
    bool done = xb_file_output_commit(file, &error);
    bool still_open = fcntl(STDOUT_FILENO, F_GETFD) >= 0;
    dup2(saved, STDOUT_FILENO);
    close(saved);
    ck_assert(still_open);
    return done ? 0 : error.number;
}

START_TEST(leftovers_are_removed)
{
    xb_file_error error = {0};
    make_file("old", "before");
    mkdir("folder", 0777);
    xb_file_output_discard(must_open("given up"));
    xb_file_output *first = must_open("old"), *done = must_open("done"), *last = must_open("new");
    xb_folder_output *folder = xb_folder_output_open("folder", &error);
    ck_assert_ptr_nonnull(folder);
    ck_assert(xb_folder_output_put(folder, "a", "text", 4, &error));
    ck_assert(xb_folder_output_put(folder, "b", "text", 4, &error));
    ck_assert(xb_file_output_commit(done, &error));
    check_count(".", 5);
    check_count("folder", 1);
    xb_leftovers_remove();
    check_file("old", "before");
    check_count(".", 3);
    check_count("folder", 0);
    xb_file_output_discard(first);
    xb_file_output_discard(last);
    xb_folder_output_discard(folder);
    check_count(".", 3);
}
END_TEST

START_TEST(standard_output)
{
    ck_assert_int_eq(write_to_standard_output("-", "first"), 0);
    check_file("first", "text");
    ck_assert_int_eq(write_to_standard_output(NULL, "second"), 0);
    check_file("second", "text");
    ck_assert_int_eq(write_to_standard_output(NULL, "/dev/full"), ENOSPC);
    check_count(".", 2);
}
END_TEST

START_TEST(errors_are_reported)
{
    xb_diagnostics *d = xb_diagnostics_create(arena);
    xb_file_error error = {"write to", ENOSPC};
    ck_assert_int_eq(xb_file_error_report(d, "out.xaif", &error), XB_STATUS_FAILED);
    ck_assert_int_eq(xb_file_error_report(d, "-", &error), XB_STATUS_FAILED);
    ck_assert_str_eq(xb_diagnostic_text(arena, xb_diagnostics_at(d, 0)),
                     "out.xaif: error: can't write to the file: No space left on device\n"
                     "  hint: make room, or name a file on another disk\n");
    ck_assert_str_eq(xb_diagnostic_text(arena, xb_diagnostics_at(d, 1)),
                     "xaifbooster: error: can't write to standard output: No space left on device\n");
}
END_TEST

START_TEST(descriptors_are_not_leaked)
{
    int before = dup(STDOUT_FILENO);
    close(before);
    must_write("new", "text");
    must_write("new", "text");
    must_write("/dev/null", "text");
    xb_file_output_discard(must_open("new"));
    must_refuse("missing/new", ENOENT);
    write_to_standard_output("-", "first");
    int after = dup(STDOUT_FILENO);
    close(after);
    ck_assert_int_eq(before, after);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("file output");
    const TTest *const file_tests[] = {
        new_file_has_the_mode_of_the_umask,
        old_file_is_replaced_and_keeps_its_mode,
        discarding_leaves_the_old_file,
        paths_with_folders,
        symbolic_links_stay,
        dangling_and_absolute_links,
        links_with_long_names,
        what_cannot_be_written,
        protection_is_respected,
        owner_is_kept,
        foreign_group_gives_no_rights,
        a_temporary_file_of_someone_else_stays,
        devices_are_written_directly,
        full_device,
        full_disk_leaves_the_old_file,
        target_that_became_a_folder,
        named_pipe,
        leftovers_are_removed,
        standard_output,
        errors_are_reported,
        descriptors_are_not_leaked,
    };
    TCase *files = tcase_create("files");
    tcase_add_checked_fixture(files, set_up_home, tear_down_home);
    for (size_t i = 0; i < sizeof file_tests / sizeof *file_tests; i++)
        tcase_add_test(files, file_tests[i]);
    suite_add_tcase(suite, files);
    return suite_run(suite);
}
