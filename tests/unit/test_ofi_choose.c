/* SPDX-License-Identifier: BSD-3-Clause */
/* test_ofi_choose.c - which provider is taken of those that are offered. */
#include "fabric/ofi_choose.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <string.h>

#define MOST 4

/* A libfabric that offers these, each over loopback. */
static struct {
	struct fi_info info[MOST];
	struct fi_fabric_attr fabric[MOST];
	struct fi_domain_attr domain[MOST];
	struct fi_tx_attr tx[MOST];
	struct fi_rx_attr rx[MOST];
	struct fi_ep_attr ep[MOST];
	int n;
} offered;

static struct fi_info *
put(int i, const char *provider, uint32_t version)
{
	struct fi_info *info = &offered.info[i];

	memset(info, 0, sizeof(*info));
	info->fabric_attr = &offered.fabric[i];
	info->domain_attr = &offered.domain[i];
	info->tx_attr = &offered.tx[i];
	info->rx_attr = &offered.rx[i];
	info->ep_attr = &offered.ep[i];
	info->fabric_attr->prov_name = (char *)provider;
	info->fabric_attr->prov_version = version;
	info->domain_attr->name = "lo";
	return info;
}

static void
offer(const char *provider, uint32_t version)
{
	struct fi_info *info = put(offered.n, provider, version);

	if (offered.n > 0)
		offered.info[offered.n - 1].next = info;
	offered.n++;
}

static int
fake_getinfo(uint32_t version, const char *node, const char *service,
	     uint64_t flags, const struct fi_info *hints, struct fi_info **info)
{
	(void)version, (void)node, (void)service, (void)flags, (void)hints;
	*info = offered.n > 0 ? &offered.info[0] : NULL;
	return offered.n > 0 ? 0 : -ENODATA;
}

static void
fake_freeinfo(struct fi_info *info)
{
	(void)info;
}

/* Of nothing, for hints: the last place is never offered. */
static struct fi_info *
fake_dupinfo(const struct fi_info *info)
{
	return info != NULL ? (struct fi_info *)info
			    : put(MOST - 1, "hints", 0);
}

static const char *
fake_strerror(int errnum)
{
	return strerror(errnum);
}

static uint32_t
fake_version(void)
{
	return FI_VERSION(2, 1);
}

static const struct ocr_ofi_lib lib = {
	.getinfo = fake_getinfo,
	.freeinfo = fake_freeinfo,
	.dupinfo = fake_dupinfo,
	.strerror = fake_strerror,
	.version = fake_version,
};

/* The name of what is taken for two nodes on one host; "" if nothing is. */
static const char *
choose(const char *wanted)
{
	struct ocr_ofi_wish wish = {
		.self = 0, .provider = wanted, .size = 2, .hosts = 1};
	struct fi_info *info;

	if (ocr_ofi_choose(&lib, &wish, &info) != 0)
		return "";
	return info->fabric_attr->prov_name;
}

static void
offer_those_of_debian_12(void)
{
	offered.n = 0;
	offer("net", FI_VERSION(117, 0));
	offer("tcp;ofi_rxm", FI_VERSION(117, 0));
	offer("sockets", FI_VERSION(117, 0));
}

static void
offer_those_of_debian_13(void)
{
	offered.n = 0;
	offer("tcp;ofi_rxm", FI_VERSION(201, 0));
	offer("tcp", FI_VERSION(201, 0));
	offer("shm", FI_VERSION(201, 0));
}

START_TEST(tcp_without_a_layer_is_taken_before_all_that_is_no_hardware)
{
	offer_those_of_debian_12();
	ck_assert_str_eq(choose(NULL), "net");

	offer_those_of_debian_13();
	ck_assert_str_eq(choose(NULL), "tcp");
}
END_TEST

START_TEST(what_is_asked_for_by_its_name_is_taken)
{
	offer_those_of_debian_12();

	ck_assert_str_eq(choose("sockets"), "sockets");
	ck_assert_str_eq(choose("net"), "net");
	ck_assert_str_eq(choose("tcp;ofi_rxm"), "tcp;ofi_rxm");
}
END_TEST

START_TEST(tcp_is_its_layered_form_where_there_is_no_other)
{
	offer_those_of_debian_12();
	ck_assert_str_eq(choose("tcp"), "tcp;ofi_rxm");

	offer_those_of_debian_13();
	ck_assert_str_eq(choose("tcp"), "tcp");
}
END_TEST

START_TEST(net_is_tcp_where_libfabric_calls_it_so)
{
	offer_those_of_debian_13();

	ck_assert_str_eq(choose("net"), "tcp");
}
END_TEST

START_TEST(what_nobody_offers_is_refused)
{
	offer_those_of_debian_13();
	ck_assert_str_eq(choose("nosuch"), "");

	offered.n = 0;
	ck_assert_str_eq(choose(NULL), "");
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("ofi_choose");
	TCase *t = tcase_create("ofi_choose");

	tcase_add_test(
		t, tcp_without_a_layer_is_taken_before_all_that_is_no_hardware);
	tcase_add_test(t, what_is_asked_for_by_its_name_is_taken);
	tcase_add_test(t, tcp_is_its_layered_form_where_there_is_no_other);
	tcase_add_test(t, net_is_tcp_where_libfabric_calls_it_so);
	tcase_add_test(t, what_nobody_offers_is_refused);
	suite_add_tcase(s, t);
	return run_suite(s);
}
