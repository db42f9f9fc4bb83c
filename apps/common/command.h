/* SPDX-License-Identifier: BSD-3-Clause */
/* command.h - the command line of a program that begins with mainEdt. */
#ifndef APPS_COMMON_COMMAND_H
#define APPS_COMMON_COMMAND_H

#include "apps/common/cli.h"

/* Takes the options from mainEdt's argument block.  False: the job ends, with
 * status 2 if something was wrong; what is to be said has been. */
bool command_take(const struct cli *cli, void *options, const void *args);

#endif
