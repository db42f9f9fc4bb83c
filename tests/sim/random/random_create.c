/* SPDX-License-Identifier: BSD-3-Clause */
/* random_create.c - the objects of the random program: their GUIDs and names,
 * and how they come into being.
 */
#include "tests/sim/random/random.h"

#include <string.h>

/* -- GUIDs and names ---------------------------------------------------- */

ocrGuid_t *
random_table(const struct plan_group *g, void *board)
{
	return (ocrGuid_t *)((u64 *)board + 1 + g->n_kids);
}

/* The GUID that an object has whether it exists or not. */
static ocrGuid_t
name_of(struct me *m, unsigned obj)
{
	const struct plan_obj *o = &m->p->objs[obj];
	ocrGuid_t g = NULL_GUID;

	if (o->name == PLAN_MAPPED)
		OK(ocrMapGet(&g, m->args->map, obj));
	else
		OK(ocrGuidFromIndex(&g, m->args->ranges[o->kind], o->label));
	return g;
}

ocrGuid_t
random_guid(struct me *m, unsigned obj)
{
	unsigned name = m->p->objs[obj].name;

	if (name != PLAN_UNNAMED &&
	    (name != PLAN_MAPPED || !ocrGuidIsNull(m->args->map)))
		return name_of(m, obj);
	for (unsigned i = 0; i < m->env.n; i++)
		if (m->env.ids[i] == obj)
			return m->env.guids[i];
	WRONG(m, "object %u is not known", obj);
	return NULL_GUID;
}

void
random_learn(struct me *m, unsigned obj, ocrGuid_t g)
{
	unsigned i = 0;

	while (i < m->env.n && m->env.ids[i] != obj)
		i++;
	m->env.guids[i] = g;
	if (m->board)
		random_table(&m->p->groups[m->t->sub], m->board)[i] = g;
}

/* -- Creation ----------------------------------------------------------- */

static bool
named(const struct plan_obj *o)
{
	return o && o->name != PLAN_UNNAMED;
}

static u16
flags_of(const struct plan_obj *o)
{
	static const u16 flags[] = {
		[PLAN_UNNAMED] = GUID_PROP_NONE,
		[PLAN_LABEL] = GUID_PROP_IS_LABELED,
		[PLAN_CHECK] = GUID_PROP_CHECK,
		[PLAN_BLOCK] = GUID_PROP_BLOCK,
		[PLAN_MAPPED] = EVT_PROP_MAPPED, /* all kinds have this one */
	};

	return flags[o ? o->name : PLAN_UNNAMED];
}

#define CREATE(m, o, call)                                                     \
	do {                                                                   \
		u8 code_;                                                      \
                                                                               \
		CONF_CALL(code_, call);                                        \
		judge(m, o, code_);                                            \
	} while (0)

/* A creation may find that somebody else was first, if that is possible. */
static void
judge(struct me *m, const struct plan_obj *o, u8 code)
{
	if (code && !(code == OCR_EGUIDEXISTS && o && o->name == PLAN_CHECK))
		WRONG(m, "a creation returned %u", (unsigned)code);
}

static ocrGuid_t
template_for(struct me *m)
{
	unsigned sub = m->t->sub;

	if (m->t->role == PLAN_GROUP && m->p->groups[sub].tmpl != PLAN_NONE)
		return random_guid(m, m->p->groups[sub].tmpl);
	return ocrGuidIsNull(m->args->kept) ? conf_template(random_work)
					    : m->args->kept;
}

static void
template_done(struct me *m, ocrGuid_t tmpl)
{
	unsigned sub = m->t->sub;

	if (ocrGuidIsNull(m->args->kept) &&
	    (m->t->role != PLAN_GROUP || m->p->groups[sub].tmpl == PLAN_NONE))
		OK(ocrEdtTemplateDestroy(tmpl));
}

/* `*g` goes in, too, if it has a name. */
static void
create_task(struct me *m, const struct plan_obj *o, ocrGuid_t tmpl,
	    ocrGuid_t *g, ocrGuid_t *output)
{
	const struct plan_task *t = &m->p->tasks[o->task];
	u64 params[sizeof(struct args) / 8 + 2 * PLAN_IDS];
	struct args a = *m->args;
	unsigned n = sizeof(a) / 8;
	ocrHint_t hint = conf_edt_hint(t->node);
	uint16_t ids[PLAN_IDS];

	a.task = o->task;
	a.stage = 0;
	memcpy(params, &a, sizeof(a));
	if (t->by_params) {
		unsigned uses = plan_uses(m->p, o->task, ids);

		for (unsigned i = 0; i < uses; i++, n += 2) {
			ocrGuid_t use = random_guid(m, ids[i]);

			memcpy(&params[n], &use, sizeof(use));
		}
	}
	CREATE(m, o,
	       ocrEdtCreate(g, tmpl, n, params, t->n_slots, NULL,
			    (t->finish ? EDT_PROP_FINISH : EDT_PROP_NONE) |
				    flags_of(o),
			    &hint, t->output == PLAN_NONE ? NULL : output));
}

static void
create_child(struct me *m, const struct plan_obj *o, ocrGuid_t g)
{
	const struct plan_task *t = &m->p->tasks[o->task];
	ocrGuid_t tmpl = template_for(m), output = NULL_GUID;

	create_task(m, o, tmpl, &g, &output);
	random_learn(m, t->obj, g);
	if (t->output != PLAN_NONE)
		random_learn(m, t->output, output);
	template_done(m, tmpl);
}

/* A block; the creator has it unless it is `unheld`. */
static void
create_bytes(struct me *m, const struct plan_obj *o, ocrGuid_t *g,
	     unsigned node, u64 bytes, u64 seed)
{
	ocrHint_t h = conf_db_hint(node);
	bool unheld = o && o->unheld;
	void *ptr = NULL;

	/* How it moves makes no difference to the program. */
	if (seed % 3 == 0)
		OK(ocrSetHintValue(
			&h, seed % 2 ? OCR_HINT_DB_EAGER : OCR_HINT_DB_LAZY,
			1));
	CREATE(m, o,
	       ocrDbCreate(g, &ptr, bytes,
			   (unheld ? DB_PROP_NO_ACQUIRE : DB_PROP_NONE) |
				   flags_of(o),
			   &h, NO_ALLOC));
	if (unheld)
		return;
	if (!ptr)
		WRONG(m, "a new block has no address");
	else
		conf_fill(ptr, bytes / 8, seed);
}

ocrGuid_t
random_block(struct me *m, unsigned node, u64 bytes, u64 seed)
{
	ocrGuid_t g = NULL_GUID;

	create_bytes(m, NULL, &g, node, bytes, seed);
	return g;
}

static void
create_block(struct me *m, unsigned obj, ocrGuid_t *g)
{
	const struct plan_obj *o = &m->p->objs[obj];
	u64 bytes = 8 * (u64)o->words;

	if (o->task != PLAN_NONE)
		bytes = plan_board_bytes(
			&m->p->groups[m->p->tasks[o->task].sub]);
	create_bytes(m, o, g, o->node, bytes, plan_version(m->p, obj, 0));
	if (!o->unheld)
		OK(ocrDbRelease(*g));
}

static void
create_event(struct me *m, const struct plan_obj *o, ocrGuid_t *g)
{
	static const ocrEventTypes_t types[] = {
		[PLAN_OBJ_ONCE] = OCR_EVENT_ONCE_T,
		[PLAN_OBJ_STICKY] = OCR_EVENT_STICKY_T,
		[PLAN_OBJ_IDEM] = OCR_EVENT_IDEM_T,
		[PLAN_OBJ_LATCH] = OCR_EVENT_LATCH_T,
		[PLAN_OBJ_COUNTED] = OCR_EVENT_COUNTED_T,
		[PLAN_OBJ_CHANNEL] = OCR_EVENT_CHANNEL_T,
	};
	ocrEventParams_t p;

	memset(&p, 0, sizeof(p));
	if (o->kind == PLAN_OBJ_LATCH)
		p.EVENT_LATCH.counter = o->count;
	/* A doomed one expects nobody. */
	if (o->kind == PLAN_OBJ_COUNTED)
		p.EVENT_COUNTED.nbDeps = o->count ? o->count : 1;
	if (o->kind == PLAN_OBJ_CHANNEL) {
		p.EVENT_CHANNEL.maxGen =
			o->max_gen ? o->max_gen : EVENT_CHANNEL_UNBOUNDED;
		p.EVENT_CHANNEL.nbSat = o->nb_sat;
		p.EVENT_CHANNEL.nbDeps = o->nb_deps;
	}
	/* Blocks pass through either sort. */
	CREATE(m, o,
	       ocrEventCreateParams(g, types[o->kind],
				    ((o - m->p->objs) % 2
					     ? EVT_PROP_NONE
					     : EVT_PROP_TAKES_ARG) |
					    flags_of(o),
				    &p));
}

void
random_create(struct me *m, unsigned obj)
{
	const struct plan_obj *o = &m->p->objs[obj];
	ocrGuid_t g = named(o) ? random_guid(m, obj) : NULL_GUID;

	/* The map does that, or has done it. */
	if (o->name == PLAN_MAPPED) {
		random_learn(m, obj, g);
		return;
	}
	switch (o->kind) {
	case PLAN_OBJ_TASK:
		create_child(m, o, g);
		return;
	case PLAN_OBJ_TEMPLATE:
		g = conf_template(random_work);
		break;
	case PLAN_OBJ_BLOCK:
		create_block(m, obj, &g);
		break;
	default:
		create_event(m, o, &g);
	}
	random_learn(m, obj, g);
}

/* -- The map ------------------------------------------------------------ */

/* Its creator function.  `paramv` is a struct args without the map. */
static void
create_mapped(ocrGuid_t g, u64 index, u32 paramc, u64 *paramv, u32 guidc,
	      ocrGuid_t *guidv)
{
	const struct args *a = PARAM(struct args);
	struct me m = {.p = plan_get(a->seed, (u32)a->size, (u32)a->features),
		       .args = a};
	const struct plan_obj *o = &m.p->objs[index];

	if (paramc != sizeof(*a) / 8 || guidc != 1 || o->name != PLAN_MAPPED)
		WRONG(&m, "a map is asked to create object %" PRIu64, index);
	else if (o->kind == PLAN_OBJ_TASK)
		create_task(&m, o, guidv[0], &g, NULL);
	else if (o->kind == PLAN_OBJ_BLOCK)
		create_block(&m, (unsigned)index, &g);
	else
		create_event(&m, o, &g);
}

static void
create_map(const struct plan *p, struct args *a)
{
	ocrGuid_t tmpl = conf_template(random_work);
	ocrHint_t hint;

	OK(ocrMapCreate(&a->map, p->n_objs, create_mapped, sizeof(*a) / 8,
			(const u64 *)a, 1, &tmpl));
	a->tmpl = tmpl;
	OK(ocrHintInit(&hint, OCR_HINT_GROUP_T));
	OK(ocrSetHintValue(&hint, OCR_HINT_GROUP_BLOCK, 1 + p->seed % 3));
	if (p->seed % 4)
		OK(ocrGuidMapSpread(&a->map, &hint));
}

/* -- The names of all --------------------------------------------------- */

static void
create_ranges(const struct plan *p, struct args *a)
{
	static const ocrGuidUserKind kinds[] = {
		[PLAN_OBJ_ONCE] = GUID_USER_EVENT_ONCE,
		[PLAN_OBJ_STICKY] = GUID_USER_EVENT_STICKY,
		[PLAN_OBJ_IDEM] = GUID_USER_EVENT_IDEM,
		[PLAN_OBJ_LATCH] = GUID_USER_EVENT_LATCH,
		[PLAN_OBJ_COUNTED] = GUID_USER_EVENT_COUNTED,
		[PLAN_OBJ_CHANNEL] = GUID_USER_EVENT_CHANNEL,
		[PLAN_OBJ_REDUCE] = GUID_USER_EVENT_COLLECTIVE,
		[PLAN_OBJ_BLOCK] = GUID_USER_DB,
		[PLAN_OBJ_TASK] = GUID_USER_EDT,
	};
	ocrHint_t hint;

	for (unsigned i = 0; i < PLAN_OBJ_OUTPUT; i++) {
		if (kinds[i] == GUID_USER_NONE)
			continue;
		OK(ocrGuidRangeCreate(&a->ranges[i], p->n_objs, kinds[i]));
		OK(ocrHintInit(&hint, OCR_HINT_GROUP_T));
		OK(ocrSetHintValue(&hint, OCR_HINT_GROUP_BLOCK,
				   1 + (p->seed + i) % 5));
		if ((p->seed + i) % 2)
			OK(ocrGuidMapSpread(&a->ranges[i], &hint));
	}
}

void
random_names_create(const struct plan *p, struct args *a)
{
	if (p->features & PLAN_LABELS)
		create_ranges(p, a);
	if (p->features & PLAN_KEPT) {
		a->small = random_small_template(p->seed / 2 % 2);
		a->kept = p->seed % 2 ? conf_template(random_work) : NULL_GUID;
	}
	/* What it creates must know the ranges, and those. */
	if (p->features & PLAN_MAPS)
		create_map(p, a);
}

void
random_names_destroy(const struct args *a)
{
	for (unsigned i = 0; i < PLAN_OBJ_OUTPUT; i++)
		if (!ocrGuidIsNull(a->ranges[i]))
			OK(ocrGuidMapDestroy(a->ranges[i]));
	if (!ocrGuidIsNull(a->small))
		OK(ocrEdtTemplateDestroy(a->small));
	if (!ocrGuidIsNull(a->kept))
		OK(ocrEdtTemplateDestroy(a->kept));
	if (ocrGuidIsNull(a->map))
		return;
	OK(ocrMapDestroy(a->map));
	OK(ocrEdtTemplateDestroy(a->tmpl));
}
