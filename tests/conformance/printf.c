/* SPDX-License-Identifier: BSD-3-Clause */
/* printf.c - PRINTF on every node, with each format that the specification
 * names, returns the number of bytes of its text. */
#include "tests/conformance/conf.h"

#include <string.h>

#define LONG 5000

/* The text that must come out is there as a text, so both are printed and a
 * reader can compare them. */
#define SAYS(text, ...)                                                        \
	do {                                                                   \
		CHECK_EQ(#__VA_ARGS__, PRINTF(__VA_ARGS__), strlen(text));     \
		SNPRINTF(buf, sizeof(buf), __VA_ARGS__);                       \
		CHECK(!strcmp(buf, text), "%s gives %s", #__VA_ARGS__, buf);   \
	} while (0)

TASK(print)
{
	const s64 low = INT64_MIN;
	const u64 high = UINT64_MAX;
	char buf[LONG + 8];
	u32 n;

	SAYS("plain\n", "plain\n");
	SAYS("a b\n", "%s %s\n", "a", "b");
	SAYS("-2147483648 4294967295\n", "%d %u\n", INT32_MIN, UINT32_MAX);
	SAYS("beef BEEF 0xbeef\n", "%x %X %#x\n", 0xbeefu, 0xbeefu, 0xbeefu);
	SAYS("-9223372036854775808 18446744073709551615\n", "%ld %lu\n",
	     (long)low, (unsigned long)high);
	SAYS("ffffffffffffffff FFFFFFFFFFFFFFFF 0xffffffffffffffff\n",
	     "%lx %lX %#lx\n", (unsigned long)high, (unsigned long)high,
	     (unsigned long)high);
	SAYS("-9223372036854775808 18446744073709551615\n", "%lld %llu\n",
	     (long long)low, (unsigned long long)high);
	SAYS("1f 1F 0x1f\n", "%llx %llX %#llx\n", 31ull, 31ull, 31ull);
	SAYS("0x1234567890\n", "%p\n", (void *)(uintptr_t)0x1234567890);
	SAYS("0.500000 5.000000e-01 5.000000E-01\n", "%f %e %E\n", 0.5, 0.5,
	     0.5);
	SAYS("0.3 3.333e-01 3.33E-01\n", "%.1f %.3e %.2E\n", 1 / 3.0, 1 / 3.0,
	     1 / 3.0);
	SAYS("%\n", "%%\n");
	n = PRINTF("task of node %" PRIu64 " " GUIDF "\n", *PARAM(u64),
		   GUIDA(NULL_GUID));
	CHECK(n > 15, "a GUID is printed with %" PRIu32 " bytes", n);

	memset(buf, 'x', LONG);
	buf[LONG] = '\0';
	CHECK_EQ("the bytes of a long text", PRINTF("%s\n", buf), LONG + 1);
	CHECK_EQ("the bytes of no text", PRINTF("%s", ""), 0);
	return NULL_GUID;
}

MAIN_TASK
{
	u64 n = conf_nodes();
	ocrGuid_t end = conf_end((u32)n), t, out;

	for (u64 i = 0; i < n; i++) {
		t = conf_task(print, i, PARAMS(i), 1, &out);
		conf_link(out, end, (u32)i, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
