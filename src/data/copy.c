/* SPDX-License-Identifier: BSD-3-Clause */
/* copy.c - a table of buffers, in shards that grow. */
#include "src/data/copy.h"

#include "guidmap/guid.h"
#include "src/boot/runtime.h"
#include "src/observe/view.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct ocr_copy_shard *
shard_of(struct ocr_runtime *rt, ocrGuid_t g)
{
	return &rt->copies.shards[ocr_guid_hash(g) % OCR_COPY_SHARDS];
}

static struct ocr_buf **
bucket_locked(struct ocr_copy_shard *s, ocrGuid_t g)
{
	return &s->buckets[(ocr_guid_hash(g) / OCR_COPY_SHARDS) &
			   (s->n_buckets - 1)];
}

static void
buf_free(struct ocr_buf *b)
{
	while (b->waiters) {
		struct ocr_buf_waiter *w = b->waiters;

		b->waiters = w->next;
		free(w);
	}
	if (b->shared)
		ocr_view_abandon(b);
	ocr_memory_free(b->rt->memory, b->data);
	free(b);
}

void
ocr_copies_fini(struct ocr_runtime *rt)
{
	for (unsigned i = 0; i < OCR_COPY_SHARDS; i++) {
		struct ocr_copy_shard *s = &rt->copies.shards[i];

		for (size_t k = 0; k < s->n_buckets; k++) {
			while (s->buckets[k]) {
				struct ocr_buf *b = s->buckets[k];

				s->buckets[k] = b->next;
				buf_free(b);
			}
		}
		free(s->buckets);
	}
}

struct ocr_copy_shard *
ocr_copy_lock(struct ocr_runtime *rt, ocrGuid_t g)
{
	struct ocr_copy_shard *s = shard_of(rt, g);

	ocr_lock(&s->lock, OCR_LOCK_COPY);
	return s;
}

void
ocr_copy_unlock(struct ocr_copy_shard *s)
{
	ocr_unlock(&s->lock, OCR_LOCK_COPY);
}

struct ocr_buf *
ocr_copy_find_locked(struct ocr_copy_shard *s, ocrGuid_t g, uint64_t version)
{
	struct ocr_buf *b;

	if (!s->n_buckets)
		return NULL;
	for (b = *bucket_locked(s, g); b; b = b->next)
		if (ocr_guid_eq(b->db, g) && b->version == version)
			return b;
	return NULL;
}

static int
grow_locked(struct ocr_copy_shard *s)
{
	size_t n_old = s->n_buckets, n = n_old ? 2 * n_old : 16;
	struct ocr_buf **old = s->buckets;

	s->buckets = calloc(n, sizeof(*s->buckets));
	if (!s->buckets) {
		s->buckets = old;
		return -ENOMEM;
	}
	s->n_buckets = n;
	for (size_t i = 0; i < n_old; i++) {
		while (old[i]) {
			struct ocr_buf *b = old[i];
			struct ocr_buf **to = bucket_locked(s, b->db);

			old[i] = b->next;
			b->next = *to;
			*to = b;
		}
	}
	free(old);
	return 0;
}

struct ocr_buf *
ocr_copy_add_locked(struct ocr_runtime *rt, struct ocr_copy_shard *s,
		    ocrGuid_t g, uint64_t size, uint64_t version)
{
	struct ocr_buf *b, **to;

	if (s->n >= s->n_buckets && grow_locked(s) && !s->n_buckets)
		return NULL;
	b = calloc(1, sizeof(*b));
	if (!b)
		return NULL;
	b->data = ocr_memory_alloc(rt->memory, size);
	if (!b->data) {
		free(b);
		return NULL;
	}
	b->rt = rt;
	b->db = g;
	b->size = size;
	b->version = version;
	b->refs = 1;
	to = bucket_locked(s, g);
	b->next = *to;
	*to = b;
	s->n++;
	return b;
}

void
ocr_copy_settle_locked(struct ocr_copy_shard *s, struct ocr_buf *b)
{
	struct ocr_buf **p = bucket_locked(s, b->db);

	if (b->refs || b->pinned)
		return;
	while (*p != b)
		p = &(*p)->next;
	*p = b->next;
	s->n--;
	buf_free(b);
}

struct ocr_buf *
ocr_copy_create(struct ocr_runtime *rt, ocrGuid_t g, uint64_t size,
		uint64_t version)
{
	struct ocr_copy_shard *s = ocr_copy_lock(rt, g);
	/* What a writer makes of the first version, which nobody has. */
	struct ocr_buf *b = ocr_copy_add_locked(rt, s, g, size, version + 1);

	if (b) {
		b->pinned = true;
		b->ready = true;
	}
	ocr_copy_unlock(s);
	return b;
}

void
ocr_copy_put(struct ocr_buf *b)
{
	struct ocr_copy_shard *s = ocr_copy_lock(b->rt, b->db);

	b->refs--;
	ocr_copy_settle_locked(s, b);
	ocr_copy_unlock(s);
}
