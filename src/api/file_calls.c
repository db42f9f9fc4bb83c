/* SPDX-License-Identifier: BSD-3-Clause */
/* file_calls.c - files: "OCR extensions", section 5. */
#include "src/api/api.h"

#include "include/extensions/ocr-file.h"
#include "src/file/descriptor.h"
#include "src/stream/stream.h"
#include "src/task/ask.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define PATH_BYTES_MAX 4096 /* with its zero */

#define CHANGE OCR_FILE_WRITE
#define MAKE   (OCR_FILE_WRITE | OCR_FILE_CREATE)
#define ANEW   (MAKE | OCR_FILE_CUT)

/* As fopen() has them, but that all who write can read. */
static bool
mode_of(const char *s, uint32_t *mode)
{
	static const struct {
		const char *text;
		uint32_t mode;
	} modes[] = {
		{"r", 0},	 {"rb", 0},	{"r+", CHANGE}, {"rb+", CHANGE},
		{"r+b", CHANGE}, {"w", ANEW},	{"wb", ANEW},	{"w+", ANEW},
		{"wb+", ANEW},	 {"w+b", ANEW}, {"a", MAKE},	{"ab", MAKE},
		{"a+", MAKE},	 {"ab+", MAKE}, {"a+b", MAKE},
	};

	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
		if (!strcmp(s, modes[i].text)) {
			*mode = modes[i].mode;
			return true;
		}
	return false;
}

static u8
new_guid(enum ocr_guid_kind kind, unsigned flags, ocr_node_t owner,
	 ocrGuid_t *g)
{
	*g = ocr_guid_new(ocr_self->guids, kind, flags, owner);
	return ocr_guid_is_null(*g) ? ocr_why_no_guid() : 0;
}

static u8
why_not_open(const ocrGuid_t *file, const char *path, size_t len,
	     const char *mode, u32 properties)
{
	if (!file || !path || !mode)
		return ocr_why_null(!file ? "file" : path ? "mode" : "path");
	if (!len || len == PATH_BYTES_MAX)
		return ocr_refuse(OCR_EINVAL, "path|it has %zu bytes", len);
	if (properties)
		return ocr_refuse(OCR_EINVAL, "properties=0x%x|0 is expected",
				  properties);
	return ocr_refuse(OCR_EINVAL,
			  "mode=\"%.16s\"|a mode of fopen() is expected", mode);
}

static u8
open_file(ocrGuid_t *file, const char *path, const char *mode,
	  ocrGuid_t *descriptor, u32 properties)
{
	union {
		struct ocr_msg_open_file m;
		uint64_t room[(sizeof(struct ocr_msg_open_file) +
			       PATH_BYTES_MAX) /
			      8];
	} u;
	struct ocr_edt *t = ocr_api_task();
	size_t len = path ? strnlen(path, PATH_BYTES_MAX) : 0;
	uint32_t how;
	u8 code;

	if (!t)
		return ocr_why_no_task();
	if (!file || !len || len == PATH_BYTES_MAX || !mode ||
	    !mode_of(mode, &how) || properties)
		return why_not_open(file, path, len, mode, properties);
	memset(&u, 0, sizeof(u));
	u.m.op.type = OCR_MSG_OPEN_FILE;
	u.m.op.len_bytes = (uint32_t)((sizeof(u.m) + len + 8) & ~(size_t)7);
	u.m.mode = how;
	memcpy(u.m.path, path, len + 1);
	code = new_guid(OCR_GUID_FILE, 0, t->rt->self, &u.m.file);
	if (!code && descriptor)
		code = new_guid(OCR_GUID_DB, 0, t->rt->self, &u.m.descriptor);
	if (code)
		return code;
	*file = u.m.file;
	if (descriptor)
		*descriptor = u.m.descriptor;
	return ocr_api_submit(t, t->rt->self, &u.m.op);
}

static bool
is_file(const struct ocr_runtime *rt, ocrGuid_t g)
{
	return ocr_guid_kind(g) == OCR_GUID_FILE &&
	       ocr_guid_owner(g) < rt->size;
}

static u8
release(ocrGuid_t file)
{
	struct ocr_msg_destroy m = OCR_DESTROY(file);
	struct ocr_edt *t = ocr_api_task();

	if (!t)
		return ocr_why_no_task();
	if (!is_file(t->rt, file))
		return ocr_why_kind(OCR_EINVAL, "file", file, "a file");
	return ocr_api_submit(t, ocr_guid_owner(file), &m.op);
}

static u8
get_chunk(ocrGuid_t *chunk, ocrGuid_t file, u64 offset, u64 size)
{
	struct ocr_msg_get_chunk m = {
		.op = OCR_OP(OCR_MSG_GET_CHUNK, struct ocr_msg_get_chunk),
		.file = file,
		.offset = offset,
		.size = size,
	};
	struct ocr_edt *t = ocr_api_task();
	u8 code;

	if (!t)
		return ocr_why_no_task();
	if (!chunk || !is_file(t->rt, file) || size > INT64_MAX ||
	    offset > INT64_MAX - size)
		return !chunk ? ocr_why_null("chunk")
		       : !is_file(t->rt, file)
			       ? ocr_why_kind(OCR_EINVAL, "file", file,
					      "a file")
			       : ocr_refuse(OCR_EINVAL,
					    "offset=%" PRIu64 " size=%" PRIu64
					    "|no file is so large",
					    offset, size);
	code = new_guid(OCR_GUID_DB, OCR_GUID_OF_FILE, ocr_guid_owner(file),
			&m.chunk);
	if (code)
		return code;
	*chunk = m.chunk;
	return ocr_api_submit(t, ocr_guid_owner(file), &m.op);
}

/* -- Descriptors ---------------------------------------------------------- */

static const struct ocr_descriptor *
descriptor_of(const void *p)
{
	const struct ocr_descriptor *d = p;

	return d && !((uintptr_t)p % sizeof(uint64_t)) &&
			       d->magic == OCR_DESCRIPTOR_MAGIC
		       ? d
		       : NULL;
}

static u8
open_code(int err)
{
	switch (-err) {
	case 0:
		return 0;
	case ENOENT:
	case ENOTDIR:
		return OCR_ENOENT;
	case EACCES:
		return OCR_EACCES;
	case EPERM:
		return OCR_EPERM;
	case EISDIR:
	case EINVAL:
	case ELOOP:
	case ENAMETOOLONG:
		return OCR_EINVAL;
	case ESPIPE:
	case ENXIO:
		return OCR_ESPIPE;
	case EROFS:
		return OCR_EROFS;
	case ENOSPC:
	case EDQUOT:
		return OCR_ENOSPC;
	case EBUSY:
	case EMFILE:
	case ENFILE:
	case ETXTBSY:
		return OCR_EBUSY;
	case ENOMEM:
		return OCR_ENOMEM;
	default:
		return OCR_EIO;
	}
}

u8
ocrFileOpen(ocrGuid_t *fileGuid, const char *path, const char *mode,
	    ocrGuid_t *descriptorDb, u32 properties)
{
	OCR_API_CREATE(fileGuid, open_file(fileGuid, path, mode, descriptorDb,
					   properties));
}

u8
ocrFileRelease(ocrGuid_t fileGuid)
{
	OCR_API_CALL(OCR_MSG_DESTROY, fileGuid, release(fileGuid));
}

static u8
close_file(ocrGuid_t file)
{
	struct ocr_edt *t = ocr_api_task();
	int err;

	if (!t)
		return ocr_why_no_task();
	if (!is_file(t->rt, file))
		return ocr_why_kind(OCR_EINVAL, "file", file, "a file");
	err = ocr_ask_close(t, file);
	return err == -EIO ? OCR_EIO : ocr_err_code(err);
}

u8
ocrFileClose(ocrGuid_t fileGuid)
{
	OCR_API_CALL(OCR_MSG_CLOSE_FILE, fileGuid, close_file(fileGuid));
}

u8
ocrFileGetChunk(ocrGuid_t *chunkDbGuid, ocrGuid_t fileGuid, u64 offset,
		u64 size)
{
	OCR_API_CREATE(chunkDbGuid,
		       get_chunk(chunkDbGuid, fileGuid, offset, size));
}

ocrGuid_t
ocrFileGetGuid(void *descriptor)
{
	const struct ocr_descriptor *d = descriptor_of(descriptor);

	return d ? d->file : NULL_GUID;
}

u64
ocrFileGetSize(void *descriptor)
{
	const struct ocr_descriptor *d = descriptor_of(descriptor);

	return d ? d->size : 0;
}

u8
ocrFileGetError(void *descriptor)
{
	const struct ocr_descriptor *d = descriptor_of(descriptor);

	return d ? open_code(d->err) : OCR_EINVAL;
}

const char *
ocrFileGetErrorText(void *descriptor)
{
	const struct ocr_descriptor *d = descriptor_of(descriptor);

	return d ? d->text : "not a descriptor of a file";
}
