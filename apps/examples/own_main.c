/* SPDX-License-Identifier: BSD-3-Clause */
/* own_main.c - a program that is not made of tasks, but for one function.
 *
 * main() integrates 4 / (1 + x^2) from 0 to 1, which is pi, finer and finer,
 * until the last digits do not change any more.  Each integral is computed by
 * tasks, and main() waits for it:
 *
 *	main ------> integrate (finish) ------------------------> main
 *	                |--> strip 0 --+                            ^
 *	                |--> strip 1 --+--> add up --> the block ---+
 *	                |--> ...     --+
 *
 * On several nodes each process does the same, with the strips on all nodes,
 * and process 0 prints.
 */
#include "apps/examples/example.h"
#include "extensions/ocr-legacy.h"

#include <math.h>
#include <stdlib.h>

#define STRIPS 8
#define CLOSE  1e-10
#define MOST   (UINT64_C(1) << 24)

static const double pi = 3.14159265358979323846;

/* Strip number `strip`, of `n` points in all. */
struct strip {
	u64 strip, n;
};

EDT(add_strip)
{
	const struct strip *s = (const struct strip *)(const void *)paramv;
	double sum = 0, *result;
	ocrGuid_t block;

	for (u64 i = s->strip; i < s->n; i += STRIPS) {
		double x = ((double)i + 0.5) / (double)s->n;

		sum += 4 / (1 + x * x);
	}
	EXPECT(!ocrDbCreate(&block, (void **)&result, sizeof(*result),
			    DB_PROP_NONE, NULL_HINT, NO_ALLOC));
	*result = sum / (double)s->n;
	return block;
}

/* Slots 0 .. STRIPS - 1: the strips; the last one: the result. */
EDT(add_up)
{
	double *sum = depv[STRIPS].ptr;

	*sum = 0;
	for (u32 i = 0; i < STRIPS; i++) {
		*sum += *(const double *)depv[i].ptr;
		ocrDbDestroy(depv[i].guid);
	}
	return NULL_GUID;
}

/* Returns the block of the result, which is complete when all tasks that were
 * started in here have ended. */
EDT(integrate)
{
	ocrGuid_t block, sum, strip, output;

	EXPECT(!ocrDbCreate(&block, NULL, sizeof(double), DB_PROP_NO_ACQUIRE,
			    NULL_HINT, NO_ALLOC));
	sum = start_edt(add_up, 0, 0, NULL, STRIPS + 1, EDT_PROP_NONE, NULL);
	ocrAddDependence(block, sum, STRIPS, DB_MODE_EW);
	for (u64 i = 0; i < STRIPS; i++) {
		struct strip s = {i, paramv[0]};

		/* It waits for its slot, so that nobody misses its end. */
		strip = start_edt(add_strip, i, PARAMC(s), &s, 1, EDT_PROP_NONE,
				  &output);
		ocrAddDependence(output, sum, (u32)i, DB_MODE_CONST);
		ocrAddDependence(NULL_GUID, strip, 0, DB_MODE_NULL);
	}
	return block;
}

/* Outside of all tasks: gives the integral with n points to `result`. */
static u8
wait_for_integral(ocrGuid_t context, ocrGuid_t tmpl, u64 n, double *result)
{
	ocrGuid_t handle, block;
	void *bytes;
	u8 err;

	err = ocrLegacySpawnOCR(&handle, tmpl, 1, &n, 0, NULL, context);
	if (!err)
		err = ocrLegacyBlockProgress(handle, &block, &bytes, NULL,
					     LEGACY_PROP_NONE);
	if (err)
		return err;
	*result = *(const double *)bytes;
	ocrEventDestroy(handle);
	ocrDbDestroy(block);
	return 0;
}

static bool
is_first_node(void)
{
	ocrGuid_t first, here;

	ocrAffinityGetAt(AFFINITY_PD, 0, &first);
	ocrAffinityGetCurrent(&here);
	return ocrGuidIsEq(first, here);
}

int
main(int argc, const char *argv[])
{
	ocrGuid_t context, tmpl;
	double last = 0, now = 0;
	ocrConfig_t config;
	u64 n = STRIPS;
	u8 err, status;

	ocrParseArgs(argc, argv, &config);
	if (ocrLegacyInit(&context, &config))
		return 1;
	err = ocrEdtTemplateCreate(&tmpl, integrate, 1, 0);
	do {
		last = now;
		n *= 2;
		if (!err)
			err = wait_for_integral(context, tmpl, n, &now);
	} while (!err && fabs(now - last) > CLOSE && n < MOST);
	if (!err)
		err = ocrEdtTemplateDestroy(tmpl);
	if (!err && is_first_node())
		PRINTF("pi is %.9f, with %u points\n", now, (unsigned)n);
	status = ocrLegacyFinalize(context, false);
	if (err || fabs(now - pi) > 2 * CLOSE) {
		PRINTF("FAILED: an error %u, or %.12f is not pi\n", err, now);
		return 1;
	}
	return status;
}
