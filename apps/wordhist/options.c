/* SPDX-License-Identifier: BSD-3-Clause */
/* options.c - see options.h. */
#include "apps/wordhist/options.h"

#include <string.h>

#define MAX_CHUNK (UINT64_C(1) << 30)

static const char *const action_names[ACTIONS] = {
	[COUNT] = "count", [SHA256] = "sha256", [ROT13] = "rot13",
	[UPPER] = "upper", [LOWER] = "lower",
};

static const char *
take_file(void *options, const char *value)
{
	struct options *o = options;

	if (o->file[0])
		return "there is one file already";
	return cli_take_path(value, o->file) ? NULL
					     : "it is not the name of a file";
}

static const char *
take_action(void *options, const char *value)
{
	struct options *o = options;

	for (int i = 0; i < ACTIONS; i++)
		if (!strcmp(value, action_names[i])) {
			o->action = (enum action)i;
			return NULL;
		}
	return "count, sha256, rot13, upper or lower";
}

/* Bytes, or with a letter behind them kibi- or mebibytes. */
static const char *
take_chunk(void *options, const char *value)
{
	struct options *o = options;
	size_t digits = strspn(value, "0123456789");
	char number[32] = "";
	u64 unit = 1;

	if (!strcmp(value + digits, "K"))
		unit = 1 << 10;
	else if (!strcmp(value + digits, "M"))
		unit = 1 << 20;
	else if (value[digits])
		digits = 0;
	if (digits < sizeof(number))
		memcpy(number, value, digits);
	if (!cli_take_number(number, 1, MAX_CHUNK / unit, &o->chunk))
		return "a number of bytes from 1 to 1024M";
	o->chunk *= unit;
	return NULL;
}

static const struct cli_option table[] = {
	CLI_VALUE("do", "ACTION",
		  "count (how often each word occurs, as sort | uniq -c prints "
		  "it), sha256 (the checksum, as sha256sum prints it), rot13 "
		  "(change the file in place: each letter is replaced by the "
		  "thirteenth after it), upper or lower (all letters become "
		  "capital or small ones) (count)",
		  take_action),
	CLI_FLAG("ignore-case", "count capital letters as small ones",
		 struct options, ignore_case),
	CLI_PATH("out", "write what is found to a file (standard output)",
		 struct options, out),
	CLI_VALUE(
		"chunk", "N",
		"bytes of a chunk; NK and NM are units of 1024 and 1024 K (4M)",
		take_chunk),
	CLI_NUMBER("lanes", "N", "chunks that a node works on at a time (4)",
		   struct options, lanes, 1, OPTIONS_MAX_LANES),
	CLI_FLAG("one-reader",
		 "node 0 alone opens the file, and sends the chunks to the "
		 "others",
		 struct options, one_reader),
	CLI_FLAG("verify", "compare with a serial loop over the whole file",
		 struct options, verify),
	CLI_PROGRESS(struct options),
};

static void
init(void *options)
{
	struct options *o = options;

	*o = (struct options){
		.chunk = 4 << 20,
		.lanes = 4,
	};
}

static bool
check(void *options, struct cli_error *why)
{
	const struct options *o = options;

	if (!o->file[0])
		return cli_fail(why, "no file");
	if (o->out[0] && options_change_file(o))
		return cli_fail(why,
				"--do %s changes the file itself, and has "
				"nothing for --out",
				action_names[o->action]);
	if (o->verify && options_change_file(o))
		return cli_fail(why, "--do %s finds nothing to --verify",
				action_names[o->action]);
	if (o->ignore_case && o->action != COUNT)
		return cli_fail(why, "--ignore-case is for counting words");
	return true;
}

const struct cli options_cli = {
	.program = "wordhist",
	.arguments = "FILE",
	.text = "Reads a file on all nodes of the job, in chunks that are data "
		"blocks, and counts its words.  A word is a run of ASCII "
		"letters, digits and bytes from 128 on." CLI_END
		"  If that happens while a file is changed, part of it may "
		"have been changed already.",
	.option = table,
	.options = sizeof(table) / sizeof(table[0]),
	.init = init,
	.take_argument = take_file,
	.check = check,
};

const char *
options_action_name(enum action action)
{
	return action_names[action];
}

bool
options_change_file(const struct options *o)
{
	return o->action == ROT13 || o->action == UPPER || o->action == LOWER;
}
