/* SPDX-License-Identifier: BSD-3-Clause */
/* options.c - see options.h. */
#include "apps/wavefront/options.h"

#define MAX_SCORE  1000
#define MAX_TILE   16384
#define MAX_LENGTH 10000000

static const char *
take_file(void *options, const char *value)
{
	struct options *o = options;

	if (o->files == 2)
		return "two files are aligned";
	if (!cli_take_path(value, o->file[o->files]))
		return "it is not the name of a file";
	o->files++;
	return NULL;
}

static const char *
take_length(void *options, const char *value)
{
	struct options *o = options;

	o->made = true;
	return cli_take_number(value, 1, MAX_LENGTH, &o->length)
		       ? NULL
		       : "a number from 1 to 10000000";
}

static const char *
take_seed(void *options, const char *value)
{
	struct options *o = options;

	o->made = true;
	return cli_take_number(value, 0, UINT64_MAX, &o->seed)
		       ? NULL
		       : "a number of 64 bits";
}

static const struct cli_option table[] = {
	CLI_NUMBER("match", "N", "what a pair of equal letters is worth (2)",
		   struct options, scoring.match, 1, MAX_SCORE),
	CLI_NUMBER("mismatch", "N", "what a pair of others costs (3)",
		   struct options, scoring.mismatch, 0, MAX_SCORE),
	CLI_NUMBER("gap-open", "N", "what a gap costs (5; 0: linear gaps)",
		   struct options, scoring.gap_open, 0, MAX_SCORE),
	CLI_NUMBER("gap-extend", "N",
		   "what each letter of a gap costs beside (2)", struct options,
		   scoring.gap_extend, 0, MAX_SCORE),
	CLI_FLAG("protein", "amino acids, not bases", struct options, protein),
	CLI_NUMBER("tile", "N",
		   "letters along the side of a tile (512, for long sequences "
		   "more)",
		   struct options, tile, 1, MAX_TILE),
	CLI_VALUE("length", "N", "of the sequences that it makes (5000)",
		  take_length),
	CLI_VALUE("seed", "N", "which ones it makes (1)", take_seed),
	CLI_FLAG("score-only",
		 "the score and where it ends: needs far less memory",
		 struct options, score_only),
	CLI_FLAG("summary", "do not print the alignment itself", struct options,
		 summary),
	CLI_FLAG("verify", "compare with a plain serial program",
		 struct options, verify),
	CLI_PROGRESS(struct options),
};

static void
init(void *options)
{
	struct options *o = options;

	*o = (struct options){
		.scoring = {2, 3, 5, 2},
		.length = 5000,
		.seed = 1,
	};
}

static bool
check(void *options, struct cli_error *why)
{
	const struct options *o = options;

	if (o->files == 1)
		return cli_fail(why, "two files are aligned, not one");
	if (o->files && o->made)
		return cli_fail(why, "--length and --seed are for sequences "
				     "that are made, without files");
	if (o->score_only && o->verify)
		return cli_fail(why, "--verify compares alignments, and "
				     "--score-only finds none");
	return true;
}

const struct cli options_cli = {
	.program = "wavefront",
	.arguments = "[A.fasta B.fasta]",
	.text = "Aligns two sequences locally (Smith and Waterman), tile by "
		"tile on all nodes of the job.  Without files it makes two "
		"related sequences." CLI_END,
	.option = table,
	.options = sizeof(table) / sizeof(table[0]),
	.init = init,
	.take_argument = take_file,
	.check = check,
};
