/* SPDX-License-Identifier: BSD-3-Clause */
/* root.c - the one file that knows all rooms. */
#include "src/dri/call/root.h"

#include "src/dri/link/fetch.h"
#include "src/dri/link/link.h"
#include "src/dri/link/wire.h"
#include "src/dri/meet/connect.h"
#include "src/dri/meet/host.h"
#include "src/dri/meet/meeting.h"

const struct ocr_op_handler ocr_dri_handlers[DRI_MSGS] = {
	[DRI_MSG_HELLO] = {"HELLO", sizeof(struct dri_hello), ocr_dri_on_hello,
			   false},
	[DRI_MSG_TABLE] = {"TABLE", sizeof(struct dri_table), ocr_dri_on_table,
			   false},
	[DRI_MSG_REFUSE] = {"REFUSE", sizeof(struct dri_refuse),
			    ocr_dri_on_refuse, false},
	[DRI_MSG_ASK] = {"ASK", sizeof(struct dri_ask), ocr_dri_on_ask, false},
	[DRI_MSG_ANSWER] = {"ANSWER", sizeof(struct dri_answer),
			    ocr_dri_on_answer, false},
	[DRI_MSG_WINDOW] = {"WINDOW", sizeof(struct dri_window),
			    ocr_dri_on_window, false},
	[DRI_MSG_CREDIT] = {"CREDIT", sizeof(struct dri_credit),
			    ocr_dri_on_credit, false},
	[DRI_MSG_PIECE] = {"PIECE", sizeof(struct dri_piece), ocr_dri_on_piece,
			   false},
	[DRI_MSG_DONE] = {"DONE", sizeof(struct dri_done), ocr_dri_on_done,
			  false},
	[DRI_MSG_CLOSE] = {"CLOSE", sizeof(struct dri_close), ocr_dri_on_close,
			   false},
	[DRI_MSG_GONE] = {"GONE", sizeof(struct dri_done), ocr_dri_on_gone,
			  false},
	[DRI_MSG_OFFER] = {"OFFER", sizeof(struct dri_offer), ocr_dri_on_offer,
			   false},
	[DRI_MSG_TAKEN] = {"TAKEN", sizeof(struct dri_taken), ocr_dri_on_taken,
			   false},
};

/* Meetings begin with the first HELLO. */
static int
open_rooms(struct dri_world *w)
{
	return ocr_dri_links_open(w);
}

static void
leave(struct dri_world *w)
{
	ocr_dri_links_free(w);
	ocr_dri_meetings_free(w);
}

const struct dri_above ocr_dri_above = {
	.handlers = ocr_dri_handlers,
	.n_handlers = DRI_MSGS,
	.open = open_rooms,
	.leave = leave,
	.close = ocr_dri_links_close,
};
