/* SPDX-License-Identifier: BSD-3-Clause */
/* once.c - stretches of bits in a hash table. */
#include "labeled/once.h"

#include <errno.h>
#include <stdlib.h>

#define STRETCH_BITS 12
#define FIRST_CAP    8u

struct ocr_once_stretch {
	struct ocr_once_stretch *next;
	uint64_t number;
	uint64_t bits[(1 << STRETCH_BITS) / 64];
};

static struct ocr_once_stretch **
bucket(struct ocr_once *o, uint64_t number)
{
	uint64_t h = number * UINT64_C(0x9e3779b97f4a7c15);

	return &o->buckets[h >> 32 & (o->cap - 1)];
}

void
ocr_once_fini(struct ocr_once *o)
{
	struct ocr_once_stretch *s;

	for (uint32_t i = 0; i < o->cap; i++)
		while ((s = o->buckets[i])) {
			o->buckets[i] = s->next;
			free(s);
		}
	free(o->buckets);
}

static int
grow(struct ocr_once *o)
{
	struct ocr_once bigger = {.n = o->n,
				  .cap = o->cap ? 2 * o->cap : FIRST_CAP};
	struct ocr_once_stretch *s, **b;

	bigger.buckets = calloc(bigger.cap, sizeof(*bigger.buckets));
	if (!bigger.buckets)
		return -ENOMEM;
	for (uint32_t i = 0; i < o->cap; i++)
		while ((s = o->buckets[i])) {
			o->buckets[i] = s->next;
			b = bucket(&bigger, s->number);
			s->next = *b;
			*b = s;
		}
	free(o->buckets);
	*o = bigger;
	return 0;
}

static struct ocr_once_stretch *
stretch_of(struct ocr_once *o, uint64_t number)
{
	struct ocr_once_stretch *s = o->cap ? *bucket(o, number) : NULL;

	while (s && s->number != number)
		s = s->next;
	if (s || (o->n == o->cap && grow(o)))
		return s;
	s = calloc(1, sizeof(*s));
	if (!s)
		return NULL;
	s->number = number;
	s->next = *bucket(o, number);
	*bucket(o, number) = s;
	o->n++;
	return s;
}

static uint64_t *
word_of(struct ocr_once_stretch *s, uint64_t index)
{
	return &s->bits[(index & ((1 << STRETCH_BITS) - 1)) / 64];
}

int
ocr_once_add(struct ocr_once *o, uint64_t index)
{
	struct ocr_once_stretch *s = stretch_of(o, index >> STRETCH_BITS);
	uint64_t bit = UINT64_C(1) << index % 64;

	if (!s)
		return -ENOMEM;
	if (*word_of(s, index) & bit)
		return 0;
	*word_of(s, index) |= bit;
	return 1;
}

void
ocr_once_remove(struct ocr_once *o, uint64_t index)
{
	struct ocr_once_stretch *s = stretch_of(o, index >> STRETCH_BITS);

	*word_of(s, index) &= ~(UINT64_C(1) << index % 64);
}
