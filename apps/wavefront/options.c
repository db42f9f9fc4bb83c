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
	CLI_NUMBER("--match", struct options, scoring.match, 1, MAX_SCORE),
	CLI_NUMBER("--mismatch", struct options, scoring.mismatch, 0,
		   MAX_SCORE),
	CLI_NUMBER("--gap-open", struct options, scoring.gap_open, 0,
		   MAX_SCORE),
	CLI_NUMBER("--gap-extend", struct options, scoring.gap_extend, 0,
		   MAX_SCORE),
	CLI_NUMBER("--tile", struct options, tile, 1, MAX_TILE),
	CLI_VALUE("--length", take_length),
	CLI_VALUE("--seed", take_seed),
	CLI_FLAG("--protein", struct options, protein),
	CLI_FLAG("--score-only", struct options, score_only),
	CLI_FLAG("--summary", struct options, summary),
	CLI_FLAG("--verify", struct options, verify),
	CLI_COMMON(struct options),
};

bool
options_parse(struct options *o, const void *args, struct cli_error *why)
{
	const struct cli cli = {
		.program = "wavefront",
		.option = table,
		.options = sizeof(table) / sizeof(table[0]),
		.take_argument = take_file,
	};

	*o = (struct options){
		.scoring = {2, 3, 5, 2},
		.length = 5000,
		.seed = 1,
	};
	if (!cli_parse(&cli, o, args, why))
		return false;
	if (o->help)
		return true;
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

void
options_say_help(void)
{
	PRINTF("Usage: wavefront [options] [A.fasta B.fasta]\n"
	       "Aligns two sequences locally (Smith and Waterman), tile by "
	       "tile "
	       "on all nodes of\n"
	       "the job.  Without files it makes two related sequences.\n"
	       "\n"
	       "  --match N        what a pair of equal letters is worth (2)\n"
	       "  --mismatch N     what a pair of others costs (3)\n"
	       "  --gap-open N     what a gap costs (5; 0: linear gaps)\n"
	       "  --gap-extend N   what each letter of a gap costs beside (2)\n"
	       "  --protein        amino acids, not bases\n"
	       "  --tile N         letters along the side of a tile (512, for "
	       "long "
	       "sequences more)\n"
	       "  --length N       of the sequences that it makes (5000)\n"
	       "  --seed N         which ones it makes (1)\n"
	       "  --score-only     the score and where it ends: needs far less "
	       "memory\n"
	       "  --summary        do not print the alignment itself\n"
	       "  --progress       say how far it is, also where standard "
	       "error "
	       "is no terminal\n"
	       "  --verify         compare with a plain serial program\n"
	       "  --help           print this\n"
	       "\n"
	       "The exit status is 0; 2 for wrong arguments, 1 for anything "
	       "else.\n");
}
