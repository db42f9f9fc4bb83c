/* SPDX-License-Identifier: BSD-3-Clause */
/* relay_order.c - numbers with units, and words. */
#include "tests/cluster/relay_order.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct unit {
	const char *name;
	double factor;
};

static const struct unit times[] = {
	{"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {NULL, 0}};
static const struct unit rates[] = {
	{"kbit", 1e3}, {"mbit", 1e6}, {"gbit", 1e9}, {NULL, 0}};
static const struct unit shares[] = {{"", 1}, {"%", 0.01}, {NULL, 0}};
static const struct unit sizes[] = {{"", 1}, {NULL, 0}};

static const char help[] =
	"ok delay TIME (us, ms, s) | rate RATE (kbit, mbit, gbit) | loss SHARE "
	"(0.01, 1%) | largest BYTES (of a frame) | reset | reset every TIME "
	"[COUNT] | down HOST | up HOST | "
	"counts | sent HOST (bytes) | 0 or off undoes";

/* "5ms"; 0 and "off" need no unit. */
static bool
read_amount(const char *word, const struct unit *units, double max, double *out)
{
	char *end;
	double n;

	if (!word)
		return false;
	if (strcmp(word, "0") == 0 || strcmp(word, "off") == 0) {
		*out = 0;
		return true;
	}
	n = strtod(word, &end);
	if (end == word || !(n >= 0))
		return false;
	while (units->name && strcmp(units->name, end) != 0)
		units++;
	if (!units->name || n * units->factor > max)
		return false;
	*out = n * units->factor;
	return true;
}

static struct relay_order
say(const char *text)
{
	return (struct relay_order){.kind = RELAY_SAY, .text = text};
}

/* reset [every TIME [COUNT]] */
static struct relay_order
read_reset(char **rest, struct relay_orders *orders)
{
	const char *word = strtok_r(NULL, " ", rest), *count;
	double every;

	if (!word)
		return (struct relay_order){.kind = RELAY_CUT};
	if (strcmp(word, "every") == 0)
		word = strtok_r(NULL, " ", rest);
	else if (strcmp(word, "off") != 0)
		word = NULL;
	if (!read_amount(word, times, 1e12, &every))
		return say("error: reset, reset every TIME [COUNT], or reset "
			   "off");
	count = strtok_r(NULL, " ", rest);
	orders->cut_every_ns = (uint64_t)every;
	orders->cuts = count ? strtoull(count, NULL, 10) : 0;
	return say("ok");
}

struct relay_order
relay_order_read(char *line, struct relay_orders *orders)
{
	char *rest = NULL, *word = strtok_r(line, " ", &rest);
	double n;

	if (!word)
		return say("error: no order");
	if (strcmp(word, "help") == 0)
		return say(help);
	if (strcmp(word, "counts") == 0)
		return (struct relay_order){.kind = RELAY_COUNTS};
	if (strcmp(word, "reset") == 0)
		return read_reset(&rest, orders);
	line = strtok_r(NULL, " ", &rest);
	if (line && strcmp(word, "down") == 0)
		return (struct relay_order){.kind = RELAY_DOWN, .text = line};
	if (line && strcmp(word, "up") == 0)
		return (struct relay_order){.kind = RELAY_UP, .text = line};
	if (line && strcmp(word, "sent") == 0)
		return (struct relay_order){.kind = RELAY_SENT, .text = line};
	if (strcmp(word, "delay") == 0 && read_amount(line, times, 1e12, &n))
		orders->delay_ns = (uint64_t)n;
	else if (strcmp(word, "rate") == 0 &&
		 read_amount(line, rates, 1e12, &n))
		orders->rate_bps = (uint64_t)n;
	else if (strcmp(word, "loss") == 0 && read_amount(line, shares, 1, &n))
		orders->loss = n;
	else if (strcmp(word, "largest") == 0 &&
		 read_amount(line, sizes, 1e6, &n))
		orders->largest = (uint64_t)n;
	else
		return say("error: see help");
	return say("ok");
}
