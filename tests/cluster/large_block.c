/* SPDX-License-Identifier: BSD-3-Clause */
/* large_block.c - blocks of 0 bytes to 40 MiB, made on each node in turn,
 * changed on the next one, and then read on all nodes at once. */
#include "tests/conformance/conf.h"

#include <string.h>

static const u64 sizes[] = {0, 1, 8, 4096, 4097, 65536, 1048579, 40 << 20};

#define SIZES (sizeof(sizes) / sizeof(sizes[0]))

static u64
word_of(u64 size, u64 i, u64 version)
{
	return (size + i) * UINT64_C(0x9e3779b97f4a7c15) + version;
}

static void
write_all(u8 *p, u64 size, u64 version)
{
	u64 word;

	for (u64 i = 0; i * 8 < size; i++) {
		word = word_of(size, i, version);
		memcpy(p + i * 8, &word, size - i * 8 < 8 ? size - i * 8 : 8);
	}
}

/* The first byte of a wrong word; `size` if there is none. */
static u64
first_wrong(const u8 *p, u64 size, u64 version)
{
	u64 word;

	for (u64 i = 0; i * 8 < size; i++) {
		word = word_of(size, i, version);
		if (memcmp(p + i * 8, &word,
			   size - i * 8 < 8 ? size - i * 8 : 8))
			return i * 8;
	}
	return size;
}

TASK(change)
{
	u64 size = *PARAM(u64);

	CHECK_EQ("good bytes", first_wrong(depv[0].ptr, size, 0), size);
	write_all(depv[0].ptr, size, 1);
	return depv[0].guid;
}

TASK(read)
{
	u64 size = *PARAM(u64);

	CHECK_EQ("good bytes", first_wrong(depv[0].ptr, size, 1), size);
	return NULL_GUID;
}

MAIN_TASK
{
	u64 nodes = conf_nodes();
	ocrGuid_t end = conf_end((u32)(SIZES * nodes)), changed, done, r, w, db;

	for (u64 i = 0; i < SIZES; i++) {
		write_all(conf_block(&db, i, sizes[i]), sizes[i], 0);
		CHECK_OK(ocrDbRelease(db));
		w = conf_task(change, i + 1, PARAMS(sizes[i]), 1, &changed);
		for (u64 k = 0; k < nodes; k++) {
			r = conf_task(read, k, PARAMS(sizes[i]), 1, &done);
			conf_link(done, end, (u32)(i * nodes + k),
				  DB_DEFAULT_MODE);
			conf_link(changed, r, 0, DB_MODE_CONST);
		}
		conf_link(db, w, 0, i % 2 ? DB_MODE_RW : DB_MODE_EW);
	}
	return NULL_GUID;
}
