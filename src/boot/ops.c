/* SPDX-License-Identifier: BSD-3-Clause */
/* ops.c - the index of the protocol: who handles which message. */
#include "src/boot/ops.h"

#include "src/boot/runtime_end.h"
#include "src/data/acquire.h"
#include "src/data/home.h"
#include "src/data/offer.h"
#include "src/data/parted.h"
#include "src/data/push.h"
#include "src/data/right.h"
#include "src/data/seat.h"
#include "src/data/serve.h"
#include "src/data/split.h"
#include "src/data/starved.h"
#include "src/event/event.h"
#include "src/file/chunk.h"
#include "src/file/file.h"
#include "src/names/label.h"
#include "src/names/map.h"
#include "src/observe/look.h"
#include "src/observe/quiet.h"
#include "src/observe/strict.h"
#include "src/observe/stuck.h"
#include "src/observe/top.h"
#include "src/reduce/collective.h"
#include "src/stream/dispatch.h"
#include "src/stream/spread.h"
#include "src/task/ask.h"
#include "src/task/edt.h"
#include "src/task/scope.h"
#include "src/task/share.h"
#include "src/task/template.h"

#include <errno.h>

static ocr_handler_fn on_acquired, on_destroy, on_set_hint;

/* One row per message: W for those that travel, P for those that travel and
 * that nobody waits for, L for those that stay. */
#define ROWS(W, P, L)                                                          \
	W(CREATE_EVENT, "create event", create_event, ocr_event_on_create)     \
	W(CREATE_TEMPLATE, "create template", create_template,                 \
	  ocr_template_on_create)                                              \
	W(GET_TEMPLATE, "get template", get_template, ocr_template_on_get)     \
	W(TEMPLATE, "template", template, ocr_template_on_reply)               \
	W(CREATE_EDT, "create task", create_edt, ocr_edt_on_create)            \
	W(CREATE_DB, "create block", create_db, ocr_home_on_create)            \
	W(CREATE_LABELED, "create labeled object", create_labeled,             \
	  ocr_label_on_create)                                                 \
	W(LABEL_DONE, "tell that it was created", label_done,                  \
	  ocr_label_on_done)                                                   \
	W(DESTROY, "destroy", destroy, on_destroy)                             \
	W(SATISFY, "satisfy event", satisfy, ocr_event_on_satisfy)             \
	W(SATISFY_EDT, "satisfy task", satisfy_edt, ocr_edt_on_satisfy)        \
	W(ADD_DEP, "add dependence", add_dep, ocr_event_on_add_dep)            \
	W(SET_HINT, "set hint", set_hint, on_set_hint)                         \
	L(CREATE_MAP, "create map", create_map, ocr_map_on_create)             \
	W(SPREAD, "tell all nodes", spread, ocr_spread_on_spread)              \
	W(SPREAD_DONE, "tell that all nodes know", spread_done,                \
	  ocr_spread_on_done)                                                  \
	W(TOUCH, "touch element of map", touch, ocr_map_on_touch)              \
	W(ASK, "ask about object", ask, ocr_ask_on_ask)                        \
	W(TELL, "tell about object", tell, ocr_ask_on_tell)                    \
	W(ACQUIRE, "acquire block", acquire, ocr_home_on_acquire)              \
	W(GRANT, "grant block", grant, ocr_acquire_on_grant)                   \
	L(ACQUIRED, "acquired block", acquired, on_acquired)                   \
	P(FETCHED, "fetched block", fetched, ocr_home_on_fetched)              \
	P(DROP, "drop block", drop, ocr_acquire_on_drop)                       \
	W(PARTITION, "partition block", partition, ocr_split_on_partition)     \
	W(PARTED, "tell that a block is cut", parted, ocr_parted_on_parted)    \
	W(PARTS, "place parts", partition, ocr_seat_on_parts)                  \
	W(PLACED, "tell that parts are placed", placed, ocr_split_on_placed)   \
	W(JOIN, "join part", join, ocr_seat_on_join)                           \
	W(JOINED, "tell that a part is joined", joined, ocr_split_on_joined)   \
	W(WHOLE, "give the whole back", joined, ocr_seat_on_whole)             \
	W(RELEASE, "release block", release, ocr_home_on_release)              \
	L(OPEN_FILE, "open file", open_file, ocr_file_on_open)                 \
	W(GET_CHUNK, "get chunk", get_chunk, ocr_file_on_get_chunk)            \
	W(CLOSE_FILE, "close file", close_file, ocr_file_on_close)             \
	L(FILE_TURN, "turn of a file", file_turn, ocr_home_on_turn)            \
	L(LOADED, "loaded chunk", loaded, ocr_home_on_loaded)                  \
	W(RECALL, "recall lease", recall, ocr_acquire_on_recall)               \
	W(RECALLED, "lease recalled", recalled, ocr_home_on_recalled)          \
	P(RETURNED, "lease returned", returned, ocr_home_on_returned)          \
	W(YIELD, "yield block", yield, ocr_right_on_yield)                     \
	W(PUSH, "push block", push, ocr_push_on_push)                          \
	W(OFFER, "offer block", offer, ocr_offer_on_offer)                     \
	W(SERVE, "serve block", serve, ocr_serve_on_serve)                     \
	W(SERVES, "tell that a block is served", serves, ocr_home_on_serves)   \
	L(STARVED, "try again", starved, ocr_starved_on_retry)                 \
	L(SCOPE_LEAVE, "leave finish scope", task, ocr_scope_on_leave)         \
	W(SCOPE_RETURN, "return credit", scope_return, ocr_scope_on_return)    \
	L(SCOPE_DONE, "finish scope done", task, ocr_edt_on_scope_done)        \
	L(TASK_END, "end of task", task, ocr_edt_on_end)                       \
	W(IDLE, "ask for tasks", idle, ocr_share_on_idle)                      \
	W(END_REQUEST, "request the end", end, ocr_end_on_request)             \
	W(END, "end", end, ocr_end_on_end)                                     \
	W(GUEST_DONE, "guest is done", guest_done, ocr_end_on_guest_done)      \
	W(QUIET_ASK, "ask whether all is quiet", quiet, ocr_quiet_on_ask)      \
	W(QUIET_TELL, "tell that all is quiet", quiet, ocr_quiet_on_tell)      \
	W(STUCK_EXPLAIN, "explain what waits", explain, ocr_stuck_on_explain)  \
	W(STUCK_WAIT, "name what a slot waits for", stuck_wait,                \
	  ocr_stuck_on_wait)                                                   \
	W(STUCK_FACT, "tell what waits", stuck_fact, ocr_stuck_on_fact)        \
	W(LOOK_WANT, "want a look at the job", look, ocr_look_on_want)         \
	W(LOOK_ASK, "ask what waits", look, ocr_look_on_ask)                   \
	W(LOOK_FACT, "tell what waits now", look_fact, ocr_look_on_fact)       \
	W(TOP_ASK, "ask for numbers", look, ocr_top_on_ask)                    \
	W(TOP_TELL, "tell numbers", top_tell, ocr_top_on_tell)                 \
	W(STRICT_PLACE, "tell where it was created", place,                    \
	  ocr_strict_on_place)                                                 \
	W(STRICT_MISUSE, "report a misuse", misuse, ocr_strict_on_misuse)      \
	L(COLLECTIVE_CREATE, "create event", collective_create,                \
	  ocr_collective_on_op)                                                \
	L(COLLECTIVE_DESTROY, "destroy", destroy, ocr_collective_on_op)        \
	L(COLLECTIVE_DEP, "add dependence", collective_dep,                    \
	  ocr_collective_on_op)                                                \
	L(CONTRIBUTE, "contribution", contribute, ocr_collective_on_op)        \
	W(PARTIAL, "partial result", partial, ocr_collective_on_op)            \
	W(RESULT, "result", result, ocr_collective_on_op)                      \
	W(BRANCH, "tell a place in the tree", branch, ocr_collective_on_op)    \
	W(CREATE_BRIEF, "create task", create_brief, ocr_edt_on_brief)

/* clang-format off */
#define ROW(type_, name_, struct_, fn_)                                        \
	[OCR_MSG_##type_].name = name_,                                        \
	[OCR_MSG_##type_].min_bytes = sizeof(struct ocr_msg_##struct_),        \
	[OCR_MSG_##type_].fn = fn_,
const struct ocr_row ocr_ops_rows[OCR_MSG_TYPES] = {
	ROWS(ROW, ROW, ROW)
	[OCR_MSG_CREATE_EDT].lost = ocr_scope_on_lost,
	[OCR_MSG_ACQUIRE].lost = ocr_home_no_block,
};
/* clang-format on */
#undef ROW

/* A local message has no row here, so the fabric refuses it. */
#define WIRE(type_, name_, struct_, fn_)                                       \
	[OCR_MSG_##type_] = {name_, sizeof(struct ocr_msg_##struct_),          \
			     ocr_dispatch_deliver, false},
#define LATER(type_, name_, struct_, fn_)                                      \
	[OCR_MSG_##type_] = {name_, sizeof(struct ocr_msg_##struct_),          \
			     ocr_dispatch_deliver, true},
#define NONE(type_, name_, struct_, fn_)
const struct ocr_op_handler ocr_ops_wire[OCR_MSG_TYPES] = {
	ROWS(WIRE, LATER, NONE)};
#undef WIRE
#undef LATER
#undef NONE

/* By a task, or by the file that the block is a chunk of. */
static int
on_acquired(struct ocr_runtime *rt, ocr_node_t from, const struct ocr_op *op)
{
	const struct ocr_msg_acquired *m = (const void *)op;

	if (ocr_guid_kind(m->edt) != OCR_GUID_DB)
		return ocr_edt_on_acquired(rt, from, op);
	return m->index == OCR_PARTS_INDEX
		       ? ocr_seat_on_acquired(rt, m)
		       : ocr_chunk_on_acquired(rt, from, op);
}

static int
on_destroy(struct ocr_runtime *rt, ocr_node_t from, const struct ocr_op *op)
{
	const struct ocr_msg_destroy *m = (const void *)op;

	switch (ocr_guid_kind(m->guid)) {
	case OCR_GUID_DB:
		return ocr_home_on_destroy(rt, from, op);
	case OCR_GUID_EDT:
		return ocr_edt_on_destroy(rt, from, op);
	case OCR_GUID_TEMPLATE:
		return ocr_template_on_destroy(rt, from, op);
	case OCR_GUID_MAP:
		return ocr_map_on_destroy(rt, from, op);
	case OCR_GUID_FILE:
		return ocr_file_on_destroy(rt, from, op);
	default:
		if (ocr_guid_is_single_event(m->guid))
			return ocr_event_on_destroy(rt, from, op);
		return -EINVAL;
	}
}

static int
on_set_hint(struct ocr_runtime *rt, ocr_node_t from, const struct ocr_op *op)
{
	const struct ocr_msg_set_hint *m = (const void *)op;

	switch (ocr_guid_kind(m->guid)) {
	case OCR_GUID_DB:
		return ocr_home_on_set_hint(rt, from, op);
	case OCR_GUID_EDT:
		return ocr_edt_on_set_hint(rt, from, op);
	case OCR_GUID_TEMPLATE:
		return ocr_template_on_set_hint(rt, from, op);
	default:
		return -EINVAL;
	}
}
