/* SPDX-License-Identifier: BSD-3-Clause */
/* card.c - fills in and judges cards. */
#include "fabric/card.h"

#include "fabric/program.h"
#include "fabric/seal.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LEAST_BYTES                                                            \
	(offsetof(struct ocr_card, ofi) + offsetof(struct ocr_card_ofi, addr))

void
ocr_card_init(struct ocr_card *c)
{
	struct stat st;

	memset(c, 0, sizeof(*c));
	c->magic = OCR_CARD_MAGIC;
	c->version = OCR_CARD_VERSION;
	c->program = ocr_program_id();
	c->pid = (uint32_t)getpid();
	c->host.segment.fd = -1;
	if (stat("/proc/self/ns/pid", &st) == 0)
		c->pid_space = st.st_ino;
}

size_t
ocr_card_bytes(const struct ocr_card *c)
{
	return LEAST_BYTES + c->ofi.addr_bytes;
}

static const char *
check_ofi(const struct ocr_card_ofi *o)
{
	if (o->zero != 0)
		return "its card has bits that must be zero";
	if (memchr(o->provider, 0, sizeof(o->provider)) == NULL)
		return "its card names no provider";
	return NULL;
}

const char *
ocr_card_read(struct ocr_card *c, const void *bytes, size_t len_bytes)
{
	struct ocr_card in;
	const char *why;

	if (len_bytes < LEAST_BYTES || len_bytes > sizeof(in))
		return "its card has a wrong length";
	memset(&in, 0, sizeof(in));
	memcpy(&in, bytes, len_bytes);
	if (in.magic != OCR_CARD_MAGIC)
		return "its card is of another program or byte order";
	if (in.version != OCR_CARD_VERSION)
		return "it has another version of the runtime";
	if (ocr_card_bytes(&in) != len_bytes)
		return "its card has a wrong length";
	if (in.tag > OCR_TAG_ALL)
		return "its card has an unknown kind of tags";
	if (in.zero_pid != 0)
		return "its card has bits that must be zero";
	why = check_ofi(&in.ofi);
	if (why == NULL)
		*c = in;
	return why;
}

/* Two nodes with different tags: what the other has, and what this one. */
#define TAGS(theirs, ours)                                                     \
	"it has OCR_TAG=" theirs ", this one OCR_TAG=" ours                    \
	" (give all nodes the same)"

static const char *const tags_differ[OCR_TAG_ALL + 1][OCR_TAG_ALL + 1] = {
	[OCR_TAG_NONE] = {NULL, TAGS("none", "control"), TAGS("none", "all")},
	[OCR_TAG_CONTROL] = {TAGS("control", "none"), NULL,
			     TAGS("control", "all")},
	[OCR_TAG_ALL] = {TAGS("all", "none"), TAGS("all", "control"), NULL},
};

const char *
ocr_card_check(const struct ocr_card *ours, const struct ocr_card *theirs)
{
	if (ours->program != theirs->program)
		return "it runs another program, or another build of it "
		       "(build ids differ)";
	return tags_differ[theirs->tag][ours->tag];
}

const char *
ocr_card_check_ofi(const struct ocr_card_ofi *ours,
		   const struct ocr_card_ofi *theirs)
{
	if (theirs->addr_bytes == 0)
		return "it has no address in the network (force the same "
		       "provider on all nodes, or on none)";
	if (strcmp(ours->provider, theirs->provider) != 0 ||
	    ours->addr_format != theirs->addr_format)
		return "it uses another libfabric provider or kind of address "
		       "(force the same on all nodes)";
	return NULL;
}

bool
ocr_card_shares_pids(const struct ocr_card *ours, const struct ocr_card *theirs)
{
	return ours->pid_space == theirs->pid_space;
}
