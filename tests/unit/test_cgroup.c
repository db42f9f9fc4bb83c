/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cgroup.c - limits of groups, below a root of files of our own. */
#include "fabric/cgroup.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char root[] = "/tmp/ocr-cgroup-XXXXXX";

static int
remove_one(const char *path, const struct stat *s, int type, struct FTW *ftw)
{
	(void)s, (void)type, (void)ftw;
	return remove(path);
}

static void
make_root(void)
{
	strcpy(root + strlen(root) - 6, "XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(root));
}

static void
remove_root(void)
{
	nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* A file below the root, with all folders that lead to it. */
static void
put(const char *path, const char *text)
{
	char name[512], *slash;
	FILE *f;

	snprintf(name, sizeof(name), "%s%s", root, path);
	for (slash = name + strlen(root) + 1; (slash = strchr(slash, '/'));
	     slash++) {
		*slash = '\0';
		ck_assert(mkdir(name, 0700) == 0 || errno == EEXIST);
		*slash = '/';
	}
	f = fopen(name, "w");
	ck_assert_ptr_nonnull(f);
	fputs(text, f);
	fclose(f);
}

#define MOUNT_2 "30 25 0:26 %s /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n"
#define MOUNT_1                                                                \
	"33 25 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"          \
	"34 25 0:30 %s /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"

static void
put_mount(const char *format, const char *top)
{
	char text[512];

	snprintf(text, sizeof(text), format, top);
	put("/proc/self/mountinfo", text);
}

START_TEST(without_groups_there_is_no_limit)
{
	ck_assert_uint_eq(ocr_cgroup_limit(root), UINT64_MAX);
}
END_TEST

START_TEST(the_least_limit_of_all_levels_holds)
{
	put("/proc/self/cgroup", "0::/a/b/c\n");
	put_mount(MOUNT_2, "/");
	put("/sys/fs/cgroup/a/b/c/memory.max", "max\n");
	put("/sys/fs/cgroup/a/b/memory.max", "3000000\n");
	put("/sys/fs/cgroup/a/memory.max", "4000000\n");

	ck_assert_uint_eq(ocr_cgroup_limit(root), 3000000);
}
END_TEST

START_TEST(the_own_group_has_a_limit_of_its_own)
{
	put("/proc/self/cgroup", "0::/a/b\n");
	put_mount(MOUNT_2, "/");
	put("/sys/fs/cgroup/a/b/memory.max", "1000\n");
	put("/sys/fs/cgroup/a/memory.max", "4000000\n");
	put("/sys/fs/cgroup/other/memory.max", "1\n");

	ck_assert_uint_eq(ocr_cgroup_limit(root), 1000);
}
END_TEST

START_TEST(a_mount_may_show_a_part_of_the_tree)
{
	put("/proc/self/cgroup", "0::/pod/me/in\n");
	put_mount(MOUNT_2, "/pod/me");
	put("/sys/fs/cgroup/in/memory.max", "5000\n");
	put("/sys/fs/cgroup/memory.max", "4000\n");

	ck_assert_uint_eq(ocr_cgroup_limit(root), 4000);
}
END_TEST

START_TEST(a_group_outside_of_the_mount_is_that_of_the_mount)
{
	put("/proc/self/cgroup", "0::/../elsewhere\n");
	put_mount(MOUNT_2, "/");
	put("/sys/fs/cgroup/memory.max", "7000\n");

	ck_assert_uint_eq(ocr_cgroup_limit(root), 7000);
}
END_TEST

START_TEST(version_1_has_its_own_controller_and_file)
{
	put("/proc/self/cgroup", "7:cpu,cpuacct:/c\n5:memory:/a/b\n"
				 "1:name=systemd:/x\n");
	put_mount(MOUNT_1, "/");
	put("/sys/fs/cgroup/memory/memory.limit_in_bytes",
	    "9223372036854771712\n");
	put("/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "6000\n");
	put("/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "8000\n");

	ck_assert_uint_eq(ocr_cgroup_limit(root), 6000);
}
END_TEST

START_TEST(both_versions_hold)
{
	put("/proc/self/cgroup", "5:memory:/a\n0::/b\n");
	put("/proc/self/mountinfo",
	    "34 25 0:30 / /v1 rw - cgroup cgroup rw,memory\n"
	    "30 25 0:26 / /with\\040blank rw - cgroup2 none rw\n");
	put("/v1/a/memory.limit_in_bytes", "6000\n");
	put("/with blank/b/memory.max", "5000\n");

	ck_assert_uint_eq(ocr_cgroup_limit(root), 5000);
}
END_TEST

START_TEST(nonsense_is_no_limit)
{
	put("/proc/self/cgroup", "\n:\n0:\n0::\nmemory\n5:memory\n");
	put("/proc/self/mountinfo", "\n - \n1 2 - cgroup2\n - cgroup2 x rw\n");

	ck_assert_uint_eq(ocr_cgroup_limit(root), UINT64_MAX);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("cgroup");
	TCase *tc = tcase_create("limits");

	tcase_add_checked_fixture(tc, make_root, remove_root);
	tcase_add_test(tc, without_groups_there_is_no_limit);
	tcase_add_test(tc, the_least_limit_of_all_levels_holds);
	tcase_add_test(tc, the_own_group_has_a_limit_of_its_own);
	tcase_add_test(tc, a_mount_may_show_a_part_of_the_tree);
	tcase_add_test(tc, a_group_outside_of_the_mount_is_that_of_the_mount);
	tcase_add_test(tc, version_1_has_its_own_controller_and_file);
	tcase_add_test(tc, both_versions_hold);
	tcase_add_test(tc, nonsense_is_no_limit);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
