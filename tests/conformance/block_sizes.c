/* SPDX-License-Identifier: BSD-3-Clause */
/* block_sizes.c - blocks of 0 bytes to 5 MiB and more, larger than any packet:
 * written by the creator, changed on a second node, read on a third. */
#include "tests/conformance/conf.h"

static const u64 sizes[] = {0,	    1,	     7,	      8,       9,
			    100,    4088,    4096,    4097,    15360,
			    15361,  65536,   66560,   66561,   263168,
			    263169, 1 << 20, 1048579, 5 << 20, 5000001};

#define SIZES (sizeof(sizes) / sizeof(sizes[0]))

/* Bytes come in rows, each of another word. */
#define ROW 64

/* Makes a row of this version: byte i of the block, and those behind it. */
static void
make_row(u8 *row, u64 size, u64 i, u64 version)
{
	u8 first = (u8)(conf_word(size, i / ROW) + i + version);

	for (u8 k = 0; k < ROW; k++)
		row[k] = (u8)(first + k);
}

static u64
row_bytes(u64 size, u64 i)
{
	return size - i < ROW ? size - i : ROW;
}

static void
write_bytes(u8 *p, u64 size, u64 version)
{
	u8 row[ROW];

	for (u64 i = 0; i < size; i += ROW) {
		make_row(row, size, i, version);
		memcpy(p + i, row, row_bytes(size, i));
	}
}

/* The first byte that is not as in this version; `size` if there is none. */
static u64
first_wrong(const u8 *p, u64 size, u64 version)
{
	u8 row[ROW];
	u64 k = 0;

	for (u64 i = 0; i < size; i += ROW) {
		make_row(row, size, i, version);
		if (!memcmp(p + i, row, row_bytes(size, i)))
			continue;
		while (p[i + k] == row[k])
			k++;
		return i + k;
	}
	return size;
}

TASK(change)
{
	u64 size = *PARAM(u64);
	u8 *p = depv[0].ptr;

	CHECK(!ocrGuidIsNull(depv[0].guid), "there is no block");
	CHECK(!p == !size, "%" PRIu64 " bytes are at %p", size, (void *)p);
	CHECK_EQ("good bytes", first_wrong(p, size, 0), size);
	write_bytes(p, size, 1);
	return depv[0].guid;
}

TASK(read)
{
	u64 size = *PARAM(u64);

	CHECK(!depv[0].ptr == !size, "%" PRIu64 " bytes are at %p", size,
	      depv[0].ptr);
	CHECK_EQ("good bytes", first_wrong(depv[0].ptr, size, 1), size);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(SIZES), out, done, r, w, db;

	for (u64 i = 0; i < SIZES; i++) {
		write_bytes(conf_block(&db, i, sizes[i]), sizes[i], 0);
		CHECK_OK(ocrDbRelease(db));
		w = conf_task(change, i + 1, PARAMS(sizes[i]), 1, &out);
		r = conf_task(read, i / 2 + 2, PARAMS(sizes[i]), 1, &done);
		conf_link(done, end, (u32)i, DB_DEFAULT_MODE);
		conf_link(out, r, 0, DB_MODE_CONST);
		conf_link(db, w, 0, DB_MODE_RW);
	}
	return NULL_GUID;
}
