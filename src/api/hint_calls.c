/* SPDX-License-Identifier: BSD-3-Clause */
/* hint_calls.c - hint variables.  They live in the task that declares them, so
 * nothing here needs the runtime.
 */
#include "src/api/api.h"

#include "include/extensions/ocr-hints.h"

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

static u8
no_value(const ocrHint_t *hint, ocrHintProp_t prop)
{
	if (!hint)
		return ocr_why_null("hint");
	if ((unsigned)hint->type < OCR_HINT_EDT_T ||
	    (unsigned)hint->type > OCR_HINT_GROUP_T)
		return ocr_refuse(OCR_EINVAL,
				  "hint|it has no type: ocrHintInit() comes "
				  "first");
	return ocr_refuse(OCR_EINVAL,
			  "hintProp=0x%x|hints of this type (%u) have no such "
			  "property",
			  (unsigned)prop, (unsigned)hint->type);
}

static u8
init(ocrHint_t *hint, ocrHintType_t hintType)
{
	if (!hint || (unsigned)hintType < OCR_HINT_EDT_T ||
	    (unsigned)hintType > OCR_HINT_GROUP_T)
		return hint ? ocr_refuse(OCR_EINVAL,
					 "hintType=%u|there is no such type",
					 (unsigned)hintType)
			    : ocr_why_null("hint");
	memset(hint, 0, sizeof(*hint));
	hint->type = hintType;
	return 0;
}

static u8
set_value(ocrHint_t *hint, ocrHintProp_t hintProp, ocrHintVal_t value)
{
	unsigned i;

	if (!find_value(hint, hintProp, &i))
		return no_value(hint, hintProp);
	hint->values[i] = value;
	hint->mask |= 1u << i;
	return 0;
}

static u8
unset_value(ocrHint_t *hint, ocrHintProp_t hintProp)
{
	unsigned i;

	if (!find_value(hint, hintProp, &i))
		return no_value(hint, hintProp);
	hint->mask &= ~(1u << i);
	return 0;
}

static u8
get_value(const ocrHint_t *hint, ocrHintProp_t hintProp, s64 *value)
{
	unsigned i;

	if (!value)
		return ocr_why_null("value");
	if (!find_value(hint, hintProp, &i))
		return no_value(hint, hintProp);
	if (!(hint->mask & 1u << i))
		return OCR_ENOENT;
	*value = (s64)hint->values[i];
	return 0;
}

u8
ocrHintInit(ocrHint_t *hint, ocrHintType_t hintType)
{
	OCR_API_CALL(0, NULL_GUID, init(hint, hintType));
}

u8
ocrSetHintValue(ocrHint_t *hint, ocrHintProp_t hintProp, ocrHintVal_t value)
{
	OCR_API_CALL(0, NULL_GUID, set_value(hint, hintProp, value));
}

u8
ocrUnsetHintValue(ocrHint_t *hint, ocrHintProp_t hintProp)
{
	OCR_API_CALL(0, NULL_GUID, unset_value(hint, hintProp));
}

u8
ocrGetHintValue(const ocrHint_t *hint, ocrHintProp_t hintProp, s64 *value)
{
	OCR_API_CALL(0, NULL_GUID, get_value(hint, hintProp, value));
}
