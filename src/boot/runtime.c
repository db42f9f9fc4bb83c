/* SPDX-License-Identifier: BSD-3-Clause */
/* runtime.c - one node, put together and taken apart. */
#include "src/boot/runtime.h"

#include "fabric/log.h"
#include "src/api/args.h"
#include "src/base/code.h"
#include "src/boot/above.h"
#include "src/boot/runtime_end.h"
#include "src/boot/ops.h"
#include "src/data/along.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/home.h"
#include "src/data/seen.h"
#include "src/data/view.h"
#include "src/event/event.h"
#include "src/event/events.h"
#include "src/file/file.h"
#include "src/file/files.h"
#include "src/names/label.h"
#include "src/names/map.h"
#include "src/names/names.h"
#include "src/observe/facts.h"
#include "src/observe/fault.h"
#include "src/observe/hog.h"
#include "src/observe/quiet.h"
#include "src/observe/refused.h"
#include "src/observe/strict.h"
#include "src/observe/trace.h"
#include "src/observe/watch.h"
#include "src/reduce/collective.h"
#include "src/stream/dispatch.h"
#include "src/stream/spread.h"
#include "src/task/edt.h"
#include "src/task/scope.h"
#include "src/task/tasks.h"
#include "src/task/template.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Credit of a finish scope: large enough that minting is rare. */
#define SCOPE_CREDIT (UINT64_C(1) << 62)

/* A node in one piece. */
struct whole {
	struct ocr_runtime rt; /* first */
	struct ocr_sched sched;
	struct ocr_spreads spreads;
	struct ocr_names names;
	struct ocr_data data;
	struct ocr_files files;
	struct ocr_events events;
	struct ocr_collectives collectives;
	struct ocr_tasks tasks;
	struct ocr_watch watch;
	struct ocr_end end;
	struct ocr_trace *trace; /* or NULL */
};

static struct ocr_runtime *
create_rooms(void)
{
	struct whole *w = calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	w->rt.hooks = &ocr_above_hooks;
	w->rt.rows = ocr_ops_rows;
	w->rt.sched = &w->sched;
	w->rt.spreads = &w->spreads;
	w->rt.names = &w->names;
	w->rt.data = &w->data;
	w->data.backing = &ocr_above_backing;
	w->rt.files = &w->files;
	w->rt.events = &w->events;
	w->rt.collectives = &w->collectives;
	w->rt.tasks = &w->tasks;
	w->rt.watch = &w->watch;
	w->rt.end = &w->end;
	return &w->rt;
}

static struct whole *
whole_of(struct ocr_runtime *rt)
{
	return (struct whole *)(void *)rt;
}

static int
open_trace(struct ocr_runtime *rt, const struct ocr_runtime_config *c)
{
	struct ocr_trace_config config = {
		.folder = c->trace,
		.self = c->self,
		.size = c->size,
		.workers = rt->sched->n_workers,
		.lanes = rt->sched->n_slots + 1, /* and that of files */
		.whole = c->races,
	};
	int err = c->trace ? ocr_trace_open(&whole_of(rt)->trace, &config) : 0;

	if (whole_of(rt)->trace)
		rt->observer = ocr_trace_observer(whole_of(rt)->trace);
	atomic_store_explicit(&rt->tells,
			      rt->observer ? OCR_TELLS_OBSERVER : 0,
			      memory_order_relaxed);
	return err;
}

static int
open_fabric(struct ocr_runtime *rt, const struct ocr_runtime_config *c)
{
	struct ocr_fabric_config f = {
		.self = c->self,
		.size = c->size,
		.transport = c->transport,
		.handlers = ocr_ops_wire,
		.n_handlers = OCR_MSG_TYPES,
		.carries = rt->protocol == OCR_PROTOCOL_CARRIED,
		.ctx = rt,
		.lost = ocr_end_lost,
		.lent_back = ocr_along_back,
	};

	return c->transport ? ocr_fabric_open(&rt->fabric, &f) : 0;
}

static void
open_pools(struct ocr_runtime *rt)
{
	ocr_pool_init(&rt->tasks->edts, sizeof(struct ocr_edt), rt->memory);
	/* Each task that runs has paid for itself. */
	ocr_pool_init(&rt->tasks->nows, sizeof(struct ocr_edt_now), NULL);
	ocr_pool_init(&rt->tasks->fars, OCR_EDT_FAR_BYTES, rt->memory);
	ocr_events_init(rt);
	ocr_pool_init(&rt->tasks->templates, ocr_template_bytes(), rt->memory);
	ocr_pool_init(&rt->data->homes, sizeof(struct ocr_block), rt->memory);
	ocr_pool_init(&rt->data->foreigns, sizeof(struct ocr_foreign_block),
		      rt->memory);
	ocr_pool_init(&rt->data->busies, sizeof(struct ocr_busy), NULL);
	ocr_pool_init(&rt->data->few, sizeof(struct ocr_held_few), rt->memory);
	ocr_pool_init(&rt->files->pool, ocr_file_bytes(), rt->memory);
}

int
ocr_runtime_open(struct ocr_runtime **out, const struct ocr_runtime_config *c)
{
	struct ocr_runtime *rt = create_rooms();
	struct ocr_sched_config sched = c->sched;
	int err;

	if (!rt)
		return -ENOMEM;
	rt->self = c->self;
	rt->size = c->size;
	rt->arity = c->arity ? c->arity : OCR_TREE_ARITY;
	rt->tree = ocr_tree_at(c->size, 0, c->self, rt->arity);
	rt->collectives->top_bytes = c->spread ? OCR_TOP_BYTES : 0;
	rt->collectives->gather_least = c->gather_least;
	rt->memory = c->memory;
	rt->end->ended = c->ended;
	rt->ctx = c->ctx;
	rt->data->cache.limit = c->cache_bytes;
	rt->data->inline_bytes = c->inline_bytes;
	rt->data->told_bytes = c->told_bytes ? c->told_bytes : OCR_SEEN_LEAST;
	rt->data->apart = c->races;
	rt->data->loans.min_bytes = c->lend_bytes;
	rt->data->serve.all = c->serve_all;
	rt->data->rights.keep = c->keep;
	rt->data->rights.passes = c->keep || !c->sched.guest;
	rt->data->carry.max_bytes = c->carry_bytes;
	/* A guest's program waits for tasks in ways of its own, and strict mode
	 * says where things were made. */
	ocr_share_init(rt, c->strict || c->sched.guest ? 0 : c->share_bytes,
		       c->share_all);
	rt->tasks->scopes.total =
		c->scope_credit ? c->scope_credit : SCOPE_CREDIT;
	rt->observer = c->observer;
	rt->by_message = c->by_message;
	rt->by_message_arg = c->by_message_arg;
	/* Strict mode is the plain one. */
	rt->protocol = c->strict ? OCR_PROTOCOL_GROUPED : c->protocol;
	rt->refused = ocr_refused_create();
	err = rt->refused ? ocr_serve_init(&rt->data->serve, c->size, c->self,
					   c->host, c->serve_bytes)
			  : -ENOMEM;
	if (err) {
		ocr_refused_destroy(rt->refused);
		free(rt);
		return err;
	}
	ocr_quiet_init(&rt->watch->quiet);
	rt->watch->top.job = c->job;
	ocr_hog_init(&rt->watch->hog, c->long_task_ms);
	ocr_files_init(rt, c->files);
	open_pools(rt);
	if (c->strict) {
		rt->strict = ocr_strict_create();
		err = rt->strict ? 0 : -ENOMEM;
		if (err)
			goto free_runtime;
	}
	if (!c->no_crash_report)
		ocr_fault_init(c->strict);
	err = ocr_guid_dispenser_create(&rt->dispenser, c->self, c->size);
	if (err)
		goto free_runtime;
	err = ocr_guidmap_create(&rt->guids, c->self, c->size);
	if (err)
		goto destroy_dispenser;
	err = ocr_labels_create(&rt->labels, ocr_label_reborn, rt);
	if (err)
		goto destroy_guids;
	sched.ops = &ocr_above_sched;
	err = ocr_sched_open(rt, &sched);
	if (err)
		goto destroy_labels;
	err = open_trace(rt, c);
	if (err)
		goto close_sched;
	err = open_fabric(rt, c);
	if (err)
		goto close_trace;
	*out = rt;
	return 0;

close_trace:
	ocr_trace_close(whole_of(rt)->trace);
close_sched:
	ocr_sched_close(rt);
destroy_labels:
	ocr_labels_destroy(rt->labels);
destroy_guids:
	ocr_guidmap_destroy(rt->guids);
destroy_dispenser:
	ocr_guid_dispenser_destroy(rt->dispenser);
free_runtime:
	ocr_strict_destroy(rt->strict);
	ocr_refused_destroy(rt->refused);
	ocr_serve_fini(&rt->data->serve);
	free(rt);
	return err;
}

void
ocr_runtime_complete(struct ocr_runtime *rt)
{
	ocr_trace_complete(
		whole_of(rt)->trace,
		atomic_load_explicit(&rt->data->unseen, memory_order_relaxed));
}

void
ocr_runtime_close(struct ocr_runtime *rt)
{
	/* Its thread ends, and uses all of what follows. */
	ocr_files_fini(rt);
	ocr_top_fini(rt);
	if (rt->fabric)
		ocr_fabric_close(rt->fabric);
	rt->fabric = NULL;
	/* Objects hold memory outside their pools. */
	ocr_pool_each(&rt->tasks->edts, ocr_edt_abandon, NULL);
	ocr_pool_each(&rt->tasks->nows, ocr_edt_now_abandon, NULL);
	ocr_pool_each(&rt->events->pool, ocr_event_abandon, NULL);
	ocr_pool_each(&rt->tasks->templates, ocr_template_abandon, NULL);
	if (rt->strict)
		ocr_view_fini(rt);
	ocr_blocks_fini(rt);
	ocr_scopes_fini(&rt->tasks->scopes);
	ocr_collectives_fini(rt->collectives);
	ocr_template_cache_fini(&rt->tasks->foreign);
	ocr_hint_memory_fini(&rt->hints);
	ocr_sched_close(rt);
	ocr_label_waits_fini(&rt->names->waits);
	ocr_pause_fini(&rt->tasks->pause);
	ocr_waits_fini(&rt->sched->waiting);
	ocr_maps_fini(&rt->names->maps);
	ocr_spreads_fini(rt->spreads);
	ocr_labels_destroy(rt->labels);
	ocr_guidmap_destroy(rt->guids);
	ocr_guid_dispenser_destroy(rt->dispenser);
	ocr_pool_fini(&rt->tasks->edts);
	ocr_pool_fini(&rt->tasks->nows);
	ocr_pool_fini(&rt->tasks->fars);
	ocr_events_fini(rt);
	ocr_pool_fini(&rt->tasks->templates);
	ocr_pool_fini(&rt->data->homes);
	ocr_pool_fini(&rt->files->pool);
	ocr_pool_fini(&rt->data->foreigns);
	ocr_pool_fini(&rt->data->busies);
	ocr_pool_fini(&rt->data->few);
	ocr_strict_destroy(rt->strict);
	ocr_refused_destroy(rt->refused);
	ocr_facts_fini(&rt->watch->facts);
	ocr_look_fini(&rt->watch->look);
	ocr_trace_close(whole_of(rt)->trace);
	ocr_serve_fini(&rt->data->serve);
	free(rt);
}

/* The block of OCR 1.1.0, 2.3.3, released and ready to be acquired. */
static int
create_arguments(struct ocr_runtime *rt, int argc, char **argv, ocrGuid_t *db)
{
	struct ocr_msg_create_db c = {
		.op = OCR_OP(OCR_MSG_CREATE_DB, struct ocr_msg_create_db),
	};
	struct ocr_msg_release r = {
		.op = OCR_OP(OCR_MSG_RELEASE, struct ocr_msg_release),
	};
	struct ocr_block *b;
	size_t len = 0;
	int err = ocr_args_pack(argc, argv, NULL, &len);

	if (err)
		return err;
	*db = ocr_guid_new(ocr_self->guids, OCR_GUID_DB, 0, rt->self);
	b = ocr_block_create(rt, *db, len, 0);
	if (!b)
		return -ENOMEM;
	ocr_args_pack(argc, argv, b->copy.data, &len);
	c.db = r.db = *db;
	c.size = len;
	c.block = b;
	err = ocr_apply(rt, &c.op);
	ocr_block_put(rt, b, b->copy.data);
	return err ? err : ocr_apply(rt, &r.op);
}

int
ocr_runtime_begin(struct ocr_runtime *rt, int argc, char **argv,
		  ocrEdt_t main_edt)
{
	struct ocr_msg_create_edt c = {
		.op = OCR_OP(OCR_MSG_CREATE_EDT, struct ocr_msg_create_edt),
		.depc = 1,
	};
	struct ocr_msg_satisfy_edt s = {
		.op = OCR_OP(OCR_MSG_SATISFY_EDT, struct ocr_msg_satisfy_edt),
		.mode = DB_DEFAULT_MODE,
	};
	int err = create_arguments(rt, argc, argv, &s.data);

	if (!err)
		err = ocr_code_of(main_edt, &c.code);
	if (err)
		return err;
	c.edt = s.edt =
		ocr_guid_new(ocr_self->guids, OCR_GUID_EDT, 0, rt->self);
	err = ocr_apply(rt, &c.op);
	return err ? err : ocr_apply(rt, &s.op);
}
