/* SPDX-License-Identifier: BSD-3-Clause */
/* options.c - see options.h. */
#include "apps/sar/options.h"

#include "apps/common/team.h"

static const struct cli_option table[] = {
	CLI_NUMBER("pulses", "N", "that it sends, 256 to 16384 (512)",
		   struct options, pulses, 256, 16384),
	CLI_NUMBER("samples", "N", "of each echo, 128 to 16384 (256)",
		   struct options, samples, 128, 16384),
	CLI_PATH("out",
		 "write the picture, whole or not at all: PGM, or PNG to *.png",
		 struct options, out),
	CLI_FLAG("verify",
		 "compare with a serial chain, and look for each point in its "
		 "place",
		 struct options, verify),
	CLI_PROGRESS(struct options),
};

static void
init(void *options)
{
	struct options *o = options;

	*o = (struct options){.pulses = 512, .samples = 256};
}

const struct cli options_cli = {
	.program = "sar",
	.text = "A radar that flies past some points, and the picture that is "
		"made of what it hears: range compression, a corner turn, "
		"azimuth compression." CLI_END TEAM_END,
	.option = table,
	.options = sizeof(table) / sizeof(table[0]),
	.init = init,
};
