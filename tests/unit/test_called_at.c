/* SPDX-License-Identifier: BSD-3-Clause */
/* test_called_at.c - addresses that every host has, or none. */
#include "fabric/called_at.h"
#include "tests/suite.h"

#include <arpa/inet.h>
#include <check.h>
#include <netinet/in.h>
#include <sys/resource.h>

static char text[OCR_CALLED_AT_TEXT];

START_TEST(an_own_address_names_its_interface)
{
	struct sockaddr_in at = {.sin_family = AF_INET,
				 .sin_port = htons(4711)};

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);

	ocr_called_at((struct sockaddr *)&at, sizeof(at), text, sizeof(text));

	ck_assert_str_eq(text, "127.0.0.1 port 4711, which is lo on this host");
}
END_TEST

/* No other host is needed: all of 127.0.0.0/8 is this one. */
START_TEST(another_address_names_the_interface_that_leads_there)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(9)};

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1);

	ocr_called_at((struct sockaddr *)&at, sizeof(at), text, sizeof(text));

	ck_assert_str_eq(text, "127.0.0.2 port 9, from lo");
}
END_TEST

/* A port of no interface: nothing leads to the address of this kind. */
START_TEST(where_nothing_leads_is_told)
{
	struct sockaddr_in6 at = {.sin6_family = AF_INET6,
				  .sin6_port = htons(9)};

	/* Link-local, of no link. */
	ck_assert_int_eq(inet_pton(AF_INET6, "fe80::1", &at.sin6_addr), 1);

	ocr_called_at((struct sockaddr *)&at, sizeof(at), text, sizeof(text));

	ck_assert_str_eq(text,
			 "fe80::1 port 9, to which no interface leads");
}
END_TEST

START_TEST(who_has_no_descriptor_tells_the_address_alone)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(9)};
	struct rlimit most, none;

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &most), 0);
	none = (struct rlimit){0, most.rlim_max};
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &none), 0);

	ocr_called_at((struct sockaddr *)&at, sizeof(at), text, sizeof(text));

	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &most), 0);
	ck_assert_str_eq(text, "127.0.0.1 port 9");
}
END_TEST

START_TEST(what_is_no_address_of_the_internet_is_nothing)
{
	struct sockaddr at = {.sa_family = AF_UNIX};

	ocr_called_at(&at, sizeof(at), text, sizeof(text));

	ck_assert_str_eq(text, "");
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("called_at");
	TCase *tc = tcase_create("called_at");

	tcase_add_test(tc, an_own_address_names_its_interface);
	tcase_add_test(tc, another_address_names_the_interface_that_leads_there);
	tcase_add_test(tc, where_nothing_leads_is_told);
	tcase_add_test(tc, who_has_no_descriptor_tells_the_address_alone);
	tcase_add_test(tc, what_is_no_address_of_the_internet_is_nothing);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
