/* SPDX-License-Identifier: BSD-3-Clause */
/* mapped.h - ops on elements whose kind the sender does not know.
 *
 * Programs see one GUID for such an element, of kind OCR_GUID_MAPPED.  The
 * runtime calls it by the kind that the object has, as soon as that matters:
 *
 *   sent by programs             done by the owner, if the element is
 *                                a task        an event       a block
 *   satisfy task or event        SATISFY_EDT   SATISFY        refused
 *   add dependence, from it      refused       ADD_DEP        satisfies
 *   destroy                      DESTROY       DESTROY        DESTROY
 *   set hint, of its type        SET_HINT      refused        SET_HINT
 */
#ifndef SRC_NAMES_MAPPED_H
#define SRC_NAMES_MAPPED_H

#include "guidmap/guid.h"
#include "src/base/msg.h"

struct ocr_birth;
struct ocr_runtime;

/* g by another kind: as the runtime calls it. */
static inline ocrGuid_t
ocr_mapped_as(ocrGuid_t g, enum ocr_guid_kind kind)
{
	g.upper = (g.upper & ~(UINT64_C(0xff) << 56)) | (uint64_t)kind << 56;
	return g;
}

/* As programs see it. */
static inline ocrGuid_t
ocr_mapped_shown(ocrGuid_t g)
{
	unsigned of_map = OCR_GUID_LABELED | OCR_GUID_OF_MAP;

	if ((ocr_guid_flags(g) & (of_map | OCR_GUID_OUTPUT)) != of_map)
		return g;
	return ocr_guid_make(OCR_GUID_MAPPED, of_map, ocr_guid_owner(g),
			     ocr_guid_creator(g), g.lower);
}

/* Handles one that has come. */
int ocr_mapped_handle(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op);

/* Publishes the object of a known kind: ops that were parked are applied as
 * what they turn out to be. */
int ocr_mapped_publish(struct ocr_birth *b, void *obj);

#endif
