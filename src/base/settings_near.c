/* SPDX-License-Identifier: BSD-3-Clause */
/* settings_near.c - which names those of the environment may be near to
 * (near_name.h).
 */
#include "src/base/settings.h"

#include "fabric/keeper.h"
#include "fabric/near_name.h"

#include <assert.h>

static const char *const known[] = {
#define OCR_SETTING(type, field, env, def, max, help) #env,
#include "src/base/settings.def"
#undef OCR_SETTING
	"OCR_DRI_BY_NETWORK", /* libdri's */
	OCR_KEEPER,	      /* ocrkeep's */
	"OCR_AUDIT",	      /* of debug builds */
};
/* No user sets those that follow. */
#define MEANT (OCR_SETTINGS + 1)

#define OCR_SETTING(type, field, env, def, max, help)                          \
	static_assert(OCR_NEAR_FITS(#env), #env " is too long a name");
#include "src/base/settings.def"
#undef OCR_SETTING

void
ocr_settings_near(char *const *environment,
		  void (*tell)(void *ctx, const char *name, const char *meant),
		  void *ctx)
{
	const struct ocr_near_names names = {
		.all = known,
		.n = sizeof(known) / sizeof(*known),
		.n_meant = MEANT,
	};

	ocr_near_look(&names, environment, tell, ctx);
}
