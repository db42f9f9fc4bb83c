/* SPDX-License-Identifier: BSD-3-Clause */
/* args.c - writes and reads the block of arguments. */
#include "src/api/args.h"

#include "include/ocr-std.h"

#include <errno.h>
#include <string.h>

int
ocr_args_pack(int argc, char **argv, void *buf, size_t *len_bytes)
{
	size_t offset = sizeof(u64) * (1 + (size_t)argc);
	size_t room = *len_bytes, need = offset, len;
	u64 *head = buf;
	int i;

	if (argc < 0)
		return -EINVAL;
	for (i = 0; i < argc; i++)
		need += strlen(argv[i]) + 1;
	*len_bytes = need;
	if (!buf)
		return 0;
	if (room < need)
		return -ENOSPC;
	head[0] = (u64)argc;
	for (i = 0; i < argc; i++) {
		len = strlen(argv[i]) + 1;
		head[1 + i] = offset;
		memcpy((char *)buf + offset, argv[i], len);
		offset += len;
	}
	return 0;
}

u64
getArgc(const void *dbPtr)
{
	return *(const u64 *)dbPtr;
}

char *
getArgv(const void *dbPtr, u64 index)
{
	const u64 *head = dbPtr;

	if (index >= head[0])
		return NULL;
	return (char *)dbPtr + head[1 + index];
}
