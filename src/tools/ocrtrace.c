/* SPDX-License-Identifier: BSD-3-Clause */
/* ocrtrace.c - says what a job did, from what its nodes have written down. */
#include "config.h"
#include "src/tools/arguments.h"
#include "src/tools/races.h"
#include "src/tools/trace_draw.h"
#include "src/tools/trace_tell.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum view { HTML, PERFETTO, DOT, SVG, VIEWS };

struct options {
	const char *folder;
	const char *files[VIEWS]; /* or NULL */
	enum trace_folding folding;
	int64_t from_ns, to_ns;
	bool races;
};

/* What is written, and how. */
struct telling {
	const struct options *o;
	const struct trace_graph *g;
	const char *program;
};

static const char *const views[VIEWS] = {"--html", "--perfetto", "--dot",
					 "--svg"};
static const char *const foldings[TRACE_FOLDINGS] = {
	[TRACE_FOLD_TASKS] = "tasks",
	[TRACE_FOLD_LABELS] = "labels",
	[TRACE_FOLD_NODES] = "nodes",
	[TRACE_FOLD_FUNCTIONS] = "functions",
};

static void
print_usage(FILE *out)
{
	fprintf(out,
		"Usage: ocrtrace [--html FILE] [--perfetto FILE] [--svg FILE] "
		"[--dot FILE] [--races] FOLDER\n"
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
		"  --from TIME      for --perfetto: only what ran from then "
		"on; "
		"1.5s, 20ms, 7us ...\n"
		"  --to TIME        and up to then\n"
		"  --svg FILE       draw which tasks wait for which instead "
		"(by Graphviz)\n"
		"  --dot FILE       write that drawing for Graphviz\n"
		"  --fold WHAT      for these two: a box is one of `tasks`, "
		"`labels` (and functions),\n"
		"                   `nodes` (a function on a node), "
		"`functions`; else what fits\n"
		"  --races          say which uses of blocks nothing orders, "
		"instead; of jobs with\n"
		"                   OCR_STRICT=races; the status is 3 if there "
		"are any\n"
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

/* The number of a word in a list, or n. */
static int
find_word(const char *const *list, int n, const char *word)
{
	int i = 0;

	while (i < n && (!list[i] || strcmp(list[i], word) != 0))
		i++;
	return i;
}

static int
take_folding(struct options *o, const char *word)
{
	int folding = word ? find_word(foldings, TRACE_FOLDINGS, word)
			   : TRACE_FOLDINGS;

	if (folding == TRACE_FOLDINGS)
		return wrong("--fold needs one of tasks, labels, nodes, "
			     "functions",
			     "");
	o->folding = (enum trace_folding)folding;
	return 0;
}

/* "1.5s", since the begin of the run. */
static int
take_time(const char *option, const char *word, int64_t *ns)
{
	static const struct {
		const char *name;
		double ns;
	} units[] = {{"s", 1e9}, {"ms", 1e6}, {"us", 1e3}, {"ns", 1}};
	char *unit = NULL;
	double v = word ? strtod(word, &unit) : -1;

	/* Of a run of 100 days at most. */
	for (unsigned i = 0; i < 4 && unit && unit != word && v >= 0; i++)
		if (strcmp(unit, units[i].name) == 0 &&
		    v * units[i].ns < 8.64e15) {
			/* 1.001us is 1001 ns, though 1000.99999 here. */
			*ns = (int64_t)(v * units[i].ns + 0.5);
			return 0;
		}
	return wrong(option, " needs a time of the run: 1.5s, 20ms, 7us, 30ns");
}

/* An option with what follows it; next is NULL if nothing does.  0: taken. */
static int
take_pair(struct options *o, const char *arg, const char *next)
{
	int view = find_word(views, VIEWS, arg);

	if (strcmp(arg, "--fold") == 0)
		return take_folding(o, next);
	if (strcmp(arg, "--from") == 0)
		return take_time(arg, next, &o->from_ns);
	if (strcmp(arg, "--to") == 0)
		return take_time(arg, next, &o->to_ns);
	if (view == VIEWS)
		return wrong("there is no option ", arg);
	if (!next)
		return wrong(arg, " needs a file");
	o->files[view] = next;
	return 0;
}

/* 0: go on; 1: all is said; -1: wrong. */
static int
parse(int argc, char **argv, struct options *o)
{
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
		if (strcmp(argv[i], "--races") == 0) {
			o->races = true;
			continue;
		}
		if (argv[i][0] == '-') {
			if (take_pair(o, argv[i], argv[i + 1]))
				return -1;
			i++;
		} else if (o->folder) {
			return wrong("one folder at a time, not also ",
				     argv[i]);
		} else {
			o->folder = argv[i];
		}
	}
	if (!o->files[PERFETTO] && (o->from_ns || o->to_ns != INT64_MAX))
		return wrong("--from and --to are for --perfetto", "");
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
write_view(const struct telling *t, enum view view, FILE *out)
{
	switch (view) {
	case HTML:
		return ocr_trace_tell_html(t->g, t->program, out);
	case PERFETTO:
		return ocr_trace_tell_perfetto(t->g, t->o->from_ns, t->o->to_ns,
					       out);
	default:
		return ocr_trace_tell_dot(t->g, t->program, t->o->folding, out);
	}
}

static int
write_dot(const void *arg, FILE *out)
{
	return write_view(arg, DOT, out);
}

static int
write_file(const struct telling *t, enum view view, const char *path)
{
	FILE *out = fopen(path, "w");
	int err, lost;

	if (!out) {
		fprintf(stderr, "ocrtrace: %s: %s\n", path, strerror(errno));
		return -1;
	}
	err = view == SVG ? ocr_trace_draw(write_dot, t, out)
			  : write_view(t, view, out);
	lost = ferror(out);
	if (fclose(out) || lost) {
		fprintf(stderr, "ocrtrace: %s: not all could be written: %s\n",
			path, strerror(errno));
		return -1;
	}
	return err;
}

/* 1: nobody asked for a file; else 0 or -1. */
static int
write_files(const struct telling *t)
{
	int status = 1;

	for (enum view v = HTML; v < VIEWS; v++) {
		if (!t->o->files[v])
			continue;
		status = status > 0 ? 0 : status;
		if (write_file(t, v, t->o->files[v]))
			status = -1;
	}
	return status;
}

static int
tell(const struct options *o, const struct trace_files *f)
{
	struct trace_graph *g = ocr_trace_graph_open(f);
	const char *path = f->file[0].program, *name = strrchr(path, '/');
	struct telling t = {o, g, name ? name + 1 : path};
	int err;

	if (!g) {
		fprintf(stderr, "ocrtrace: there is too little memory for this "
				"trace\n");
		return -1;
	}
	err = write_files(&t);
	if (err > 0) {
		printf("%s\n", path);
		tell_gaps(f, stdout);
		err = ocr_trace_tell_summary(g, stdout);
		if (!err)
			err = ocr_trace_tell_path(g, stdout);
	}
	ocr_trace_graph_close(g);
	return err;
}

/* The exit status. */
static int
tell_races(const struct trace_files *f)
{
	bool failed, good = races_tell(f, stdout, &failed);

	return failed ? 1 : good ? 0 : 3;
}

int
main(int argc, char **argv)
{
	static const char *const with_value[] = {
		"--dot",      "--fold", "--from", "--html",
		"--perfetto", "--svg",	"--to",	  NULL};
	char **arguments = ocr_arguments_split(&argc, argv, with_value);
	struct options o = {.to_ns = INT64_MAX};
	struct trace_files f;
	int err = arguments ? parse(argc, arguments, &o) : -1;

	free(arguments);
	if (err)
		return err < 0 ? 2 : 0;
	if (ocr_trace_files_open(&f, o.folder))
		return 1;
	err = o.races ? tell_races(&f) : tell(&o, &f);
	ocr_trace_files_close(&f);
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "ocrtrace: not all could be written\n");
		return 1;
	}
	return err < 0 ? 1 : err;
}
