/* SPDX-License-Identifier: BSD-3-Clause */
/* template_calls.c - templates of tasks: OCR 1.1.0, section 2.7. */
#include "src/api/api.h"

#include "src/base/code.h"

/* A count of a template as its GUID holds it; false: it cannot be held. */
static bool
pack_count(u32 count, unsigned *packed)
{
	if (count == EDT_PARAM_UNK) {
		*packed = OCR_TEMPLATE_COUNT_UNK;
		return true;
	}
	*packed = count;
	return count <= OCR_TEMPLATE_COUNT_MAX;
}

static u8
template_create(ocrGuid_t *guid, ocrEdt_t funcPtr, u32 paramc, u32 depc,
		u16 props)
{
	struct ocr_msg_create_template m = {
		.op = OCR_OP(OCR_MSG_CREATE_TEMPLATE,
			     struct ocr_msg_create_template),
	};
	struct ocr_edt *t = ocr_api_task();
	unsigned params, deps;
	struct ocr_new n;
	u8 code;

	if (!t)
		return ocr_why_no_task();
	if (!guid || !funcPtr || !pack_count(paramc, &params) ||
	    !pack_count(depc, &deps) || ocr_code_of(funcPtr, &m.code) ||
	    props & ~(GUID_PROP_CHECK | GUID_PROP_BLOCK))
		return ocr_why_template(guid, funcPtr, paramc, depc, props,
					GUID_PROP_CHECK | GUID_PROP_BLOCK);
	if (props) {
		code = ocr_api_name(t, &n, OCR_GUID_TEMPLATE, 0, 0, *guid,
				    props);
		if (code)
			return code;
	} else {
		n.guid = ocr_guid_new_template(ocr_self->guids, t->rt->self,
					       params, deps);
		n.owner = t->rt->self;
		n.how = 0;
		if (ocr_guid_is_null(n.guid))
			return ocr_why_no_guid();
	}
	m.tmpl = n.guid;
	ocr_api_tell(guid, n.guid, n.how);
	return ocr_api_made(&n, &m.op, ocr_api_create(t, &n, &m.op, 0));
}

static u8
template_destroy(ocrGuid_t guid)
{
	struct ocr_msg_destroy m = OCR_DESTROY(guid);
	struct ocr_edt *t = ocr_api_task();

	if (!t)
		return ocr_why_no_task();
	if (!ocr_api_is_template(t->rt, guid))
		return ocr_why_kind(OCR_EINVAL, "guid", guid, "a template");
	return ocr_api_submit(t, ocr_owner_of(t->rt, guid), &m.op);
}

u8
ocrEdtTemplateCreate(ocrGuid_t *guid, ocrEdt_t funcPtr, u32 paramc, u32 depc)
{
	OCR_API_CREATE(guid, template_create(guid, funcPtr, paramc, depc, 0));
}

u8
ocrEdtTemplateCreateLabeled(ocrGuid_t *guid, ocrEdt_t funcPtr, u32 paramc,
			    u32 depc, u16 properties)
{
	OCR_API_CREATE(
		guid, template_create(guid, funcPtr, paramc, depc, properties));
}

u8
ocrEdtTemplateDestroy(ocrGuid_t guid)
{
	OCR_API_CALL(OCR_MSG_DESTROY, guid, template_destroy(guid));
}
