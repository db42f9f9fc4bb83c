/* SPDX-License-Identifier: BSD-3-Clause */
/* end.c - see end.h. */
#include "apps/wordhist/end.h"

#include "ocr.h"
#include "extensions/ocr-file.h"

#include "apps/common/outfile.h"
#include "apps/common/progress.h"
#include "apps/common/quit.h"
#include "apps/wordhist/digest.h"
#include "apps/wordhist/lane.h"
#include "apps/wordhist/serial.h"
#include "apps/wordhist/words.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* As `uniq -c` and sha256sum do. */
static void
print(const struct plan *p, const void *result, FILE *to)
{
	char digest[DIGEST_CHARS];

	if (p->options.action == SHA256) {
		digest_print(result, digest);
		fprintf(to, "%s  %s\n", digest, p->options.file);
	} else if (result) {
		words_print(result, to);
	}
}

static bool
print_to_file(const struct plan *p, const void *result, struct cli_error *why)
{
	struct outfile out;

	if (!outfile_open(&out, p->options.out, why))
		return false;
	print(p, result, out.file);
	if (!outfile_close(&out, why))
		return false;
	PRINTF("wordhist: wrote %s\n", p->options.out);
	return true;
}

static bool
report(const struct plan *p, const void *result, struct cli_error *why)
{
	if (options_change_file(&p->options)) {
		PRINTF("wordhist: %s: %s of %" PRIu64 " bytes\n",
		       p->options.file, options_action_name(p->options.action),
		       p->bytes);
		return true;
	}
	if (p->options.out[0])
		return print_to_file(p, result, why);
	print(p, result, stdout);
	return (!fflush(stdout) && !ferror(stdout)) ||
	       cli_fail(why, "standard output: cannot be written: %s",
			strerror(errno));
}

static bool
verify(const struct plan *p, const void *result, struct cli_error *why)
{
	static const char same[] = "wordhist: the same as a serial loop";

	if (!p->options.verify)
		return true;
	if (!serial_is_same(p, result, why))
		return false;
	/* Without --out, standard output is for what was found. */
	if (p->options.out[0])
		PRINTF("%s\n", same);
	else
		fprintf(stderr, "%s\n", same);
	return true;
}

static ocrGuid_t
end_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct plan *p = depv[END_PLAN].ptr;
	struct cli_error why;
	u8 err = 0;

	(void)paramc;
	(void)paramv;
	(void)depc;
	progress_end();
	if (!verify(p, depv[END_RESULT].ptr, &why) ||
	    !report(p, depv[END_RESULT].ptr, &why)) {
		fprintf(stderr, "wordhist: %s\n", why.text);
		ocrAbort(1);
		return NULL_GUID;
	}
	lane_destroy_shared(p);
	for (u64 i = 0; i < p->files && !err; i++)
		err = ocrFileRelease(p->file[i]);
	if (!err && !ocrGuidIsNull(depv[END_RESULT].guid))
		err = ocrDbDestroy(depv[END_RESULT].guid);
	if (err) {
		plan_give_up(p, err);
		return NULL_GUID;
	}
	ocrDbDestroy(depv[END_PLAN].guid);
	if (quit_after_all())
		ocrAbort(1);
	return NULL_GUID;
}

u8
end_create(ocrGuid_t *task)
{
	ocrGuid_t template;
	u8 err = ocrEdtTemplateCreate(&template, end_edt, 0, END_SLOTS);

	if (!err)
		err = plan_create_task(task, template, 0, 0, NULL, END_SLOTS);
	return err ? err : ocrEdtTemplateDestroy(template);
}
