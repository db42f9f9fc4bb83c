/* SPDX-License-Identifier: BSD-3-Clause */
/* share.c - see share.h. */
#include "src/task/share.h"

#include "fabric/clock.h"
#include "guidmap/guid.h"
#include "src/base/code.h"
#include "src/base/fail.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/sched/worker.h"
#include "src/stream/dispatch.h"
#include "src/stream/stream.h"
#include "src/task/edt.h"
#include "src/task/edt_side.h"
#include "src/task/tasks.h"

#include <errno.h>
#include <string.h>

/* Messages up to this size are built on the stack; a task with more parameters
 * stays. */
#define NEAR_BYTES 4096

/* So many at most go to one node that has asked: what it has too many of, it
 * passes on. */
#define MOST 8

/* A worker whose oldest task stays looks again after so many others, or in the
 * next tick. */
#define PATIENCE 64

/* Who has been sent tasks may soon ask for more: after so many tasks each, a
 * worker that has more looks.  In ocr_sched.idle_nodes, where it looks anyway.
 */
#define LOOKS 64
#define LOOK  (UINT32_C(1) << 31)
static_assert(OCR_SHARE_BITS < 31, "a bit for all nodes");

/* What it takes to send a task, and each byte of its blocks: who has it should
 * be busy for longer.  If not, nothing is sent for a tick, then two, at most so
 * many. */
#define TASK_NS	   4000
#define BYTES_A_NS 2
#define MOST_NS	   100000000
#define MOST_TICKS 32

/* What may be said of a task that goes; all else binds it to its node. */
#define GOING_FLAGS                                                            \
	((uint32_t)(OCR_EDT_FINISH | OCR_EDT_OUTPUT_GIVEN | OCR_EDT_MOVED))

/* A task that goes, while ocr_edt_run() ends it here. */
struct ocr_leaving {
	struct ocr_msg_create_edt *m;
	ocr_node_t to;
};

/* -- Who asks whom --------------------------------------------------------- */

static bool
is_few(const struct ocr_runtime *rt)
{
	return rt->size <= OCR_SHARE_FEW;
}

/* The bit for a node so far away, or 0: it is not asked from here. */
static uint32_t
bit_of(const struct ocr_runtime *rt, uint32_t distance)
{
	if (!distance)
		return 0;
	if (is_few(rt))
		return 1u << (distance - 1);
	return distance & (distance - 1) ? 0 : distance;
}

static uint32_t
distance_of(const struct ocr_runtime *rt, unsigned bit)
{
	return is_few(rt) ? bit + 1 : 1u << bit;
}

static uint32_t
distance(const struct ocr_runtime *rt, ocr_node_t from, ocr_node_t to)
{
	return (to + rt->size - from) % rt->size;
}

/* The bits of all that a node asks. */
static uint32_t
all_bits(const struct ocr_runtime *rt)
{
	uint32_t all = 0;

	for (unsigned bit = 0; bit < OCR_SHARE_BITS; bit++)
		if (distance_of(rt, bit) < rt->size)
			all |= 1u << bit;
	return all;
}

void
ocr_share_init(struct ocr_runtime *rt, uint64_t max_bytes, bool all)
{
	struct ocr_share *s = &rt->tasks->share;

	s->max_bytes = rt->size > 1 ? max_bytes : 0;
	s->keep = !all;
}

/* How long what has come last has lasted, until now. */
static uint64_t
busy_ns(struct ocr_share *s)
{
	uint64_t came =
		atomic_exchange_explicit(&s->came_ns, 0, memory_order_relaxed);

	return came ? ocr_clock_ns() - came : UINT64_MAX;
}

void
ocr_share_ask(struct ocr_runtime *rt, bool lately)
{
	struct ocr_share *s = &rt->tasks->share;
	struct ocr_msg_idle m = {
		.op = OCR_OP(OCR_MSG_IDLE, struct ocr_msg_idle),
	};
	uint32_t whom, new;

	if (!s->max_bytes || ocr_sched_is_closed(rt->sched))
		return;
	if (lately) {
		atomic_store_explicit(&rt->sched->asks_again, 0,
				      memory_order_relaxed);
		whom = atomic_exchange_explicit(&s->senders, 0,
						memory_order_relaxed);
	} else {
		whom = all_bits(rt);
	}
	if (!(whom & ~atomic_load_explicit(&s->asked, memory_order_relaxed)))
		return;
	new = whom &
	      ~atomic_fetch_or_explicit(&s->asked, whom, memory_order_relaxed);
	m.busy_ns = busy_ns(s);
	for (; new; new &= new - 1) {
		uint32_t far = distance_of(rt, (unsigned)__builtin_ctz(new));

		ocr_dispatch_send(rt, (rt->self + far) % rt->size, &m.op);
	}
	ocr_fabric_flush(rt->fabric);
}

static uint32_t
ticks_of(const struct ocr_runtime *rt)
{
	return atomic_load_explicit(&rt->sched->ticks, memory_order_relaxed);
}

static bool
is_paused(const struct ocr_runtime *rt)
{
	uint32_t until = atomic_load_explicit(&rt->tasks->share.until,
					      memory_order_relaxed);

	/* No pause is longer: what is further away has passed. */
	return until - ticks_of(rt) - 1 < MOST_TICKS;
}

/* What was sent last there has kept it busy for so long: was it worth it? */
static void
judge(struct ocr_runtime *rt, unsigned bit, uint64_t busy_ns)
{
	struct ocr_share *s = &rt->tasks->share;
	uint32_t pause = 0, worth = atomic_exchange_explicit(
				    &s->worth_ns[bit], 0, memory_order_relaxed);

	if (busy_ns < worth) {
		pause = 2 *
			atomic_load_explicit(&s->pause, memory_order_relaxed);
		pause = pause < 1 ? 1 : pause > MOST_TICKS ? MOST_TICKS : pause;
	}
	atomic_store_explicit(&s->pause, pause, memory_order_relaxed);
	atomic_store_explicit(&s->until, ticks_of(rt) + pause,
			      memory_order_relaxed);
}

int
ocr_share_on_idle(struct ocr_runtime *rt, ocr_node_t from,
		  const struct ocr_op *op)
{
	const struct ocr_msg_idle *m = (const void *)op;
	uint32_t bit = bit_of(rt, distance(rt, from, rt->self));

	if (!bit)
		return -EINVAL;
	if (!rt->tasks->share.max_bytes)
		return 0;
	judge(rt, (unsigned)__builtin_ctz(bit), m->busy_ns);
	atomic_fetch_or_explicit(&rt->sched->idle_nodes, bit,
				 memory_order_relaxed);
	return 0;
}

void
ocr_share_got(struct ocr_runtime *rt, ocr_node_t from)
{
	uint32_t bit = bit_of(rt, distance(rt, rt->self, from));

	struct ocr_share *s = &rt->tasks->share;

	atomic_fetch_and_explicit(&s->asked, ~bit, memory_order_relaxed);
	atomic_fetch_or_explicit(&s->senders, bit, memory_order_relaxed);
	/* The simulator's nodes have no time. */
	if (rt->sched->threaded &&
	    !atomic_load_explicit(&s->came_ns, memory_order_relaxed))
		atomic_store_explicit(&s->came_ns, ocr_clock_ns(),
				      memory_order_relaxed);
	atomic_store_explicit(&rt->sched->asks_again, 1, memory_order_relaxed);
}

/* -- What may go ----------------------------------------------------------- */

/* Labels and parts of blocks: names that mean another thing when they are
 * asked for once more, or wait for others. */
static bool
has_others(const struct ocr_edt *t)
{
	for (uint32_t i = 0; i < t->depc; i++) {
		ocrGuid_t g = ocr_edt_depv(t)[i].guid;

		if (ocr_label_is(g) || (ocr_guid_kind(g) == OCR_GUID_DB &&
					ocr_guid_flags(g) & OCR_GUID_PART))
			return true;
	}
	return false;
}

/* What it would have to fetch there. */
static uint64_t
bytes_to_move(const struct ocr_edt *t, ocr_node_t to)
{
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < t->held.n; i++)
		if (ocr_owner_of(t->rt, t->held.blocks[i].db) != to)
			bytes += t->held.blocks[i].block->size;
	return bytes;
}

/* How long it should keep that node busy at least.  What it writes comes back.
 */
static uint32_t
worth_of(const struct ocr_edt *t, ocr_node_t to)
{
	uint64_t bytes = bytes_to_move(t, to);

	for (uint32_t i = 0; i < t->held.n; i++)
		if (ocr_mode_writes(t->held.blocks[i].mode) &&
		    ocr_owner_of(t->rt, t->held.blocks[i].db) != to)
			bytes += t->held.blocks[i].block->size;
	bytes /= BYTES_A_NS;
	return TASK_NS + (uint32_t)(bytes < MOST_NS ? bytes : MOST_NS);
}

/* Of one that is ready, and that the caller has taken. */
static bool
may_go(struct ocr_edt *t, ocr_node_t to, struct ocr_code *code)
{
	ocrGuid_t g = ocr_edt_guid(t);

	return !(t->run.flags & ~GOING_FLAGS) && !ocr_edt_side_is_more(t) &&
	       !(ocr_guid_flags(g) & OCR_GUID_PLACED) && !ocr_label_is(g) &&
	       !has_others(t) &&
	       sizeof(struct ocr_msg_create_edt) +
			       t->paramc * sizeof(uint64_t) <=
		       NEAR_BYTES &&
	       bytes_to_move(t, to) <= t->rt->tasks->share.max_bytes &&
	       !ocr_code_of(ocr_edt_func(t), code);
}

/* -- A task goes ----------------------------------------------------------- */

static void
submit_slot(struct ocr_edt *t, const struct ocr_leaving *l, uint32_t slot)
{
	const ocrEdtDep_t *d = &ocr_edt_depv(t)[slot];
	struct ocr_msg_satisfy_edt m = {
		.op = OCR_OP(OCR_MSG_SATISFY_EDT, struct ocr_msg_satisfy_edt),
		.edt = l->m->edt,
		.data = d->guid,
		.slot = slot,
		.mode = (uint32_t)d->mode,
	};

	if (ocr_stream_submit(&t->now->stream, l->to, &m.op))
		ocr_fail(t->rt, "no memory to send a task to another node");
}

/* Its blocks are given up first, so they may go along. */
void
ocr_share_run(struct ocr_edt *t)
{
	const struct ocr_leaving *l = ocr_self->leaving;

	for (uint32_t i = t->held.n; i > 0; i--)
		ocr_edt_release(t, &t->held.blocks[i - 1]);
	if (ocr_stream_submit(&t->now->stream, l->to, &l->m->op)) {
		ocr_fail(t->rt, "no memory to send a task to another node");
		return;
	}
	for (uint32_t i = 0; i < t->depc; i++)
		submit_slot(t, l, i);
}

/* What is left of it says nothing to anybody when it ends. */
static void
empty(struct ocr_edt *t)
{
	ocr_lock(&t->lock, OCR_LOCK_EDT);
	t->run.flags = OCR_EDT_LEAVES;
	t->output = NULL_GUID;
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
}

ocr_node_t
ocr_share_home_of(const struct ocr_edt *t)
{
	ocr_node_t self = t->rt->self, home = self, owner;

	for (uint32_t i = 0; i < t->held.n_sorted; i++) {
		if (!ocr_mode_writes(t->held.blocks[i].mode))
			continue;
		owner = ocr_owner_of(t->rt, t->held.blocks[i].db);
		if (owner == self)
			return self;
		home = owner;
	}
	return home;
}

/* What is made by calls alone (api/edt_at_hand.h) is made here. */
ocrGuid_t
ocr_share_call(struct ocr_edt *t)
{
	struct ocr_stream *s = &t->now->stream;
	ocrGuid_t result;

	if (ocr_share_home(t) == t->rt->self)
		return ocr_edt_call(t);
	s->ways |= OCR_STREAM_BY_MESSAGE;
	result = ocr_edt_call(t);
	s->ways &= (uint8_t)~OCR_STREAM_BY_MESSAGE;
	return result;
}

/* The name that the program knows, if it knows one. */
static ocrGuid_t
name_of(struct ocr_edt *t)
{
	if (ocr_edt_has_moved(t))
		return ocr_edt_side_was(t);
	return t->hidden ? NULL_GUID : ocr_edt_guid(t);
}

/* How long it should keep another node busy at least; 0: it stays. */
static uint32_t
hand_over(struct ocr_worker *w, struct ocr_edt *t, ocr_node_t to)
{
	uint64_t near[NEAR_BYTES / 8];
	struct ocr_leaving l = {.m = (void *)near, .to = to};
	struct ocr_edt_birth b = {
		.tmpl = name_of(t),
		.output = t->output,
		.paramv = t->words,
		.paramc = t->paramc,
		.depc = t->depc,
		.flags = t->run.flags | OCR_EDT_MOVED,
	};

	uint32_t worth_ns;

	if (!may_go(t, to, &b.code))
		return 0;
	worth_ns = worth_of(t, to);
	if (!ocr_guid_is_null(b.output))
		b.flags |= OCR_EDT_OUTPUT_GIVEN;
	b.guid = ocr_guid_new(w->guids, OCR_GUID_EDT, 0, to);
	ocr_edt_write(&b, l.m);
	ocr_scope_turn_to(w, t->scope); /* it runs next, or goes */
	if (ocr_guid_is_null(b.guid) ||
	    (t->scope &&
	     ocr_scope_give(t->rt, t->scope, &l.m->scope, &l.m->credit)))
		return 0;
	empty(t);
	w->leaving = &l;
	ocr_edt_run(w, &t->run);
	w->leaving = NULL;
	w->counted.tasks++;
	w->counted.sent_away++;
	return worth_ns;
}

/* w does not look for a time. */
static void
keep(struct ocr_worker *w)
{
	w->keeps = PATIENCE;
	w->keeps_tick = ticks_of(w->rt);
}

/* Half of what v, which is w or another, can spare among so many nodes; how
 * long that should keep one busy. */
static uint32_t
give_of(struct ocr_worker *w, struct ocr_worker *v, ocr_node_t to,
	unsigned n_idle)
{
	int64_t n = ocr_deque_count(&v->deque) -
		    (v == w ? w->rt->tasks->share.keep : 0);
	uint32_t worth_ns = 0, one_ns;
	unsigned most;

	if (n < 1)
		return 0;
	most = (unsigned)(n / (n_idle + 1));
	most = most < 1 ? 1 : most > MOST ? MOST : most;
	for (; most; most--) {
		struct ocr_runnable *r = ocr_deque_steal(&v->deque);

		if (!r)
			break;
		one_ns = hand_over(w, (struct ocr_edt *)(void *)r, to);
		if (!one_ns) {
			ocr_worker_ready(w->rt, r);
			keep(w);
			break;
		}
		worth_ns += one_ns;
	}
	return worth_ns;
}

/* Of its own tasks; the progress thread, which has none, of any that wait while
 * all workers run long ones.  The deque of a worker that is alone has no
 * thieves (ocr_deque_pop_alone()). */
static uint32_t
give_to(struct ocr_worker *w, ocr_node_t to, unsigned n_idle)
{
	struct ocr_sched *s = w->rt->sched;
	uint32_t worth_ns = 0;

	if (w->id < s->n_workers)
		return give_of(w, w, to, n_idle);
	for (unsigned i = 0; s->n_workers > 1 && i < s->n_workers && !worth_ns;
	     i++)
		worth_ns = give_of(w, &s->workers[i], to, n_idle);
	return worth_ns;
}

/* One of those in `mask`, each in turn. */
static unsigned
pick(struct ocr_share *s, uint32_t mask)
{
	unsigned turn =
		atomic_fetch_add_explicit(&s->turn, 1, memory_order_relaxed) %
		32;
	uint32_t from_turn = mask & (UINT32_MAX << turn);

	return (unsigned)__builtin_ctz(from_turn ? from_turn : mask);
}

static void
note_sent(struct ocr_runtime *rt, unsigned bit, uint32_t worth_ns)
{
	struct ocr_share *s = &rt->tasks->share;

	atomic_store_explicit(&s->worth_ns[bit], worth_ns,
			      memory_order_relaxed);
	if (!rt->sched->threaded)
		return;
	atomic_store_explicit(&s->looks, LOOKS, memory_order_relaxed);
	atomic_fetch_or_explicit(&rt->sched->idle_nodes, LOOK,
				 memory_order_relaxed);
}

/* What w is to send goes to that node. */
static void
serve(struct ocr_worker *w, unsigned bit, unsigned n_idle)
{
	struct ocr_runtime *rt = w->rt;
	ocr_node_t to = (rt->self + rt->size - distance_of(rt, bit)) % rt->size;
	uint32_t worth_ns = give_to(w, to, n_idle);

	if (worth_ns)
		note_sent(rt, bit, worth_ns);
	else
		atomic_fetch_or_explicit(&rt->sched->idle_nodes, 1u << bit,
					 memory_order_relaxed);
	if (ocr_fabric_dirty(rt->fabric))
		ocr_fabric_flush(rt->fabric);
}

/* Nothing is sent now, by anybody. */
static bool
is_closed(const struct ocr_runtime *rt)
{
	return ocr_sched_is_closed(rt->sched) ||
	       atomic_load_explicit(&rt->ending, memory_order_relaxed);
}

static void
look(struct ocr_worker *w)
{
	struct ocr_sched *sched = w->rt->sched;
	struct ocr_share *s = &w->rt->tasks->share;
	uint32_t left = atomic_load_explicit(&s->looks, memory_order_relaxed);

	if (left > 1)
		atomic_store_explicit(&s->looks, left - 1,
				      memory_order_relaxed);
	else
		atomic_fetch_and_explicit(&sched->idle_nodes, ~LOOK,
					  memory_order_relaxed);
	ocr_idle_poll(w);
}

/* It has tasks that may go. */
static __attribute__((noinline)) void
give(struct ocr_worker *w)
{
	struct ocr_runtime *rt = w->rt;
	_Atomic uint32_t *idle = &rt->sched->idle_nodes;
	uint32_t mask;
	unsigned bit;

	if (is_paused(rt)) {
		keep(w);
		return;
	}
	if (atomic_load_explicit(idle, memory_order_relaxed) & LOOK)
		look(w);
	mask = atomic_load_explicit(idle, memory_order_relaxed) & ~LOOK;
	if (!mask || is_closed(rt))
		return;
	bit = pick(&rt->tasks->share, mask);
	/* Another may have been faster. */
	if (atomic_fetch_and_explicit(idle, ~(1u << bit),
				      memory_order_relaxed) &
	    1u << bit)
		serve(w, bit, (unsigned)__builtin_popcount(mask));
}

void
ocr_share_give(struct ocr_worker *w)
{
	struct ocr_runtime *rt = w->rt;

	if (w->keeps && w->keeps_tick == ticks_of(rt)) {
		w->keeps--;
		return;
	}
	w->keeps = 0;
	if (w->id >= rt->sched->n_workers ||
	    ocr_deque_count(&w->deque) > rt->tasks->share.keep)
		give(w);
}
