/* SPDX-License-Identifier: BSD-3-Clause */
/* segment.c - lays a segment out, makes it and maps it. */
#include "fabric/segment.h"

#include <errno.h>
#include <linux/memfd.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* "OCRS" where the low byte comes first; and the layout below. */
#define MAGIC	UINT32_C(0x5352434f)
#define VERSION 1

#define WORDS_MAX (OCR_PLACES_MAX / 64)

/* What one side writes lies on lines of its own. */
struct ocr_segment_shared {
	/* Fixed after open: */
	uint32_t magic, version;
	uint32_t n_places, ring_bytes;
	/* The owner's: */
	alignas(OCR_RING_LINE) _Atomic uint64_t asleep;
	/* Of all: */
	alignas(OCR_RING_LINE) _Atomic uint64_t opened[WORDS_MAX];
	alignas(OCR_RING_LINE) _Atomic uint64_t written[WORDS_MAX];
	alignas(OCR_RING_LINE) uint8_t rings[];
};
static_assert(sizeof(struct ocr_segment_shared) ==
		      2 * OCR_RING_LINE + 2 * sizeof(uint64_t) * WORDS_MAX,
	      "two nodes disagree");

/* A ring should stay in the nearest caches of both, and hold what comes while
 * its owner is busy.  All rings of a host that are in use have pages. */
uint32_t
ocr_segment_ring_bytes(uint32_t n_places)
{
	if (n_places <= 8)
		return 256 << 10;
	if (n_places <= 32)
		return 64 << 10;
	return 32 << 10;
}

static uint64_t
ring_stride(uint32_t ring_bytes)
{
	return sizeof(struct ocr_ring) + ring_bytes;
}

static uint64_t
segment_bytes(uint32_t n_places)
{
	return sizeof(struct ocr_segment_shared) +
	       n_places * ring_stride(ocr_segment_ring_bytes(n_places));
}

static int
map(struct ocr_segment *s, int fd, uint32_t n_places)
{
	void *p;

	s->len_bytes = segment_bytes(n_places);
	s->n_places = n_places;
	s->ring_bytes = ocr_segment_ring_bytes(n_places);
	p = mmap(NULL, s->len_bytes, PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_NORESERVE, fd, 0);
	if (p == MAP_FAILED)
		return -ENOMEM;
	s->shared = p;
	return 0;
}

int
ocr_segment_open(struct ocr_segment *s, uint32_t n_places)
{
	int fd, err = 0;

	if (n_places == 0 || n_places > OCR_PLACES_MAX)
		return -EINVAL;
	fd = memfd_create("ocr-rings", MFD_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (ftruncate(fd, (off_t)segment_bytes(n_places)) != 0)
		err = -errno;
	if (err == 0)
		err = map(s, fd, n_places);
	if (err != 0) {
		close(fd);
		return err;
	}
	s->shared->magic = MAGIC;
	s->shared->version = VERSION;
	s->shared->n_places = n_places;
	s->shared->ring_bytes = s->ring_bytes;
	return fd;
}

int
ocr_segment_attach(struct ocr_segment *s, const struct ocr_nameless *name,
		   uint32_t n_places)
{
	const struct ocr_segment_shared *h;
	int fd, err;

	if (name->len_bytes < segment_bytes(n_places))
		return -EPROTO;
	fd = ocr_nameless_open(name);
	if (fd < 0)
		return fd;
	err = map(s, fd, n_places);
	close(fd);
	if (err != 0)
		return err;
	h = s->shared;
	if (h->magic == MAGIC && h->version == VERSION &&
	    h->n_places == n_places && h->ring_bytes == s->ring_bytes)
		return 0;
	ocr_segment_close(s);
	return -EPROTO;
}

void
ocr_segment_close(struct ocr_segment *s)
{
	munmap(s->shared, s->len_bytes);
	s->shared = NULL;
}

struct ocr_ring *
ocr_segment_ring(const struct ocr_segment *s, uint32_t place)
{
	return (struct ocr_ring *)(void *)(s->shared->rings +
					   place * ring_stride(s->ring_bytes));
}

_Atomic uint64_t *
ocr_segment_asleep(const struct ocr_segment *s)
{
	return &s->shared->asleep;
}

_Atomic uint64_t *
ocr_segment_opened(const struct ocr_segment *s)
{
	return s->shared->opened;
}

_Atomic uint64_t *
ocr_segment_written(const struct ocr_segment *s)
{
	return s->shared->written;
}
