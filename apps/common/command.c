/* SPDX-License-Identifier: BSD-3-Clause */
/* command.c - see command.h. */
#include "apps/common/command.h"

#include "apps/common/quit.h"

#include <stdlib.h>

bool
command_take(const struct cli *cli, void *options, const void *args)
{
	u64 argc = getArgc(args);
	char **argv = calloc(argc + 1, sizeof(*argv));
	enum cli_outcome outcome;

	if (!argv) {
		quit_failed(cli->program, OCR_ENOMEM);
		return false;
	}
	for (u64 i = 0; i < argc; i++)
		argv[i] = getArgv(args, i);
	outcome = cli_parse(cli, options, (int)argc, argv, false);
	free(argv);
	if (outcome == CLI_TOLD)
		ocrShutdown();
	else if (outcome == CLI_REFUSED)
		ocrAbort(2);
	return outcome == CLI_TAKEN;
}
