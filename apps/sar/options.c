/* SPDX-License-Identifier: BSD-3-Clause */
/* options.c - see options.h. */
#include "apps/sar/options.h"

#include "apps/common/team.h"

static const struct cli_option table[] = {
	CLI_PATH("--out", struct options, out),
	CLI_NUMBER("--pulses", struct options, pulses, 256, 16384),
	CLI_NUMBER("--samples", struct options, samples, 128, 16384),
	CLI_FLAG("--verify", struct options, verify),
	CLI_COMMON(struct options),
};

static const struct cli cli = {
	.program = "sar",
	.option = table,
	.options = sizeof(table) / sizeof(table[0]),
};

bool
options_parse(struct options *o, int argc, char *const argv[],
	      struct cli_error *why)
{
	*o = (struct options){.pulses = 512, .samples = 256};
	return cli_parse_argv(&cli, o, argc, argv, why);
}

void
options_say_help(void)
{
	printf("Usage: sar [options]\n"
	       "A radar that flies past some points, and the picture that is "
	       "made of what it hears:\n"
	       "range compression, a corner turn, azimuth compression.\n"
	       "\n"
	       "  --pulses N   that it sends, 256 to 16384 (512)\n"
	       "  --samples N  of each echo, 128 to 16384 (256)\n"
	       "  --out FILE   write the picture (PGM), whole or not at all\n"
	       "  --verify     compare with a serial chain, and look for each "
	       "point in its place\n" TEAM_HELP);
}
