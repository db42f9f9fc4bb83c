/* SPDX-License-Identifier: BSD-3-Clause */
/* fuzz_dri.c - messages of all kinds come to a process of libdri from others
 * that have the job's secret and say anything, while it connects and uses two
 * channels: one whose host it is, one that another process hosts.
 *
 * An input is a byte for the process, and messages: a byte for the kind, one
 * for who sends it, those of its fields, then changes of single words.
 */
#include "fabric/memory.h"
#include "src/dri/call/init.h"
#include "src/dri/call/root.h"
#include "src/dri/link/link.h"
#include "src/dri/meet/host.h"
#include "src/dri/world/world.h"
#include "tests/dri/sim/fiber.h"
#include "tests/fuzz/target.h"
#include "tests/fuzz/wire.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define ELEMENTS     24
#define ENDS	     2
#define MAX_MESSAGES 64
#define GROUP	     2
#define WINDOW_BYTES 4096

/* A program's thread with its channel. */
struct end {
	struct fiber *fiber;
	char name[8];
	bool returned;
	DRI_Distribution dist;
	DRI_Bufferset set[2];
	DRI_Channel channel[2];
};

static struct {
	struct wire *wire;
	struct dri_world *world;
	struct end end[ENDS];
	struct end *current;	/* NULL: nobody's thread */
	struct dri_hello hello; /* the last one that was sent */
} job;

/* -- The program ----------------------------------------------------------- */

static void
make_side(struct end *e, int side)
{
	int64_t count;

	must(!DRI_Distribution_get_local_count(e->dist, &count));
	must(!DRI_Bufferset_system_create(2, count * 8, &e->set[side]));
	must(!(side == DRI_SEND
		       ? DRI_Channel_create_send(e->name, DRI_COMPLEX_SPLIT,
						 e->dist, e->set[side],
						 &e->channel[side])
		       : DRI_Channel_create_rcv(e->name, DRI_COMPLEX_SPLIT,
						e->dist, e->set[side],
						&e->channel[side])));
}

static void
make(struct end *e)
{
	int64_t size = ELEMENTS;
	DRI_Global_Data array;
	DRI_Partition part;

	must(!DRI_Global_Data_create(1, &size, NULL, &array));
	must(!DRI_Partition_create_blockcyclic(0, 1, DRI_NO_OVERLAP,
					       DRI_NO_OVERLAP, 3, &part));
	must(!DRI_Distribution_create_simple(array, GROUP, 0, NULL, &part,
					     &e->dist));
	must(!DRI_Partition_destroy(&part));
	must(!DRI_Global_Data_destroy(&array));
	make_side(e, DRI_SEND);
	make_side(e, DRI_RECEIVE);
}

static void
unmake(struct end *e)
{
	for (int s = 0; s < 2; s++) {
		must(!DRI_Channel_destroy(&e->channel[s]));
		must(!DRI_Bufferset_destroy(&e->set[s]));
	}
	must(!DRI_Distribution_destroy(&e->dist));
}

/* Puts and gets until the job ends. */
static void
run_end(void *arg)
{
	struct end *e = arg;
	DRI_Buffer_Id b;
	int status;

	make(e);
	status = DRI_Channel_connect_sendrecv(e->channel[DRI_SEND],
					      e->channel[DRI_RECEIVE]);
	while (!status) {
		status = DRI_Channel_get(e->channel[DRI_SEND], &b);
		if (!status)
			status = DRI_Channel_put(e->channel[DRI_SEND], b);
		if (!status)
			status = DRI_Channel_get(e->channel[DRI_RECEIVE], &b);
		if (!status)
			status = DRI_Channel_put(e->channel[DRI_RECEIVE], b);
		/* Who has connected to itself would never wait. */
		fiber_stop(e->fiber);
	}
	unmake(e);
}

/* -- What a world calls ---------------------------------------------------- */

static void
pause_world(struct dri_world *w, bool waits)
{
	(void)w;
	if (waits && job.current)
		fiber_stop(job.current->fiber);
}

static void
meet(struct dri_world *w)
{
	(void)w;
}

static bool
is_near(const struct dri_world *w, ocr_node_t node)
{
	(void)w, (void)node;
	return false;
}

static void
on_sent(void *ctx, ocr_node_t to, const struct ocr_op *op)
{
	(void)ctx, (void)to;
	if (op->type == DRI_MSG_HELLO)
		memcpy(&job.hello, op, sizeof(job.hello));
}

static void
settle(void)
{
	for (int round = 0; round < 4; round++) {
		for (int i = 0; i < 16 && ocr_dri_world_step(job.world); i++)
			;
		for (int i = 0; i < ENDS; i++) {
			struct end *e = &job.end[i];

			job.current = e;
			if (!e->returned)
				e->returned = fiber_go_on(e->fiber);
			job.current = NULL;
		}
	}
}

/* -- Messages -------------------------------------------------------------- */

static ocr_node_t
peer_of(unsigned b)
{
	ocr_node_t peer = b % (WIRE_NODES - 1);

	return peer < job.world->self ? peer : peer + 1;
}

static void
fill_hello(struct dri_hello *m, struct source *s)
{
	struct ocr_op op = m->op;

	*m = job.hello;
	m->op = op;
	m->ticket = take(s) % 8;
	for (int i = 0; i < 2; i++) {
		m->side[i].rank = take(s) % 3;
		m->side[i].link = take(s) % 8;
	}
	strcpy(m->name, job.end[take(s) % ENDS].name);
}

/* As the host of the last HELLO would make it. */
static void
fill_table(struct dri_table *m, struct source *s)
{
	const struct dri_hello *h = &job.hello;
	ocr_node_t peer = peer_of(take(s));

	m->clique = 1;
	for (int i = 0; i < 2; i++) {
		m->n[i] = GROUP;
		m->n_buffers[i] = 2;
		m->dataspec[i] = h->side[i].dataspec;
		m->shape[i] = h->side[i].shape;
	}
	for (int i = 0; i < 2 * GROUP; i++) {
		m->member[i].node = i % GROUP ? peer : job.world->self;
		m->member[i].ticket = h->ticket;
		for (int k = 0; k < 2; k++)
			m->member[i].link[k] =
				i % GROUP ? take(s) % 8 : h->side[k].link;
	}
}

/* Of a file of this process; others' are none of our business here. */
static void
fill_window(struct dri_window *m, struct source *s)
{
	static int fd = -1;
	struct stat st;

	if (fd < 0)
		fd = memfd_create("window", MFD_CLOEXEC);
	must(fd >= 0 && !ftruncate(fd, WINDOW_BYTES) && !fstat(fd, &st));
	m->name.device = st.st_dev;
	m->name.inode = st.st_ino;
	m->name.len_bytes = (uint64_t)take(s) * 32;
	m->name.pid = getpid();
	m->name.fd = fd;
}

static void
fill(struct ocr_op *op, struct source *s)
{
	struct dri_piece *piece = (struct dri_piece *)op;

	switch (op->type) {
	case DRI_MSG_HELLO:
		fill_hello((struct dri_hello *)op, s);
		break;
	case DRI_MSG_TABLE:
		fill_table((struct dri_table *)op, s);
		break;
	case DRI_MSG_REFUSE:
		((struct dri_refuse *)op)->ticket = take(s) % 8;
		((struct dri_refuse *)op)->status = take(s);
		break;
	case DRI_MSG_ASK:
		strcpy(((struct dri_ask *)op)->name,
		       job.end[take(s) % ENDS].name);
		break;
	case DRI_MSG_ANSWER:
		((struct dri_answer *)op)->ticket = take(s) % 8;
		memset(((struct dri_answer *)op)->text, '%',
		       take(s) % DRI_ANSWER_TEXT);
		break;
	case DRI_MSG_WINDOW:
		fill_window((struct dri_window *)op, s);
		break;
	case DRI_MSG_CREDIT:
		((struct dri_credit *)op)->offset = (uint64_t)take(s) * 16;
		break;
	case DRI_MSG_PIECE:
		piece->first = take(s) % 32;
		piece->n = take(s) % 32;
		piece->part = take(s) % 3;
		break;
	}
	if (op->type >= DRI_MSG_CREDIT) {
		((struct dri_done *)op)->link = take(s) % 8;
		((struct dri_done *)op)->rank = take(s) % 3;
	}
}

static uint32_t
length_of(uint16_t type, struct source *s)
{
	uint32_t len = (ocr_dri_handlers[type].min_bytes + 7u) / 8u * 8u;

	if (type == DRI_MSG_TABLE)
		len += 2 * GROUP * sizeof(struct dri_member);
	if (type == DRI_MSG_PIECE)
		len += take(s) * 8u;
	return len;
}

/* The low bits of `how` say in which place a word is, the others what of. */
static void
change(struct ocr_op *op, uint32_t place, unsigned how, struct source *s)
{
	static const uint64_t odd[] = {UINT64_MAX,	    INT64_MAX,
				       (uint64_t)INT64_MIN, INT64_MAX / 8,
				       UINT64_C(1) << 32,   INT32_MAX};
	unsigned char *p = (unsigned char *)(op + 1);
	uint32_t n = (op->len_bytes - (uint32_t)sizeof(*op)) / 4;
	uint64_t value = how & 1   ? odd[take(s) % 6]
			 : how & 2 ? take_word(s)
				   : take(s);

	if (!n)
		return;
	place %= n;
	memcpy(p + place * 4, &value, how & 4 && place + 1 < n ? 8 : 4);
}

static void
repair_window(struct ocr_op *op)
{
	struct dri_window *m = (struct dri_window *)op;

	if (op->type == DRI_MSG_WINDOW && m->name.pid > 0)
		m->name.pid = getpid();
}

static void
come(struct source *s)
{
	unsigned b = take(s), changes;
	uint16_t type = (uint16_t)(1 + (b & 0x3f) % (DRI_MSGS - 1));
	ocr_node_t from = peer_of(take(s));
	uint32_t len = length_of(type, s);
	struct ocr_op *op = calloc(1, len);

	must(op);
	*op = (struct ocr_op){len, type, 0};
	fill(op, s);
	for (changes = b >> 6; changes; changes--) {
		uint32_t place = take(s);
		unsigned how = take(s);

		change(op, place + (how >> 4) * 256, how, s);
	}
	repair_window(op);
	wire_come(job.wire, from, op, true);
	free(op);
	settle();
}

/* -- All ------------------------------------------------------------------- */

/* No time goes by. */
static uint64_t
now_ns(struct dri_world *w)
{
	(void)w;
	return 0;
}

/* Names whose host is that process, or not. */
static void
name_it(char *name, size_t room, ocr_node_t self, bool here)
{
	unsigned i = 0;

	do
		snprintf(name, room, "c%u", i++);
	while ((ocr_dri_host_of(job.world, name) == self) != here);
}

static void
open_world(ocr_node_t self)
{
	static const struct dri_hooks hooks = {
		.pause = pause_world,
		.now_ns = now_ns,
		.meet = meet,
		.is_near = is_near,
	};
	struct wire_config w = {.self = self, .sent = on_sent};
	struct dri_ground g = {
		.above = &ocr_dri_above,
		.hooks = &hooks,
		.self = self,
		.size = WIRE_NODES,
		.number = WIRE_JOB,
	};

	job.wire = wire_open(&w);
	g.transport = wire_transport(job.wire);
	must(!ocr_memory_open_plain(&g.memory));
	must(!ocr_dri_world_open_on(&job.world, &g));
	job.world->links->limits = (struct dri_limits){
		.run_bytes = 16,
		.staged_bytes = 16,
		.stage_bytes = 64,
		.piece_bytes = 32,
		.wide_bytes = 64,
		.burst_bytes = 128,
		.under_way = 256,
	};
	ocr_dri_become(job.world);
}

static void
start(ocr_node_t self)
{
	for (int i = 0; i < ENDS; i++) {
		struct end *e = &job.end[i];
		struct fiber *fiber = e->fiber ? e->fiber : fiber_open();

		memset(e, 0, sizeof(*e));
		e->fiber = fiber;
		name_it(e->name, sizeof(e->name), self, i == 0);
		job.current = e;
		e->returned = fiber_call(e->fiber, run_end, e);
		job.current = NULL;
	}
	settle();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct source s = {data, size};
	ocr_node_t self = take(&s) % 2;

	memset(&job.hello, 0, sizeof(job.hello));
	open_world(self);
	start(self);
	for (int i = 0; i < MAX_MESSAGES && s.left && !job.world->broken; i++)
		come(&s);
	ocr_dri_lock(job.world);
	ocr_dri_world_fail_locked(job.world, "the input ends");
	ocr_dri_unlock(job.world);
	settle();
	for (int i = 0; i < ENDS; i++)
		must(job.end[i].returned);
	wire_must_be_heard(job.world->fabric);
	ocr_dri_world_close(job.world);
	ocr_dri_become(NULL);
	wire_close(job.wire);
	return 0;
}
