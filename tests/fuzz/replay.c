/* SPDX-License-Identifier: BSD-3-Clause */
/* replay.c - runs kept inputs through a fuzz target, where libFuzzer is not.
 *
 *	fuzz_NOUN [FILE | FOLDER]...
 *
 * Without arguments all of tests/fuzz/corpus/NOUN, of which there must be some.
 * What ends the program is the input whose name was printed last.
 */
#include "tests/fuzz/target.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static unsigned n_inputs;

static void
fail(const char *path)
{
	perror(path);
	exit(EXIT_FAILURE);
}

/* In memory of its own length: a sanitizer sees where it ends. */
static void
run(const char *path)
{
	FILE *file = fopen(path, "rb");
	struct stat st;
	uint8_t *bytes;

	if (!file || fstat(fileno(file), &st))
		fail(path);
	bytes = malloc(st.st_size ? (size_t)st.st_size : 1);
	if (!bytes ||
	    fread(bytes, 1, (size_t)st.st_size, file) != (size_t)st.st_size)
		fail(path);
	fclose(file);
	printf("%s\n", path);
	fflush(stdout);
	LLVMFuzzerTestOneInput(bytes, (size_t)st.st_size);
	free(bytes);
	n_inputs++;
}

static void
run_folder(const char *folder)
{
	struct dirent **entry;
	int n = scandir(folder, &entry, NULL, alphasort);
	char path[PATH_MAX];

	if (n < 0)
		fail(folder);
	for (int i = 0; i < n; i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, entry[i]->d_name);
		if (entry[i]->d_name[0] != '.')
			run(path);
		free(entry[i]);
	}
	free(entry);
}

static void
run_any(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		fail(path);
	if (S_ISDIR(st.st_mode))
		run_folder(path);
	else
		run(path);
}

/* fuzz_NOUN or fuzz_NOUN-PROGRAM: programs may share the inputs of a noun. */
static void
run_corpus(const char *program)
{
	const char *name = strrchr(program, '/'), *top = getenv("top_srcdir");
	char path[PATH_MAX];

	name = name ? name + 1 : program;
	if (!top || strncmp(name, "fuzz_", 5)) {
		fprintf(stderr, "usage: %s FILE...\n", program);
		exit(EXIT_FAILURE);
	}
	name += 5;
	snprintf(path, sizeof(path), "%s/tests/fuzz/corpus/%.*s", top,
		 (int)strcspn(name, "-"), name);
	run_folder(path);
}

int
main(int argc, char **argv)
{
	LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
	for (int i = 1; i < argc; i++)
		run_any(argv[i]);
	if (argc == 1)
		run_corpus(argv[0]);
	if (n_inputs == 0) {
		fprintf(stderr, "%s: there are no inputs\n", argv[0]);
		return EXIT_FAILURE;
	}
	printf("%u inputs\n", n_inputs);
	return EXIT_SUCCESS;
}
