/* SPDX-License-Identifier: BSD-3-Clause */
#include "fabric/ofi_card.h"
#include "fabric/program.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void
ocr_ofi_card_init(struct ocr_ofi_card *c)
{
	struct stat st;

	memset(c, 0, sizeof(*c));
	c->magic = OCR_OFI_CARD_MAGIC;
	c->version = OCR_OFI_CARD_VERSION;
	c->program = ocr_program_id();
	c->pid = (uint32_t)getpid();
	if (stat("/proc/self/ns/pid", &st) == 0)
		c->pid_space = st.st_ino;
}

size_t
ocr_ofi_card_bytes(const struct ocr_ofi_card *c)
{
	return offsetof(struct ocr_ofi_card, addr) + c->addr_bytes;
}

const char *
ocr_ofi_card_read(struct ocr_ofi_card *c, const void *bytes, size_t len_bytes)
{
	struct ocr_ofi_card in;

	if (len_bytes < offsetof(struct ocr_ofi_card, addr) ||
	    len_bytes > sizeof(in))
		return "its card has a wrong length";
	memset(&in, 0, sizeof(in));
	memcpy(&in, bytes, len_bytes);
	if (in.magic != OCR_OFI_CARD_MAGIC)
		return "its card is of another program or byte order";
	if (in.version != OCR_OFI_CARD_VERSION)
		return "it has another version of the runtime";
	if (in.addr_bytes == 0 || ocr_ofi_card_bytes(&in) != len_bytes)
		return "its card has a wrong length";
	if (memchr(in.provider, 0, sizeof(in.provider)) == NULL)
		return "its card names no provider";
	if (in.window_bytes > UINT64_MAX - in.window_addr)
		return "its window is larger than memory";
	*c = in;
	return NULL;
}

const char *
ocr_ofi_card_check(const struct ocr_ofi_card *ours,
		   const struct ocr_ofi_card *theirs)
{
	if (ours->program != theirs->program)
		return "it runs another program, or another build of it "
		       "(build ids differ)";
	if (strcmp(ours->provider, theirs->provider) != 0 ||
	    ours->addr_format != theirs->addr_format)
		return "it uses another libfabric provider or kind of address "
		       "(force the same on all nodes)";
	return NULL;
}
