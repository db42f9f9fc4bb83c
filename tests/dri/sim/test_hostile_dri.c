/* SPDX-License-Identifier: BSD-3-Clause */
/* test_hostile_dri.c - messages that no process sends: each is refused, or does
 * no harm to more than what it names.
 *
 *	test_hostile_dri [--seeds N] [--first F] [--trace]
 *
 * Three simulated processes have connected channels, and one that waits to be
 * connected.  Then every handler gets messages made of true ones, with fields
 * changed, cut, or filled with noise, each in memory of its own length.  For
 * sanitizers, above all; besides, what cannot be true must be refused.
 */
#include "fabric/memory.h"
#include "src/dri/call/root.h"
#include "src/dri/link/link.h"
#include "src/dri/meet/host.h"
#include "src/dri/world/world.h"
#include "tests/dri/sim/task.h"
#include "tests/dri/sim/watch.h"
#include "tests/dri/sim/worlds.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 3

/* Elements of the array, and about so many messages for each seed. */
#define ELEMENTS 24
#define MESSAGES 60

/* Credits are for places in here: a simulated card would write anywhere. */
static _Alignas(64) unsigned char scratch[1 << 16];

static struct dice the_dice;
static bool is_over;
static unsigned running[N];
static uint64_t n_refused, n_taken;

/* -- What there is --------------------------------------------------------- */

struct end {
	uint32_t process;
	const char *name;
	bool sends, receives, puts, gets;
	int group, rank; /* of a side */
	DRI_Distribution dist;
	DRI_Bufferset set[2];
	DRI_Channel channel[2];
};

static void
must(int status)
{
	if (status)
		worlds_fail("%s", DRI_strerror(status));
}

static void
make_side(struct end *e, int side)
{
	int64_t count;

	must(DRI_Distribution_get_local_count(e->dist, &count));
	must(DRI_Bufferset_system_create(2, count * 8, &e->set[side]));
	must(side == DRI_SEND
		     ? DRI_Channel_create_send(e->name, DRI_COMPLEX_SPLIT,
					       e->dist, e->set[side],
					       &e->channel[side])
		     : DRI_Channel_create_rcv(e->name, DRI_COMPLEX_SPLIT,
					      e->dist, e->set[side],
					      &e->channel[side]));
}

static void
make(struct end *e)
{
	int64_t size = ELEMENTS;
	DRI_Global_Data array;
	DRI_Partition part;

	must(DRI_Global_Data_create(1, &size, NULL, &array));
	must(DRI_Partition_create_blockcyclic(0, 1, DRI_NO_OVERLAP,
					      DRI_NO_OVERLAP,
					      e->receives ? 2 : 3, &part));
	must(DRI_Distribution_create_simple(array, e->group, e->rank, NULL,
					    &part, &e->dist));
	must(DRI_Partition_destroy(&part));
	must(DRI_Global_Data_destroy(&array));
	if (e->sends)
		make_side(e, DRI_SEND);
	if (e->receives)
		make_side(e, DRI_RECEIVE);
}

static void
unmake(struct end *e)
{
	for (int s = 0; s < 2; s++) {
		if (!(s == DRI_SEND ? e->sends : e->receives))
			continue;
		must(DRI_Channel_destroy(&e->channel[s]));
		must(DRI_Bufferset_destroy(&e->set[s]));
	}
	must(DRI_Distribution_destroy(&e->dist));
}

static bool
is_over_now(void *arg)
{
	(void)arg;
	return is_over;
}

static void
run_end(void *arg)
{
	struct end *e = arg;
	DRI_Buffer_Id b;
	int status;

	make(e);
	task_doing("connecting");
	if (e->sends && e->receives)
		status = DRI_Channel_connect_sendrecv(e->channel[0],
						      e->channel[1]);
	else
		status = DRI_Channel_connect(e->channel[!e->sends]);
	task_doing("using");
	if (!status && e->puts)
		status = DRI_Channel_get(e->channel[DRI_SEND], &b);
	if (!status && e->puts)
		DRI_Channel_put(e->channel[DRI_SEND], b);
	if (!status && e->gets)
		DRI_Channel_get(e->channel[DRI_RECEIVE], &b);
	task_doing("waiting for the end");
	task_wait(is_over_now, NULL);
	unmake(e);
	running[e->process]--;
}

static bool
has_ended(void *arg)
{
	return !*(unsigned *)arg;
}

static void
run_main(void *arg)
{
	task_doing("waiting for its threads");
	task_wait(has_ended, arg);
	DRI_Finalize();
}

/* "all": everybody's; "two": process 0 to 1, which waits for more than comes;
 * "none": process 2 waits for somebody who does not come. */
static struct end ends[6];

static void
start(void)
{
	int n = 0;

	memset(ends, 0, sizeof(ends));
	for (int i = 0; i < N; i++)
		ends[n++] = (struct end){.process = (uint32_t)i,
					 .name = "all",
					 .sends = true,
					 .receives = true,
					 .puts = i > 0,
					 .group = N,
					 .rank = i};
	ends[n++] = (struct end){
		.process = 0, .name = "two", .sends = true, .group = 1};
	ends[n++] = (struct end){.process = 1,
				 .name = "two",
				 .receives = true,
				 .gets = true,
				 .group = 1};
	ends[n++] = (struct end){.process = 2,
				 .name = "none",
				 .sends = true,
				 .receives = true,
				 .group = 2};
	for (int i = 0; i < n; i++) {
		running[ends[i].process]++;
		worlds_start(ends[i].process, run_end, &ends[i], ends[i].name);
	}
	for (uint32_t p = 0; p < N; p++)
		worlds_start(p, run_main, &running[p], "main");
}

/* -- Lies ------------------------------------------------------------------ */

/* A number, most often one that could be. */
static uint32_t
number(uint32_t below)
{
	switch (dice_below(&the_dice, 8)) {
	case 0:
		return below;
	case 1:
		return UINT32_MAX;
	case 2:
		return (uint32_t)dice_next(&the_dice);
	default:
		return below ? (uint32_t)dice_below(&the_dice, below) : 0;
	}
}

/* The link of a number, which lives; else any. */
static uint32_t
any_link(const struct dri_world *w)
{
	return number(w->links->n + 1);
}

static int64_t
any_count(int64_t below)
{
	static const int64_t odd[] = {
		0, -1, INT64_MAX, INT64_MIN, INT64_MAX / 8, INT64_C(1) << 32};

	if (dice_once_in(&the_dice, 3))
		return odd[dice_below(&the_dice, 6)];
	return dice_below(&the_dice, below + 1);
}

static void
name_it(char *name)
{
	static const char *const names[] = {"all", "two", "none", "other", ""};

	strcpy(name, names[dice_below(&the_dice, 5)]);
	if (dice_once_in(&the_dice, 16))
		memset(name, 'x', DRI_MAX_NAME + 1);
}

static const struct dri_link *
link_of(const struct dri_world *w, uint32_t id)
{
	return id < w->links->n ? w->links->at[id] : NULL;
}

/* A shape that is one, of those that are in use. */
static struct dri_shape_spec
shape(int procs, int64_t block)
{
	struct dri_shape_spec s = {.ndims = 1};

	s.dim[0].split.size = ELEMENTS;
	s.dim[0].split.mod = 1;
	s.dim[0].split.blksz = block;
	s.dim[0].split.kind = DRI_SPLIT_CYCLIC;
	s.dim[0].split.procs = procs;
	s.dim[0].spacing = 1;
	return s;
}

static void
lie_hello(const struct dri_world *w, struct dri_hello *m)
{
	m->ticket = any_link(w);
	m->clique = (uint32_t)dice_below(&the_dice, 2);
	for (int s = 0; s < 2; s++)
		m->side[s] = (struct dri_side_spec){
			.present = m->clique || dice_once_in(&the_dice, 2),
			.rank = (int32_t)number(2),
			.n_buffers = 2,
			.dataspec = (int32_t)number(20),
			.link = any_link(w),
			.shape = shape(2, 2),
		};
	name_it(m->name);
}

static void
lie_table(const struct dri_world *w, struct dri_table *t)
{
	t->clique = 1;
	t->index = (uint32_t)dice_below(&the_dice, 2);
	for (int s = 0; s < 2; s++) {
		t->n[s] = t->n_buffers[s] = 2;
		t->dataspec[s] = dice_once_in(&the_dice, 8) ? 3 : 5;
		t->shape[s] = shape(2, 2);
	}
	for (int i = 0; i < 4; i++) {
		t->member[i].node = i % 2 ? number(N) : w->self;
		t->member[i].ticket = number(w->links->n);
		t->member[i].link[0] = number(9);
		t->member[i].link[1] = number(9);
	}
}

static void
lie_piece(const struct dri_world *w, struct dri_piece *m)
{
	m->link = any_link(w);
	m->rank = number(N);
	m->first = any_count(ELEMENTS);
	m->n = any_count(ELEMENTS);
	m->part = number(2);
}

/* The fields of a message that is long enough. */
static void
lie(const struct dri_world *w, struct ocr_op *op)
{
	switch (op->type) {
	case DRI_MSG_HELLO:
		lie_hello(w, (struct dri_hello *)op);
		break;
	case DRI_MSG_TABLE:
		lie_table(w, (struct dri_table *)op);
		break;
	case DRI_MSG_REFUSE:
		((struct dri_refuse *)op)->ticket = any_link(w);
		((struct dri_refuse *)op)->status = (int32_t)number(40);
		break;
	case DRI_MSG_ASK:
		((struct dri_ask *)op)->ticket = any_link(w);
		name_it(((struct dri_ask *)op)->name);
		break;
	case DRI_MSG_ANSWER:
		((struct dri_answer *)op)->ticket = any_link(w);
		memset(((struct dri_answer *)op)->text, '%',
		       DRI_ANSWER_TEXT - (size_t)dice_below(&the_dice, 2));
		break;
	case DRI_MSG_WINDOW:
		((struct dri_window *)op)->name.pid = (int32_t)number(4);
		((struct dri_window *)op)->name.fd = (int32_t)number(4);
		((struct dri_window *)op)->name.len_bytes = number(4096);
		break;
	case DRI_MSG_CREDIT:
		((struct dri_credit *)op)->link = any_link(w);
		((struct dri_credit *)op)->rank = number(N);
		break;
	case DRI_MSG_PIECE:
		lie_piece(w, (struct dri_piece *)op);
		break;
	default:
		((struct dri_done *)op)->link = any_link(w);
		((struct dri_done *)op)->rank = number(N);
		break;
	}
}

/* As long as the fabric lets it be. */
static struct ocr_op *
new_message(uint16_t type)
{
	size_t len = (ocr_dri_handlers[type].min_bytes + 7u) / 8u * 8u;
	struct ocr_op *op;

	if (type == DRI_MSG_TABLE && !dice_once_in(&the_dice, 8))
		len += 4 * sizeof(struct dri_member);
	else if (type == DRI_MSG_PIECE || dice_once_in(&the_dice, 8))
		len += 8 * (size_t)dice_below(&the_dice, 2 * ELEMENTS);
	if (type == DRI_MSG_TABLE &&
	    len < sizeof(struct dri_table) + 4 * sizeof(struct dri_member))
		type = DRI_MSG_NONE; /* noise */
	op = calloc(1, len);
	if (!op)
		worlds_fail("out of memory");
	*op = (struct ocr_op){(uint32_t)len, type, 0};
	return op;
}

static void
spoil(struct ocr_op *op, bool all)
{
	unsigned char *p = (unsigned char *)op + sizeof(*op);
	size_t n = op->len_bytes - sizeof(*op);
	int64_t k = 1 + dice_below(&the_dice, 3);

	for (size_t i = 0; i < n && all; i++)
		p[i] = (unsigned char)dice_next(&the_dice);
	while (n && !all && k--)
		p[dice_below(&the_dice, (int64_t)n)] ^=
			(unsigned char)(1 << dice_below(&the_dice, 8));
}

/* What nobody could have meant. */
static bool
is_nonsense(const struct dri_world *w, const struct ocr_op *op)
{
	const struct dri_piece *m = (const struct dri_piece *)op;

	if (op->type < DRI_MSG_CREDIT)
		return false;
	if (m->link >= w->links->n)
		return true;
	return op->type == DRI_MSG_PIECE && link_of(w, m->link) &&
	       (m->n <= 0 || m->first < 0 || m->n > ELEMENTS || m->part > 1);
}

/* To p, who believes that `from` has sent it. */
static void
tell(uint32_t p, ocr_node_t from)
{
	struct dri_world *w = worlds_of(p);
	uint16_t type = (uint16_t)(1 + dice_below(&the_dice, DRI_MSGS - 1));
	struct ocr_op *op = new_message(type);
	bool nonsense;
	int err;

	if (op->type)
		lie(w, op);
	if (!op->type || dice_once_in(&the_dice, 3))
		spoil(op, !op->type || dice_once_in(&the_dice, 3));
	op->type = type;
	if (type == DRI_MSG_CREDIT)
		((struct dri_credit *)op)->offset =
			(uint64_t)(uintptr_t)scratch +
			64 * (uint64_t)dice_below(&the_dice, 512);
	nonsense = is_nonsense(w, op);
	err = ocr_dri_handlers[type].fn(w, from, op);
	if (nonsense && !err)
		worlds_fail("%s that is nonsense was taken",
			    ocr_dri_handlers[type].name);
	n_refused += err != 0;
	n_taken += !err;
	free(op);
	worlds_touch(p);
}

/* What is told once must not take memory for ever: of a link that "none" has
 * not connected yet. */
static void
flood(void)
{
	const struct dri_world *w = worlds_of(2);
	struct {
		struct dri_credit credit;
		uint64_t more;
	} m = {.credit.op = {sizeof(m.credit), DRI_MSG_CREDIT, 0}};
	struct dri_hello hello;
	int err = 0;
	int64_t n;

	for (uint32_t i = 0; i < w->links->n; i++)
		if (link_of(w, i) && link_of(w, i)->state == DRI_LINK_NEW)
			m.credit.link = i;
	m.credit.op.len_bytes = sizeof(m);
	if (!ocr_dri_handlers[DRI_MSG_CREDIT].fn(worlds_of(2), 1, &m.credit.op))
		worlds_fail("a CREDIT that is too long was taken");
	m.credit.op.len_bytes = sizeof(m.credit);
	for (n = 0; !err && n <= 2 * DRI_MOST_BUFFERS; n++)
		err = ocr_dri_handlers[DRI_MSG_CREDIT].fn(worlds_of(2), 1,
							  &m.credit.op);
	if (n != DRI_MOST_BUFFERS + 2)
		worlds_fail("%lld CREDITs before TABLE were taken",
			    (long long)n - 1);
	for (uint32_t p = 0; p < N; p++) {
		memset(&hello, 0, sizeof(hello));
		hello.op = (struct ocr_op){sizeof(hello), DRI_MSG_HELLO, 0};
		lie_hello(w, &hello);
		hello.clique = 1;
		for (int s = 0; s < 2; s++) {
			hello.side[s].present = 1;
			hello.side[s].rank = 0;
			hello.side[s].n_buffers = INT32_MAX;
		}
		strcpy(hello.name, "many");
		if (!ocr_dri_handlers[DRI_MSG_HELLO].fn(worlds_of(p), 1,
							&hello.op))
			worlds_fail("%d buffers were taken", INT32_MAX);
	}
}

/* -- Seeds ----------------------------------------------------------------- */

static void
attack(void)
{
	uint32_t p;

	for (int i = 0; i < MESSAGES; i++) {
		p = (uint32_t)dice_below(&the_dice, N);
		tell(p, (ocr_node_t)dice_below(&the_dice, N));
		if (dice_once_in(&the_dice, 2))
			worlds_settle();
	}
}

static void
run_seed(uint64_t seed)
{
	worlds_open(seed, N);
	the_dice = dice(seed, 9);
	is_over = false;
	start();
	worlds_settle();
	if (seed == 1)
		flood();
	attack();
	/* Nobody knows what is true now: the job ends. */
	is_over = true;
	for (uint32_t p = 0; p < N; p++) {
		if (worlds_of(p))
			worlds_of(p)->broken = true;
		worlds_touch(p);
	}
	worlds_run();
	worlds_close();
	watch_end(true);
}

int
main(int argc, char **argv)
{
	uint64_t seeds = 500, first = 1;

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
	for (uint64_t i = first; i < first + seeds; i++) {
		watch_errors(true);
		watch_leaves();
		run_seed(i);
	}
	printf("%llu messages refused, %llu taken\n",
	       (unsigned long long)n_refused, (unsigned long long)n_taken);
	return !n_refused || !n_taken;
}
