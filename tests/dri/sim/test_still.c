/* SPDX-License-Identifier: BSD-3-Clause */
/* test_still.c - elements that have their place already do not move.
 *
 *	test_still [--seeds N] [--first F] [--trace]
 *
 * Four simulated processes are both sides of a channel, whose distributions
 *give each of them what it has.  All bytes that libdri moves are counted here,
 *and all that it says: between processes there is none.  With two sets of
 *buffers each process copies its own from one to the other, once; with one set
 *on both sides no byte is touched.
 */
#include "src/dri/link/link.h"
#include "src/dri/move/move.h"
#include "tests/dri/sim/task.h"
#include "tests/dri/sim/watch.h"
#include "tests/dri/sim/worlds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N      4
#define ROUNDS 3

static_assert(DRI_MSG_HELLO < DRI_MSG_ANSWER &&
		      DRI_MSG_TABLE < DRI_MSG_ANSWER &&
		      DRI_MSG_ASK < DRI_MSG_ANSWER &&
		      DRI_MSG_ANSWER < DRI_MSG_WINDOW,
	      "what connects comes first");

/* -- What moves ------------------------------------------------------------ */

/* Bytes, and what is said; between processes, and of each with itself. */
static struct {
	uint64_t between, own, words;
} moved;

/* The linker sends these here (--wrap). */
void __real_ocr_dri_move(const struct dri_mover *m, const struct dri_pair *p,
			 const void *src, void *dst);
void __wrap_ocr_dri_move(const struct dri_mover *m, const struct dri_pair *p,
			 const void *src, void *dst);
void __real_ocr_dri_pack(const struct dri_mover *m, const struct dri_pair *p,
			 int64_t first, int64_t n, const void *src, void *out);
void __wrap_ocr_dri_pack(const struct dri_mover *m, const struct dri_pair *p,
			 int64_t first, int64_t n, const void *src, void *out);
bool __real_ocr_dri_ship_small_locked(struct dri_way *way);
bool __wrap_ocr_dri_ship_small_locked(struct dri_way *way);
int __real_ocr_fabric_write(struct ocr_fabric *f, ocr_node_t to,
			    uint64_t offset, const void *local, size_t bytes,
			    struct ocr_transfer *x);
int __wrap_ocr_fabric_write(struct ocr_fabric *f, ocr_node_t to,
			    uint64_t offset, const void *local, size_t bytes,
			    struct ocr_transfer *x);
uint64_t __real_ocr_fabric_send(struct ocr_fabric *f, ocr_node_t to,
				const struct ocr_op *op);
uint64_t __wrap_ocr_fabric_send(struct ocr_fabric *f, ocr_node_t to,
				const struct ocr_op *op);

/* Ranks are those of the processes. */
static void
count(int rank, int64_t elements, size_t bytes)
{
	if ((uint32_t)rank == task_current()->process)
		moved.own += (uint64_t)elements * bytes;
	else
		moved.between += (uint64_t)elements * bytes;
}

void
__wrap_ocr_dri_move(const struct dri_mover *m, const struct dri_pair *p,
		    const void *src, void *dst)
{
	count(p->rank, p->elements, m->elem_bytes);
	__real_ocr_dri_move(m, p, src, dst);
}

void
__wrap_ocr_dri_pack(const struct dri_mover *m, const struct dri_pair *p,
		    int64_t first, int64_t n, const void *src, void *out)
{
	count(p->rank, n, m->elem_bytes);
	__real_ocr_dri_pack(m, p, first, n, src, out);
}

bool
__wrap_ocr_dri_ship_small_locked(struct dri_way *way)
{
	bool done = __real_ocr_dri_ship_small_locked(way);

	if (done)
		count(way->pair->rank, way->pair->elements,
		      way->mover.elem_bytes);
	return done;
}

int
__wrap_ocr_fabric_write(struct ocr_fabric *f, ocr_node_t to, uint64_t offset,
			const void *local, size_t bytes, struct ocr_transfer *x)
{
	moved.between += bytes;
	return __real_ocr_fabric_write(f, to, offset, local, bytes, x);
}

/* All is counted but what connects. */
uint64_t
__wrap_ocr_fabric_send(struct ocr_fabric *f, ocr_node_t to,
		       const struct ocr_op *op)
{
	if (op->type > DRI_MSG_ANSWER)
		moved.words++;
	return __real_ocr_fabric_send(f, to, op);
}

/* -- What has its place ---------------------------------------------------- */

enum kind { WHOLE, BLOCKS, DEALT };

struct split {
	enum kind kind;
	int procs;
	int64_t blksz;
};

/* An array of `size` floats, of which each process has as many, and how both
 * sides split and order it. */
static const struct same {
	const char *what;
	int ndims;
	int64_t size[2];
	struct split split[2][2]; /* of each side, by dimension */
	bool turned;		  /* the receivers store it the other way */
	bool one;		  /* one set may be on both sides */
} sames[] = {
	{"one by one",
	 1,
	 {4800},
	 {{{DEALT, N, 1}}, {{DEALT, N, 1}}},
	 false,
	 true},
	{"few, one by one",
	 1,
	 {48},
	 {{{DEALT, N, 1}}, {{DEALT, N, 1}}},
	 false,
	 true},
	{"five by five",
	 1,
	 {6000},
	 {{{DEALT, N, 5}}, {{DEALT, N, 5}}},
	 false,
	 true},
	{"a block each",
	 1,
	 {4800},
	 {{{BLOCKS, N, 0}}, {{BLOCKS, N, 0}}},
	 false,
	 true},
	{"a block each, and blocks of as many dealt out",
	 1,
	 {4800},
	 {{{BLOCKS, N, 0}}, {{DEALT, N, 1200}}},
	 false,
	 false},
	{"blocks by three and three",
	 2,
	 {48, 60},
	 {{{BLOCKS, 2, 0}, {DEALT, 2, 3}}, {{BLOCKS, 2, 0}, {DEALT, 2, 3}}},
	 false,
	 true},
	{"blocks by three and three, turned",
	 2,
	 {48, 60},
	 {{{BLOCKS, 2, 0}, {DEALT, 2, 3}}, {{BLOCKS, 2, 0}, {DEALT, 2, 3}}},
	 true,
	 false},
	{"copies by one and one",
	 2,
	 {30, 40},
	 {{{WHOLE, 2, 0}, {DEALT, 2, 1}}, {{WHOLE, 2, 0}, {DEALT, 2, 1}}},
	 false,
	 true},
	{"a whole dimension by one and one, or by a block",
	 2,
	 {30, 40},
	 {{{WHOLE, 1, 0}, {DEALT, N, 1}}, {{BLOCKS, 1, 0}, {DEALT, N, 1}}},
	 false,
	 false},
};

/* Elements of a process along dimension d. */
static int64_t
local(const struct same *s, int d)
{
	const struct split *p = &s->split[DRI_SEND][d];

	if (d >= s->ndims)
		return 1;
	return p->kind == WHOLE ? s->size[d] : s->size[d] / p->procs;
}

static uint64_t
local_bytes(const struct same *s)
{
	return (uint64_t)(local(s, 0) * local(s, 1)) * sizeof(float);
}

/* -- Programs -------------------------------------------------------------- */

struct program {
	const struct same *same;
	bool one;
	int rank;
};

static void
must(int status)
{
	if (status)
		worlds_fail("%s", DRI_strerror(status));
}

static DRI_Partition
make_partition(const struct split *s)
{
	DRI_Partition p;

	if (s->kind == WHOLE)
		must(DRI_Partition_create_whole(&p));
	else if (s->kind == BLOCKS)
		must(DRI_Partition_create_block(0, 1, DRI_NO_OVERLAP,
						DRI_NO_OVERLAP, &p));
	else
		must(DRI_Partition_create_blockcyclic(
			0, 1, DRI_NO_OVERLAP, DRI_NO_OVERLAP, s->blksz, &p));
	return p;
}

static DRI_Distribution
make_distribution(const struct program *p, enum dri_side side)
{
	static const DRI_Layout layouts[] = {
		DRI_LAYOUT_PACKED_0, DRI_LAYOUT_PACKED_1, DRI_LAYOUT_PACKED_0};
	const struct same *s = p->same;
	bool turned = side == DRI_RECEIVE && s->turned;
	DRI_Partition part[2];
	DRI_Distribution d;
	DRI_Global_Data g;
	int dims[2];

	for (int i = 0; i < s->ndims; i++) {
		part[i] = make_partition(&s->split[side][i]);
		dims[i] = s->split[side][i].procs;
	}
	must(DRI_Global_Data_create(s->ndims, s->size, NULL, &g));
	must(DRI_Distribution_create(g, N, p->rank, dims, part,
				     layouts + turned, &d));
	for (int i = 0; i < s->ndims; i++)
		must(DRI_Partition_destroy(&part[i]));
	must(DRI_Global_Data_destroy(&g));
	return d;
}

struct sides {
	DRI_Channel send, receive;
};

static void
connect_sides(const struct program *p, struct sides *s)
{
	DRI_Distribution from = make_distribution(p, DRI_SEND);
	DRI_Distribution to = make_distribution(p, DRI_RECEIVE);
	int64_t bytes = (int64_t)local_bytes(p->same);
	DRI_Bufferset out, in;

	must(DRI_Bufferset_system_create(1, bytes, &out));
	must(DRI_Bufferset_system_create(1, bytes, &in));
	must(DRI_Channel_create_send("still", DRI_FLOAT, from, out, &s->send));
	must(DRI_Channel_create_rcv("still", DRI_FLOAT, to, p->one ? out : in,
				    &s->receive));
	must(DRI_Channel_connect_sendrecv(s->send, s->receive));
	must(DRI_Bufferset_destroy(&out));
	must(DRI_Bufferset_destroy(&in));
	must(DRI_Distribution_destroy(&from));
	must(DRI_Distribution_destroy(&to));
}

static float *
get(DRI_Channel from, DRI_Buffer_Id *buffer)
{
	void *bytes;

	must(DRI_Channel_get(from, buffer));
	must(DRI_Buffer_get_ptr(*buffer, &bytes));
	return bytes;
}

/* What is in the sender's memory at place i of `rank`. */
static float
value(int rank, int round, int64_t i)
{
	return (float)((int64_t)(round * N + rank) * 8192 + i);
}

static void
look(const struct program *p, int round, const float *got)
{
	int64_t n[2] = {local(p->same, 0), local(p->same, 1)};

	for (int64_t y = 0; y < n[1]; y++)
		for (int64_t x = 0; x < n[0]; x++) {
			int64_t at =
				p->same->turned ? x * n[1] + y : y * n[0] + x;

			if (got[at] != value(p->rank, round, y * n[0] + x))
				worlds_fail("%s: element %lld, %lld of process "
					    "%d is wrong",
					    p->same->what, (long long)x,
					    (long long)y, p->rank);
		}
}

static void
run_program(void *arg)
{
	const struct program *p = arg;
	int64_t n = local(p->same, 0) * local(p->same, 1);
	DRI_Buffer_Id out, in;
	struct sides s;
	float *bytes;

	task_doing(p->same->what);
	connect_sides(p, &s);
	for (int round = 0; round < ROUNDS; round++) {
		bytes = get(s.send, &out);
		for (int64_t i = 0; i < n; i++)
			bytes[i] = value(p->rank, round, i);
		must(DRI_Channel_put(s.send, out));
		look(p, round, get(s.receive, &in));
		must(DRI_Channel_put(s.receive, in));
	}
	must(DRI_Channel_destroy(&s.send));
	must(DRI_Channel_destroy(&s.receive));
	must(DRI_Finalize());
}

/* -- Seeds ----------------------------------------------------------------- */

static void
run(const struct same *s, bool one, uint64_t seed)
{
	const char *sets = one ? "one set" : "two sets";
	struct program program[N];
	uint64_t own = one ? 0 : ROUNDS * N * local_bytes(s);

	memset(&moved, 0, sizeof(moved));
	worlds_open(seed, N);
	for (uint32_t p = 0; p < N; p++) {
		program[p] = (struct program){s, one, (int)p};
		worlds_start(p, run_program, &program[p], "program");
	}
	worlds_run();
	if (moved.between || moved.words)
		worlds_fail("%s, %s: %llu bytes move between processes, which "
			    "say %llu words",
			    s->what, sets, (unsigned long long)moved.between,
			    (unsigned long long)moved.words);
	if (moved.own != own)
		worlds_fail("%s, %s: %llu bytes move, not %llu", s->what, sets,
			    (unsigned long long)moved.own,
			    (unsigned long long)own);
	worlds_close();
	watch_end(false);
}

int
main(int argc, char **argv)
{
	uint64_t seeds = 40, first = 1;

	for (int a = 1; a < argc; a++) {
		if (!strcmp(argv[a], "--trace"))
			worlds_trace = true;
		else if (a + 1 < argc && !strcmp(argv[a], "--seeds"))
			seeds = strtoull(argv[++a], NULL, 0);
		else if (a + 1 < argc && !strcmp(argv[a], "--first"))
			first = strtoull(argv[++a], NULL, 0);
		else
			return 2;
	}
	for (uint64_t i = first; i < first + seeds; i++)
		for (size_t k = 0; k < sizeof(sames) / sizeof(sames[0]); k++) {
			run(&sames[k], false, i);
			if (sames[k].one)
				run(&sames[k], true, i);
		}
	printf("%llu seeds\n", (unsigned long long)seeds);
	return 0;
}
