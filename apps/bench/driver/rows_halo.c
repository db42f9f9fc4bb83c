/* SPDX-License-Identifier: BSD-3-Clause */
/* rows_halo.c - borders that tiles on different nodes need of each other. */
#include "apps/bench/driver/rows.h"

#define HALO(what_) OCR("ocr/halo", what_, NULL, LAUNCH_OCRRUN, "1")
static const struct side halo_once = HALO("once");
static const struct side halo_sticky = HALO("sticky");
static const struct side halo_counted = HALO("counted");
static const struct side halo_channel = HALO("channel");
static const struct side halo_sticky_late = HALO("sticky-late");
static const struct side halo_counted_late = HALO("counted-late");
static const struct side halo_channel_late = HALO("channel-late");
static const struct side fabric_exchange =
	FABRIC("libfabric exchange", "exchange", "1040");

static const struct row rows[] = {
	{"halo_once", "exchange of 1 KiB borders, by once events", false, 0,
	 &halo_once, &fabric_exchange},
	{"halo_sticky", "the same, by sticky events", false, 0, &halo_sticky,
	 &fabric_exchange},
	{"halo_counted", "the same, by counted events", false, 0, &halo_counted,
	 &fabric_exchange},
	{"halo_channel", "the same, by channel events", false, 0, &halo_channel,
	 &fabric_exchange},
	{"halo_sticky_late", "sticky events, linked behind the sending", false,
	 0, &halo_sticky_late, &fabric_exchange},
	{"halo_counted_late", "counted events, likewise", false, 0,
	 &halo_counted_late, &fabric_exchange},
	{"halo_channel_late", "channel events, likewise", false, 0,
	 &halo_channel_late, &fabric_exchange},
};
const struct row_table bench_halo_rows = {
	rows,
	sizeof(rows) / sizeof(rows[0]),
};
