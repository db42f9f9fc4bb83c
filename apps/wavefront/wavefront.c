/* SPDX-License-Identifier: BSD-3-Clause */
/* wavefront.c - aligns two sequences (Smith and Waterman), on all nodes of a
 * job: the first task, which reads and decides, and the last one, which prints.
 * What happens in between is in wavefront_wave.c.
 */
#include "ocr.h"
#include "extensions/ocr-affinity.h"

#include "apps/common/command.h"
#include "apps/common/here.h"
#include "apps/common/progress.h"
#include "apps/common/quit.h"
#include "apps/wavefront/fasta.h"
#include "apps/wavefront/options.h"
#include "apps/wavefront/print.h"
#include "apps/wavefront/wave.h"

#include <stdlib.h>
#include <string.h>

#define MAX_TILES 100000000

enum report_slot {
	REPORT_ALIGNMENT = WAVE_REPORT_SLOT,
	REPORT_JOB,
	REPORT_A,
	REPORT_B,
	REPORT_SLOTS
};

/* The block for the report. */
struct job {
	struct options options;
	struct plan plan;
	struct names names;
	char name[2][SEQUENCE_NAME_SIZE];
};

/*
 * The end
 */

/* Whether the serial program finds the same. */
static bool
verify(const struct alignment *al, const struct job *job, const u8 *a,
       const u8 *b)
{
	const struct cut *cut = &job->plan.cut;
	struct alignment *serial =
		align_serial(a, cut->len_a, b, cut->len_b,
			     &job->options.scoring, job->options.protein);
	bool same;

	if (!serial) {
		fprintf(stderr,
			"wavefront: out of memory for the serial program\n");
		return false;
	}
	same = serial->best.score == al->best.score &&
	       serial->best.end_a == al->best.end_a &&
	       serial->best.end_b == al->best.end_b &&
	       serial->steps == al->steps &&
	       memcmp(serial->step, al->step, al->steps) == 0;
	if (!same)
		fprintf(stderr,
			"wavefront: score %d, %" PRIu64 " columns, and by the "
			"serial program %d, %" PRIu64 " columns\n",
			al->best.score, al->steps, serial->best.score,
			serial->steps);
	free(serial);
	return same;
}

/* Prints it.  False if it is wrong. */
static bool
report(const struct alignment *al, const struct job *job, const u8 *letter_a,
       const u8 *letter_b)
{
	const struct options *o = &job->options;
	const struct printed a = {job->name[0], letter_a};
	const struct printed b = {job->name[1], letter_b};
	struct alignment_facts facts;

	if (o->score_only) {
		PRINTF("score %d\n", al->best.score);
		if (al->best.score)
			PRINTF("it ends at A %" PRIu64 ", B %" PRIu64 "\n",
			       al->best.end_a, al->best.end_b);
		return true;
	}
	alignment_count(al, letter_a, letter_b, &o->scoring, o->protein,
			&facts);
	if (facts.score != al->best.score) {
		fprintf(stderr,
			"wavefront: the alignment is worth %" PRId64
			", not %d\n",
			facts.score, al->best.score);
		return false;
	}
	if (o->verify && !verify(al, job, letter_a, letter_b))
		return false;
	print_summary(al, &facts);
	if (!o->summary)
		print_alignment(al, &facts, &a, &b, o->protein);
	if (o->verify)
		PRINTF("wavefront: the same as the serial program, score and "
		       "alignment\n");
	return true;
}

/* The last task but one: what it destroys is gone when it has ended. */
static ocrGuid_t
report_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct job *job = depv[REPORT_JOB].ptr;
	u8 err;

	(void)paramc;
	(void)paramv;
	if (!report(depv[REPORT_ALIGNMENT].ptr, job, depv[REPORT_A].ptr,
		    depv[REPORT_B].ptr)) {
		ocrAbort(1);
		return NULL_GUID;
	}
	err = wave_destroy(&job->names, &job->plan);
	for (u32 i = 0; i < depc && !err; i++)
		err = ocrDbDestroy(depv[i].guid);
	if (err)
		quit_failed("wavefront", err);
	return NULL_GUID;
}

static ocrGuid_t
end_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc;
	(void)paramv;
	(void)depc;
	(void)depv;
	ocrShutdown();
	return NULL_GUID;
}

/*
 * The start
 */

/* For long sequences larger tiles: fewer borders, for less memory. */
static u64
choose_side(const struct cut *cut)
{
	u64 longer = cut->len_a > cut->len_b ? cut->len_a : cut->len_b;
	u64 side = 512;

	while (side < 4096 && longer / side > 256)
		side *= 2;
	return side;
}

static u64
divide_up(u64 a, u64 b)
{
	return a / b + (a % b != 0);
}

/* False, with a line on standard error, if it cannot be done. */
static bool
make_plan(struct plan *p, const struct options *o, const struct sequence s[2])
{
	u64 shorter = s[0].length < s[1].length ? s[0].length : s[1].length;
	u64 nodes = 1;
	struct cut *cut = &p->cut;

	ocrAffinityCount(AFFINITY_PD, &nodes);
	*cut = (struct cut){.len_a = s[0].length, .len_b = s[1].length};
	cut->side = o->tile ? o->tile : choose_side(cut);
	cut->rows = divide_up(cut->len_a, cut->side);
	cut->cols = divide_up(cut->len_b, cut->side);
	p->shift = (nodes - (cut->cols - 1) % nodes) % nodes;
	p->width = p->shift + cut->cols - 1 + nodes;
	p->keep = !o->score_only;
	p->protein = o->protein;
	p->scoring = o->scoring;
	if (cut->rows > MAX_TILES / cut->cols) {
		fprintf(stderr,
			"wavefront: tiles of %" PRIu64 " letters are too many; "
			"--tile can make them larger\n",
			cut->side);
		return false;
	}
	if (shorter > INT32_MAX / 2 / (u64)o->scoring.match) {
		fprintf(stderr,
			"wavefront: --match %d is too much for %" PRIu64
			" letters\n",
			o->scoring.match, shorter);
		return false;
	}
	if (o->verify && cut->len_a > OPTIONS_MAX_VERIFY_CELLS / cut->len_b) {
		fprintf(stderr,
			"wavefront: %" PRIu64 " x %" PRIu64
			" letters are too many for --verify\n",
			cut->len_a, cut->len_b);
		return false;
	}
	return true;
}

/* Gets the sequences.  False, with a line on standard error. */
static bool
get_sequences(struct sequence s[2], const struct options *o)
{
	struct sequence_error why;

	if (!o->files) {
		if (sequence_make_pair(&s[0], &s[1], o->length, o->seed,
				       o->protein))
			return true;
		fprintf(stderr, "wavefront: out of memory\n");
		return false;
	}
	for (u32 i = 0; i < 2; i++)
		if (!sequence_read(&s[i], o->file[i], o->protein, &why)) {
			fprintf(stderr, "wavefront: %s\n", why.text);
			return false;
		}
	return true;
}

/* Decides on everything before anything is computed.  0, or the exit status
 * after a line on standard error. */
static u8
prepare(struct job *job, struct sequence s[2])
{
	struct options *o = &job->options;

	if (!get_sequences(s, o))
		return 1;
	for (u32 i = 0; i < 2; i++)
		memcpy(job->name[i], s[i].name, sizeof(s[i].name));
	return make_plan(&job->plan, o, s) ? 0 : 2;
}

/* The last two tasks. */
static u8
create_report(ocrGuid_t *task)
{
	ocrGuid_t end, reported;
	u8 err = here_create(task, report_edt, REPORT_SLOTS, &reported);

	if (!err)
		err = here_create(&end, end_edt, 1, NULL);
	if (!err)
		err = ocrAddDependence(reported, end, 0, DB_DEFAULT_MODE);
	return err;
}

/* A block with the letters, for the report. */
static u8
send_letters(const struct sequence *s, ocrGuid_t report, enum report_slot slot)
{
	ocrGuid_t block;
	u8 *letter;
	u8 err = ocrDbCreate(&block, (void **)&letter, s->length, DB_PROP_NONE,
			     NULL_HINT, NO_ALLOC);

	if (err)
		return err;
	memcpy(letter, s->letter, s->length);
	err = ocrDbRelease(block);
	if (!err)
		err = ocrAddDependence(block, report, slot, DB_MODE_CONST);
	return err;
}

/* Creates everything, and lets it run. */
static u8
start(struct job *job, ocrGuid_t job_block, const struct sequence s[2])
{
	const struct cut *cut = &job->plan.cut;
	ocrGuid_t report;
	u8 err = create_report(&job->names.report);

	PRINTF("wavefront: A is %s, %" PRIu64 " letters; B is %s, %" PRIu64
	       " letters; %" PRIu64 " x %" PRIu64 " tiles of %" PRIu64 "\n",
	       s[0].name, cut->len_a, s[1].name, cut->len_b, cut->rows,
	       cut->cols, cut->side);
	progress_start("wavefront", "rows of tiles", job->options.progress);
	if (!err)
		err = wave_create(&job->names, &job->plan);
	report = job->names.report;
	if (!err)
		err = send_letters(&s[0], report, REPORT_A);
	if (!err)
		err = send_letters(&s[1], report, REPORT_B);
	if (!err)
		err = wave_start(&job->names, &job->plan, s[0].letter,
				 s[1].letter);
	/* The report waits for this one too, so it cannot have got it before it
	 * is released, however fast the tiles are. */
	if (!err)
		err = ocrDbRelease(job_block);
	if (!err)
		err = ocrAddDependence(job_block, report, REPORT_JOB,
				       DB_MODE_CONST);
	return err;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct sequence s[2] = {0};
	ocrGuid_t job_block;
	struct job *job;
	u8 err, status = 0;

	(void)paramc;
	(void)paramv;
	(void)depc;
	err = ocrDbCreate(&job_block, (void **)&job, sizeof(*job), DB_PROP_NONE,
			  NULL_HINT, NO_ALLOC);
	if (!err && !command_take(&options_cli, &job->options, depv[0].ptr))
		return NULL_GUID;
	if (!err)
		status = prepare(job, s);
	if (!err && !status)
		err = start(job, job_block, s);
	sequence_free(&s[0]);
	sequence_free(&s[1]);
	if (!err)
		err = ocrDbDestroy(depv[0].guid);
	if (status)
		ocrAbort(status);
	else if (err)
		quit_failed("wavefront", err);
	return NULL_GUID;
}
