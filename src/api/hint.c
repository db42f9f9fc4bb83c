/* SPDX-License-Identifier: BSD-3-Clause */
/* hint.c - hint variables.  They live in the task that declares them, so
 * nothing here needs the runtime.
 */
#include "include/extensions/ocr-hints.h"
#include "include/ocr-errors.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

/* C has a macro of this name, for both kinds of pointer. */
#undef ocrGetHintValue

static_assert(OCR_HINT_EDT_TIME - OCR_HINT_EDT_PRIORITY < OCR_HINT_PROPS_MAX,
	      "too many properties of tasks");
static_assert(OCR_HINT_DB_LAZY - OCR_HINT_DB_AFFINITY < OCR_HINT_PROPS_MAX,
	      "too many properties of blocks");

/* Is `prop` one of the properties of the hint's type?  Then *i is where its
 * value lies. */
static bool
find_value(const ocrHint_t *hint, ocrHintProp_t prop, unsigned *i)
{
	unsigned n = 0;

	if (!hint)
		return false;
	if (hint->type == OCR_HINT_EDT_T)
		n = OCR_HINT_EDT_TIME - OCR_HINT_EDT_PRIORITY + 1;
	else if (hint->type == OCR_HINT_DB_T)
		n = OCR_HINT_DB_LAZY - OCR_HINT_DB_AFFINITY + 1;
	else if (hint->type == OCR_HINT_GROUP_T)
		n = 1;
	*i = (unsigned)prop & 0xff;
	return (unsigned)prop >> 8 == (unsigned)hint->type && *i < n;
}

u8
ocrHintInit(ocrHint_t *hint, ocrHintType_t hintType)
{
	if (!hint || (unsigned)hintType < OCR_HINT_EDT_T ||
	    (unsigned)hintType > OCR_HINT_GROUP_T)
		return OCR_EINVAL;
	memset(hint, 0, sizeof(*hint));
	hint->type = hintType;
	return 0;
}

u8
ocrSetHintValue(ocrHint_t *hint, ocrHintProp_t hintProp, ocrHintVal_t value)
{
	unsigned i;

	if (!find_value(hint, hintProp, &i))
		return OCR_EINVAL;
	hint->values[i] = value;
	hint->mask |= 1u << i;
	return 0;
}

u8
ocrUnsetHintValue(ocrHint_t *hint, ocrHintProp_t hintProp)
{
	unsigned i;

	if (!find_value(hint, hintProp, &i))
		return OCR_EINVAL;
	hint->mask &= ~(1u << i);
	return 0;
}

u8
ocrGetHintValue(const ocrHint_t *hint, ocrHintProp_t hintProp, s64 *value)
{
	unsigned i;

	if (!value || !find_value(hint, hintProp, &i))
		return OCR_EINVAL;
	if (!(hint->mask & 1u << i))
		return OCR_ENOENT;
	*value = (s64)hint->values[i];
	return 0;
}
