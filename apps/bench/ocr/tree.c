/* SPDX-License-Identifier: BSD-3-Clause */
/* tree.c - tasks that make tasks.
 *
 * WHAT is
 *   tree    each task makes two, but for the last ones; one finish scope
 *   nested  the same, and each task that makes others is a finish task
 *   flat    one task makes finish tasks, each of which makes a task
 * Tasks per second, from before the first one's creation until all have ended.
 */
#include "apps/bench/ocr/rounds.h"

static ocrGuid_t tree_template, leaf_template;
static u64 size; /* depth of a tree; finish tasks */
static u16 inner_properties;

static ocrGuid_t
leaf_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc;
	(void)paramv;
	(void)depc;
	(void)depv;
	return NULL_GUID;
}

/* A finish task has an output event, or the end of its scope would matter to
 * nobody. */
static void
make_tree(u64 depth)
{
	u16 properties = depth > 0 ? inner_properties : EDT_PROP_NONE;
	ocrGuid_t finished;

	if (ocrEdtCreate(NULL, tree_template, EDT_PARAM_DEF, &depth,
			 EDT_PARAM_DEF, NULL, properties, NULL_HINT,
			 properties ? &finished : NULL))
		ocr_bench_fail("a task was not created");
}

static ocrGuid_t
tree_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u64 depth = paramv[0];

	(void)paramc;
	(void)depc;
	(void)depv;
	for (int i = 0; depth > 0 && i < 2; i++)
		make_tree(depth - 1);
	return NULL_GUID;
}

static ocrGuid_t
one_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc;
	(void)paramv;
	(void)depc;
	(void)depv;
	if (ocrEdtCreate(NULL, leaf_template, EDT_PARAM_DEF, NULL,
			 EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT, NULL))
		ocr_bench_fail("a task was not created");
	return NULL_GUID;
}

static ocrGuid_t
start_tree_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc;
	(void)paramv;
	(void)depc;
	(void)depv;
	make_tree(size);
	return NULL_GUID;
}

static ocrGuid_t
start_flat_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc;
	(void)paramv;
	(void)depc;
	(void)depv;
	for (u64 i = 0; i < size; i++)
		make_tree(1);
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct bench_args args;
	bool tree, nested, flat;
	u64 samples;

	(void)paramc;
	(void)paramv;
	(void)depc;
	if (!ocr_bench_args(&args, depv[0].ptr))
		return NULL_GUID;
	tree = strcmp(args.what, "tree") == 0;
	nested = strcmp(args.what, "nested") == 0;
	flat = strcmp(args.what, "flat") == 0;
	samples = args.quick ? 3 : 30;
	inner_properties = tree ? EDT_PROP_NONE : EDT_PROP_FINISH;
	if (!tree && !nested && !flat) {
		ocr_bench_fail("WHAT is tree, nested or flat");
	} else if (ocrEdtTemplateCreate(&tree_template,
					flat ? one_edt : tree_edt, 1, 0) ||
		   ocrEdtTemplateCreate(&leaf_template, leaf_edt, 0, 0)) {
		ocr_bench_fail("no template");
	} else if (flat) {
		size = args.quick ? 50 : 5000;
		rounds_start(start_flat_edt, (double)(2 * size), samples);
	} else {
		size = args.quick ? 5 : 13;
		rounds_start(start_tree_edt, (double)((2 << size) - 1),
			     samples);
	}
	return NULL_GUID;
}
