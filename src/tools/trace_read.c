/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_read.c - see trace_read.h. */
#include "src/tools/trace_read.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_LANES 8192

static int
complain(const char *folder, const char *name, const char *what)
{
	fprintf(stderr, "ocrtrace: %s%s%s: %s\n", folder, name ? "/" : "",
		name ? name : "", what);
	return -1;
}

/* -- One file -------------------------------------------------------------- */

static const char *
fault_of(const struct ocr_trace_file *head, size_t bytes)
{
	if (bytes < sizeof(*head) || head->magic != OCR_TRACE_MAGIC)
		return "this is no trace of a node, or of another kind of "
		       "machine";
	if (head->version != OCR_TRACE_VERSION)
		return "another version of ocr-fabric has written it";
	if (head->lanes > MAX_LANES || head->workers > head->lanes)
		return "it is damaged: so many threads no node has";
	return NULL;
}

static int
map(struct trace_file *f, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *p;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st)) {
		close(fd);
		return -errno;
	}
	f->bytes = (size_t)st.st_size;
	p = f->bytes ? mmap(NULL, f->bytes, PROT_READ, MAP_SHARED, fd, 0)
		     : NULL;
	close(fd);
	if (p == MAP_FAILED)
		return -errno;
	f->head = p;
	return 0;
}

/* The chunk's place in the list of its lane, or SIZE_MAX: it is none. */
static size_t
place_of(const struct trace_file *f, size_t n, const struct ocr_trace_chunk *c)
{
	return c->lane == 0 || c->lane > f->head->lanes || c->number >= n
		       ? SIZE_MAX
		       : (c->lane - 1) * (n + 1) + c->number;
}

static struct ocr_trace_chunk *
chunk_at(const struct trace_file *f, size_t i)
{
	return (struct ocr_trace_chunk *)((uintptr_t)f->head +
					  (i + 1) * OCR_TRACE_CHUNK);
}

static size_t
n_chunks(const struct trace_file *f)
{
	size_t n = f->bytes / OCR_TRACE_CHUNK;

	return n ? n - 1 : 0;
}

static int
sort_chunks(struct trace_file *f)
{
	size_t n = n_chunks(f);

	f->chunks = calloc(f->head->lanes * (n + 1) + 1, sizeof(*f->chunks));
	if (!f->chunks)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		struct ocr_trace_chunk *c = chunk_at(f, i);
		size_t place = place_of(f, n, c);

		if (place != SIZE_MAX)
			f->chunks[place] = (uint64_t *)(void *)(c + 1);
	}
	return 0;
}

static int
open_file(struct trace_file *f, const char *folder, const char *name)
{
	char path[4096];
	const char *fault;
	int err;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	err = map(f, path);
	if (err)
		return complain(folder, name, strerror(-err));
	fault = fault_of(f->head, f->bytes);
	if (fault)
		return complain(folder, name, fault);
	snprintf(f->host, sizeof(f->host), "%.63s", f->head->host);
	snprintf(f->program, sizeof(f->program), "%.255s", f->head->program);
	if (sort_chunks(f))
		return complain(folder, name, strerror(ENOMEM));
	return 0;
}

/* -- All of them ---------------------------------------------------------- */

static bool
is_name(const char *name, unsigned *node)
{
	int end = 0;

	return sscanf(name, "%u.ocrtrace%n", node, &end) == 1 && end &&
	       !name[end];
}

static int
by_node(const void *a, const void *b)
{
	const struct trace_file *f = a, *g = b;

	return (f->head->node > g->head->node) -
	       (f->head->node < g->head->node);
}

static int
open_all(struct trace_files *f, const char *folder, DIR *dir)
{
	const struct dirent *e;
	unsigned node;

	while ((e = readdir(dir))) {
		struct trace_file *more;

		if (!is_name(e->d_name, &node))
			continue;
		more = realloc(f->file, (f->n + 1) * sizeof(*more));
		if (!more)
			return complain(folder, NULL, strerror(ENOMEM));
		f->file = more;
		more[f->n] = (struct trace_file){.head = NULL};
		f->n++;
		if (open_file(&more[f->n - 1], folder, e->d_name))
			return -1;
	}
	if (!f->n)
		return complain(folder, NULL,
				"no N.ocrtrace is there; a job writes them "
				"with OCR_TRACE=FOLDER");
	qsort(f->file, f->n, sizeof(*f->file), by_node);
	return 0;
}

/* Files of two jobs say nothing together. */
static int
check_job(struct trace_files *f, const char *folder)
{
	unsigned nodes = f->file[0].head->nodes;

	for (unsigned i = 0; i < f->n; i++) {
		if (f->file[i].head->nodes != nodes ||
		    strcmp(f->file[i].program, f->file[0].program) != 0 ||
		    (i && f->file[i].head->node == f->file[i - 1].head->node))
			return complain(folder, NULL,
					"these are traces of several jobs; "
					"give each job a folder of its own");
		f->is_cut |= f->file[i].head->is_cut != 0;
	}
	f->missing = nodes > f->n ? nodes - f->n : 0;
	return 0;
}

int
ocr_trace_files_open(struct trace_files *f, const char *folder)
{
	DIR *dir = opendir(folder);
	int err;

	*f = (struct trace_files){.n = 0};
	if (!dir)
		return complain(folder, NULL, strerror(errno));
	err = open_all(f, folder, dir);
	closedir(dir);
	if (!err)
		err = check_job(f, folder);
	if (!err && ocr_trace_clocks_set(f))
		err = complain(folder, NULL, strerror(ENOMEM));
	if (err)
		ocr_trace_files_close(f);
	return err;
}

void
ocr_trace_files_close(struct trace_files *f)
{
	for (unsigned i = 0; i < f->n; i++) {
		free(f->file[i].chunks);
		if (f->file[i].head)
			munmap((void *)(uintptr_t)f->file[i].head,
			       f->file[i].bytes);
	}
	free(f->file);
	ocr_trace_clocks_free(&f->clocks);
	*f = (struct trace_files){.n = 0};
}

/* -- Records -------------------------------------------------------------- */

/* How many words the record at w has behind its head; SIZE_MAX: it is none, or
 * not all here. */
static size_t
words_at(const uint64_t *w, const uint64_t *end)
{
	unsigned type = *w & 0xff;
	size_t n, left = (size_t)(end - w) - 1;

	if (type == OCR_TRACE_END || type >= OCR_TRACE_TYPES)
		return SIZE_MAX;
	n = ocr_trace_words(type);
	if (n <= left && (type == OCR_TRACE_NAME || type == OCR_TRACE_LINE))
		n += w[2] > 8 * left ? left : (w[2] + 7) / 8;
	if (n <= left && type == OCR_TRACE_USE)
		n += w[5] > 8 * left ? left : (w[5] + 7) / 8;
	return n <= left ? n : SIZE_MAX;
}

static void
each_of_chunk(struct trace_record *r, const uint64_t *w,
	      void (*fn)(void *arg, const struct trace_record *r), void *arg)
{
	const uint64_t *end =
		w + (OCR_TRACE_CHUNK - sizeof(struct ocr_trace_chunk)) / 8;
	size_t n;

	for (; w < end; w += 1 + n) {
		n = words_at(w, end);
		if (n == SIZE_MAX)
			return;
		r->type = (enum ocr_trace_type)(*w & 0xff);
		r->when_ns = ocr_trace_when(r->file, (int64_t)(*w >> 8));
		r->words = w + 1;
		fn(arg, r);
	}
}

void
ocr_trace_files_each(const struct trace_files *f,
		     void (*fn)(void *arg, const struct trace_record *r),
		     void *arg)
{
	for (unsigned i = 0; i < f->n; i++) {
		const struct trace_file *file = &f->file[i];
		size_t n = n_chunks(file);

		for (unsigned lane = 0; lane < file->head->lanes; lane++) {
			struct trace_record r = {.file = file, .lane = lane};
			uint64_t **c = file->chunks + lane * (n + 1);

			for (; *c; c++)
				each_of_chunk(&r, *c, fn, arg);
		}
	}
}
