/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi_slab.c - memory of packets, registered where the provider wants it.
 *
 *   a slab:  | struct ofi_slab | packet | packet | ...      SLAB_BYTES, aligned
 *
 * The address of a packet leads to its slab, so a packet carries nothing of
 * its registration.  Slabs are kept until the endpoint is closed.  They lie
 * outside the window: a program that fills the window must still be heard.
 */
#include "fabric/ofi_ep.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define SLAB_BYTES  ((size_t)1 << 20)
/* Between packets: or the first lines of all of them, 16 KiB apart, would share
 * the same few places of a cache. */
#define COLOR_BYTES 192

struct ofi_slab {
	struct ofi_slab *next;
	struct fid_mr *mr;
	void *desc;
};

static_assert(sizeof(struct ofi_slab) <= COLOR_BYTES,
	      "the first packet of a slab begins in its head");

/* A key that nobody can guess, of as many bytes as the provider's have; unless
 * it makes them itself, and then nobody asks what is here. */
static int
make_key(const struct ofi *o, uint64_t *key)
{
	size_t bytes = o->info->domain_attr->mr_key_size;

	if (getrandom(key, sizeof(*key), 0) != (ssize_t)sizeof(*key))
		return -EIO;
	if (bytes > 0 && bytes < sizeof(*key))
		*key &= (UINT64_C(1) << 8 * bytes) - 1;
	return 0;
}

int
ocr_ofi_register(struct ofi *o, void *p, size_t len_bytes, uint64_t access,
		 struct fid_mr **mr)
{
	int err, tries = 4;
	uint64_t key;

	/* One that is taken is hardly ever made again. */
	do {
		err = make_key(o, &key);
		if (err != 0)
			return err;
		ocr_lock(&o->lock, OCR_LOCK_EP);
		err = fi_mr_reg(o->domain, p, len_bytes, access, 0, key, 0, mr,
				NULL);
		if (err == -FI_ENOKEY && tries > 1)
			ocr_unlock(&o->lock, OCR_LOCK_EP);
	} while (err == -FI_ENOKEY && --tries > 0);
	if (err == 0 && (o->info->domain_attr->mr_mode & FI_MR_ENDPOINT)) {
		err = fi_mr_bind(*mr, &o->ep->fid, 0);
		if (err == 0)
			err = fi_mr_enable(*mr);
		if (err != 0)
			fi_close(&(*mr)->fid);
	}
	ocr_unlock(&o->lock, OCR_LOCK_EP);
	return err;
}

static int
add_slab_locked(struct ofi *o)
{
	struct ofi_slab *s = aligned_alloc(SLAB_BYTES, SLAB_BYTES);
	size_t stride = o->wire_bytes + COLOR_BYTES;
	char *at, *end = (char *)s + SLAB_BYTES;
	int err;

	if (s == NULL)
		return -ENOMEM;
	memset(s, 0, sizeof(*s));
	if (o->info->domain_attr->mr_mode & FI_MR_LOCAL) {
		err = ocr_ofi_register(o, s, SLAB_BYTES, FI_SEND | FI_RECV,
				       &s->mr);
		if (err != 0) {
			free(s);
			return err;
		}
		s->desc = fi_mr_desc(s->mr);
	}
	s->next = o->slabs;
	o->slabs = s;
	for (at = (char *)s + COLOR_BYTES; at + stride <= end; at += stride) {
		*(void **)at = o->free_packets;
		o->free_packets = at;
	}
	return 0;
}

int
ocr_ofi_packet_alloc(struct ocr_transport *t, struct ocr_packet *p)
{
	struct ofi *o = ocr_ofi_of(t);
	int err = 0;

	pthread_mutex_lock(&o->slabs_lock);
	if (o->free_packets == NULL)
		err = add_slab_locked(o);
	if (err == 0) {
		p->data = o->free_packets;
		o->free_packets = *(void **)o->free_packets;
	}
	pthread_mutex_unlock(&o->slabs_lock);
	return err;
}

void
ocr_ofi_packet_free(struct ocr_transport *t, struct ocr_packet *p)
{
	struct ofi *o = ocr_ofi_of(t);

	pthread_mutex_lock(&o->slabs_lock);
	*(void **)p->data = o->free_packets;
	o->free_packets = p->data;
	pthread_mutex_unlock(&o->slabs_lock);
}

void *
ocr_ofi_packet_desc(const struct ofi *o, const void *data)
{
	(void)o;
	return ((const struct ofi_slab *)((uintptr_t)data & ~(SLAB_BYTES - 1)))
		->desc;
}

void
ocr_ofi_slabs_close(struct ofi *o)
{
	struct ofi_slab *s;

	while ((s = o->slabs) != NULL) {
		o->slabs = s->next;
		if (s->mr != NULL)
			fi_close(&s->mr->fid);
		free(s);
	}
}
