/* SPDX-License-Identifier: BSD-3-Clause */
/* hello.c - mainEdt starts on node 0, with the arguments in a block. */
#include "tests/conformance/conf.h"

MAIN_TASK
{
	u64 argc, *head = depv[0].ptr;

	CHECK_EQ("paramc", paramc, 0);
	CHECK(!paramv, "there are parameters");
	CHECK_EQ("depc", depc, 1);
	CHECK(head && !ocrGuidIsNull(depv[0].guid), "there is no block");
	CHECK(conf_is_on(0), "mainEdt is not on node 0");
	argc = getArgc(head);
	CHECK(argc >= 1, "there are no arguments");
	CHECK_EQ("the first word", head[0], argc);
	CHECK(getArgv(head, 0)[0], "the program has no name");
	for (u64 i = 0; i < argc; i++) {
		CHECK(getArgv(head, i) == (char *)head + head[1 + i],
		      "argument %" PRIu64 " is not where its offset says", i);
		if (i)
			PRINTF("argument %" PRIu64 ": %s\n", i,
			       getArgv(head, i));
	}
	CHECK_EQ("what PRINTF returns", PRINTF("%s\n", "hello"), 6);
	ocrShutdown();
	return NULL_GUID;
}
