/* SPDX-License-Identifier: BSD-3-Clause */
/* ocrtrace.c - says what a job did, from what its nodes have written down. */
#include "config.h"
#include "src/tools/trace_tell.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
	const char *folder;
	const char *perfetto; /* files, or NULL */
	const char *html;
};

static void
print_usage(FILE *out)
{
	fprintf(out,
		"Usage: ocrtrace [--html FILE] [--perfetto FILE] FOLDER\n"
		"Says what a job did that was started with OCR_TRACE=FOLDER, "
		"or `ocrrun --trace FOLDER`:\n"
		"how long its tasks waited and ran, what workers did, what "
		"travelled, the critical path.\n"
		"\n"
		"  --html FILE      write a page for a browser instead: all "
		"tasks, and why\n"
		"                   each ran when it did\n"
		"  --perfetto FILE  write a file for https://ui.perfetto.dev "
		"or chrome://tracing instead\n"
		"  --help           print this\n"
		"  --version        print the version\n");
}

static int
wrong(const char *what, const char *arg)
{
	fprintf(stderr, "ocrtrace: %s%s; ocrtrace --help says more\n", what,
		arg);
	return -1;
}

/* 0: go on; 1: all is said; -1: wrong. */
static int
parse(int argc, char **argv, struct options *o)
{
	const char **file;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--help") == 0) {
			print_usage(stdout);
			return 1;
		}
		if (strcmp(argv[i], "--version") == 0) {
			printf("ocrtrace (%s) %s\n", PACKAGE_NAME,
			       PACKAGE_VERSION);
			return 1;
		}
		file = strcmp(argv[i], "--perfetto") == 0 ? &o->perfetto
		       : strcmp(argv[i], "--html") == 0	  ? &o->html
							  : NULL;
		if (file) {
			if (i + 1 == argc)
				return wrong(argv[i], " needs a file");
			*file = argv[++i];
		} else if (argv[i][0] == '-') {
			return wrong("there is no option ", argv[i]);
		} else if (o->folder) {
			return wrong("one folder at a time, not also ",
				     argv[i]);
		} else {
			o->folder = argv[i];
		}
	}
	return o->folder ? 0 : wrong("which folder?", "");
}

/* What a reader has to know before he believes it. */
static void
tell_gaps(const struct trace_files *f, FILE *out)
{
	if (f->missing)
		fprintf(out, "%u nodes of the job have no file here.\n",
			f->missing);
	if (f->is_cut)
		fprintf(out, "The disk was full: the end of the run is "
			     "missing.\n");
	ocr_trace_tell_clocks(&f->clocks, out);
}

static int
write_html(const struct trace_graph *g, const char *program, FILE *out)
{
	const char *name = strrchr(program, '/');

	return ocr_trace_tell_html(g, name ? name + 1 : program, out);
}

static int
write_perfetto(const struct trace_graph *g, const char *program, FILE *out)
{
	(void)program;
	return ocr_trace_tell_perfetto(g, out);
}

/* path NULL: nobody asked for it. */
static int
write_file(const struct trace_graph *g, const char *program, const char *path,
	   int (*fn)(const struct trace_graph *g, const char *program,
		     FILE *out))
{
	FILE *out = path ? fopen(path, "w") : NULL;
	int err, lost;

	if (!path)
		return 0;
	if (!out) {
		fprintf(stderr, "ocrtrace: %s: %s\n", path, strerror(errno));
		return -1;
	}
	err = fn(g, program, out);
	lost = ferror(out);
	if (fclose(out) || lost) {
		fprintf(stderr, "ocrtrace: %s: not all could be written: %s\n",
			path, strerror(errno));
		return -1;
	}
	return err;
}

static int
tell(const struct options *o, const struct trace_files *f)
{
	struct trace_graph *g = ocr_trace_graph_open(f);
	int err;

	if (!g) {
		fprintf(stderr, "ocrtrace: there is too little memory for this "
				"trace\n");
		return -1;
	}
	if (o->perfetto || o->html) {
		err = write_file(g, f->file[0].program, o->perfetto,
				 write_perfetto) |
		      write_file(g, f->file[0].program, o->html, write_html);
	} else {
		printf("%s\n", f->file[0].program);
		tell_gaps(f, stdout);
		err = ocr_trace_tell_summary(g, stdout);
		if (!err)
			err = ocr_trace_tell_path(g, stdout);
	}
	ocr_trace_graph_close(g);
	return err;
}

int
main(int argc, char **argv)
{
	struct options o = {.folder = NULL};
	struct trace_files f;
	int err = parse(argc, argv, &o);

	if (err)
		return err < 0 ? 2 : 0;
	if (ocr_trace_files_open(&f, o.folder))
		return 1;
	err = tell(&o, &f);
	ocr_trace_files_close(&f);
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "ocrtrace: not all could be written\n");
		return 1;
	}
	return err ? 1 : 0;
}
