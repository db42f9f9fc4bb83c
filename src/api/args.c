/* SPDX-License-Identifier: BSD-3-Clause */
/* args.c - writes and reads the block of arguments. */
#include "src/api/args.h"

#include "fabric/log.h"
#include "include/ocr-std.h"
#include "src/api/api.h"
#include "src/base/where.h"
#include "src/task/who.h"

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

/* No code can be returned: it is told at once. */
static void
refuse(const struct ocr_call *c, const char *instead)
{
	struct ocr_who who = ocr_who_calls();
	char task[OCR_WHO_TEXT], site[OCR_WHERE_TEXT];

	ocr_refuse(OCR_EINVAL, "dbPtr=NULL|the block of mainEdt's depv[0]");
	if (!ocr_api_is_strict())
		ocr_log_error(ocr_self ? ocr_self->rt->self : 0,
			      "%s: %s(dbPtr=NULL) at %s returns %s: the block "
			      "of mainEdt's depv[0] has the arguments",
			      ocr_who_text(&who, task), c->name,
			      ocr_where_text(c->site, site), instead);
	ocr_api_refused(c, 0, OCR_EINVAL);
}

u64
getArgc(const void *dbPtr)
{
	struct ocr_call c = OCR_API_AT(NULL_GUID);

	if (dbPtr)
		return *(const u64 *)dbPtr;
	refuse(&c, "0");
	return 0;
}

char *
getArgv(const void *dbPtr, u64 index)
{
	struct ocr_call c = OCR_API_AT(NULL_GUID);
	const u64 *head = dbPtr;

	if (!head) {
		refuse(&c, "NULL");
		return NULL;
	}
	if (index >= head[0])
		return NULL;
	return (char *)dbPtr + head[1 + index];
}
