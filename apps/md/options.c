/* SPDX-License-Identifier: BSD-3-Clause */
/* options.c - see options.h. */
#include "apps/md/options.h"

#include <string.h>

/* Fewer have less than three cells along a side. */
#define MIN_SIZE  5
#define MAX_SIZE  400
#define MAX_STEPS UINT64_C(1000000000)

/* Of XxYxZ the number that begins at *at, which goes on behind it. */
static bool
take_one(const char **at, char end, u32 *number)
{
	const char *stop = strchr(*at, end);
	char word[8];
	size_t len = stop ? (size_t)(stop - *at) : sizeof(word);
	u64 n;

	if (len >= sizeof(word))
		return false;
	memcpy(word, *at, len);
	word[len] = '\0';
	*at = stop + 1;
	if (!cli_take_number(word, 1, OPTIONS_MAX_DOMAINS, &n))
		return false;
	*number = (u32)n;
	return true;
}

static const char *
take_domains(void *options, const char *value)
{
	struct options *o = options;
	u32 *n = o->domains;

	if (!take_one(&value, 'x', n) || !take_one(&value, 'x', n + 1) ||
	    !take_one(&value, '\0', n + 2) ||
	    (u64)n[0] * n[1] > OPTIONS_MAX_DOMAINS ||
	    (u64)n[0] * n[1] * n[2] > OPTIONS_MAX_DOMAINS)
		return "XxYxZ, at most 16384 domains";
	return NULL;
}

static const struct cli_option table[] = {
	CLI_NUMBER("size", "N", "unit cells of 4 atoms along each side (10)",
		   struct options, size, MIN_SIZE, MAX_SIZE),
	CLI_NUMBER("steps", "N", "of the time (100)", struct options, steps, 0,
		   MAX_STEPS),
	CLI_REAL("dt", "T", "a step, in units of Lennard-Jones (0.004)",
		 struct options, dt, 1e-9, 0.02),
	CLI_REAL("temperature", "T", "of the crystal in the beginning (1.44)",
		 struct options, temperature, 0, 10),
	CLI_VALUE("domains", "XxYxZ",
		  "how the box is cut (four domains for each node)",
		  take_domains),
	CLI_FLAG("verify",
		 "compare all atoms with a plain serial loop, bit for bit",
		 struct options, verify),
	CLI_PROGRESS(struct options),
};

static void
init(void *options)
{
	struct options *o = options;

	*o = (struct options){
		.size = 10,
		.steps = 100,
		.dt = 0.004,
		.temperature = 1.44,
	};
}

const struct cli options_cli = {
	.program = "md",
	.text = "Molecular dynamics: a Lennard-Jones crystal melts in a "
		"periodic box, whose domains are on all nodes of the "
		"job." CLI_END,
	.option = table,
	.options = sizeof(table) / sizeof(table[0]),
	.init = init,
};
