/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi_choose.c - ranks what fi_getinfo() returns.
 *
 * Providers for hardware cannot be tried on every machine that this is
 * written on, so they are asked for what is needed, and trusted before all
 * others.  Those that run everywhere are known by name, with what was measured
 * and seen of them.
 */
#include "fabric/ofi_choose.h"
#include "fabric/log.h"
#include "fabric/ofi.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Native TCP endpoints poll so many connections, and no more. */
#define NATIVE_TCP_NODES 256

/* Before libfabric 1.18 fi_trywait() does not take back what has made the wait
 * object of native TCP ready (ofi_poll.c, is_restless), unless it is that of a
 * queue in which nothing ends.  Seen with 1.17. */
#define RESTFUL_TCP  118
#define RINGING_FROM 117

enum rank { HARDWARE, NATIVE_TCP, LAYERED_TCP, LAYERED_NATIVE, AVOIDED };

struct known {
	const char *name; /* ends in '*': what follows does not matter */
	enum rank rank;
	const char *note;
};

static const struct known known[] = {
	{"net", NATIVE_TCP, "TCP without a layer above"},
	{"tcp", NATIVE_TCP, "TCP without a layer above"},
	{"tcp;ofi_rxm", LAYERED_TCP, "TCP below a layer of messages"},
	{"net;ofi_rxm", LAYERED_NATIVE, "TCP below a layer of messages"},
	{"shm", AVOIDED,
	 "nobody can sleep on it, and survivors hang when a busy node dies"},
	{"sm2", AVOIDED, "never tried"},
	{"sockets", AVOIDED, "slow, its thread starves behind busy ones"},
	{"udp*", AVOIDED, "nobody can sleep on it; 128 nodes"},
	{"UDP*", AVOIDED, "nobody can sleep on it; 128 nodes"},
	{"lnx*", AVOIDED, "never tried"},
	{"ofi_hook*", AVOIDED, "for debugging"},
	{"off_*", AVOIDED, "for offloading"},
	{"*", HARDWARE, "hardware"},
};

struct verdict {
	enum rank rank;
	int place; /* of the interface: the smaller the better; -1: no use */
	const char *note;
};

static const char *
provider_of(const struct fi_info *i)
{
	return i->fabric_attr->prov_name;
}

static const char *
domain_of(const struct fi_info *i)
{
	return i->domain_attr->name ? i->domain_attr->name : "";
}

/* Can a node choose keys for its memory that a stranger does not guess? */
static bool
has_secret_keys(const struct fi_info *i)
{
	/* 0: libfabric does not say. */
	return !(i->domain_attr->mr_mode & FI_MR_PROV_KEY) &&
	       (i->domain_attr->mr_key_size == 0 ||
		i->domain_attr->mr_key_size >= sizeof(uint64_t));
}

bool
ocr_ofi_begins_as_known(const struct fi_info *i)
{
	return strcmp(provider_of(i), "net") == 0 &&
	       FI_MAJOR(i->fabric_attr->prov_version) < RESTFUL_TCP &&
	       i->addr_format == FI_SOCKADDR_IN;
}

bool
ocr_ofi_rings_any_queue(const struct fi_info *i)
{
	uint32_t version = FI_MAJOR(i->fabric_attr->prov_version);

	return strcmp(provider_of(i), "net") == 0 && version >= RINGING_FROM &&
	       version < RESTFUL_TCP;
}

static bool
is_like(const char *name, const char *pattern)
{
	size_t n = strlen(pattern);

	if (pattern[n - 1] == '*')
		return strncmp(name, pattern, n - 1) == 0;
	return strcmp(name, pattern) == 0;
}

/* "tcp" is as good as "tcp;ofi_rxm" where there is nothing that is closer; and
 * what was "net" is called "tcp" since libfabric 1.18. */
static bool
is_forced(const struct fi_info *i, const char *provider, bool loosely)
{
	const char *name = provider_of(i);
	size_t n = strlen(provider);

	if (strcmp(name, provider) == 0)
		return true;
	if (!loosely)
		return false;
	return (strncmp(name, provider, n) == 0 && name[n] == ';') ||
	       (strcmp(provider, "net") == 0 && strcmp(name, "tcp") == 0);
}

/* The address as people write it; "" if it is not one of IP. */
static void
print_addr(const struct fi_info *i, char *buf, socklen_t len)
{
	const struct sockaddr_in *v4 = i->src_addr;
	const struct sockaddr_in6 *v6 = i->src_addr;

	buf[0] = 0;
	if (i->src_addr == NULL)
		return;
	if (i->addr_format == FI_SOCKADDR_IN)
		inet_ntop(AF_INET, &v4->sin_addr, buf, len);
	else if (i->addr_format == FI_SOCKADDR_IN6)
		inet_ntop(AF_INET6, &v6->sin6_addr, buf, len);
}

static bool
is_interface(const struct fi_info *i, const char *name)
{
	char addr[INET6_ADDRSTRLEN];

	print_addr(i, addr, sizeof(addr));
	return strcmp(domain_of(i), name) == 0 || strcmp(addr, name) == 0 ||
	       (i->fabric_attr->name != NULL &&
		strcmp(i->fabric_attr->name, name) == 0);
}

/* How well the interface of an IP provider fits; see struct verdict. */
static int
judge_place(const struct fi_info *i, const struct ocr_ofi_wish *w)
{
	const struct sockaddr_in *v4 = i->src_addr;
	const struct sockaddr_in6 *v6 = i->src_addr;
	bool loopback = false, link_local = false, is_v6 = false;

	if (w->interface != NULL && !is_interface(i, w->interface))
		return -1;
	if (strcmp(provider_of(i), "shm") == 0 && w->hosts > 1)
		return -1;
	if (i->src_addr != NULL && i->addr_format == FI_SOCKADDR_IN) {
		loopback = ntohl(v4->sin_addr.s_addr) >> 24 == 127;
	} else if (i->src_addr != NULL && i->addr_format == FI_SOCKADDR_IN6) {
		is_v6 = true;
		loopback = IN6_IS_ADDR_LOOPBACK(&v6->sin6_addr);
		link_local = IN6_IS_ADDR_LINKLOCAL(&v6->sin6_addr);
	}
	if (w->interface == NULL && loopback && w->hosts > 1)
		return -1;
	return 4 * link_local + 2 * (loopback != (w->hosts == 1)) + is_v6;
}

static const struct known *
find_known(const struct fi_info *i)
{
	const struct known *k = known;

	while (!is_like(provider_of(i), k->name))
		k++; /* the last fits always */
	return k;
}

static struct verdict
judge(const struct fi_info *i, const struct ocr_ofi_wish *w)
{
	const struct known *k = find_known(i);
	struct verdict v;

	v.rank = k->rank;
	v.note = k->note;
	v.place = judge_place(i, w);
	if (v.rank == NATIVE_TCP && w->size > NATIVE_TCP_NODES) {
		v.rank = AVOIDED;
		v.note = "not more than 256 nodes";
	} else if (v.rank == NATIVE_TCP &&
		   FI_MAJOR(i->fabric_attr->prov_version) < RESTFUL_TCP &&
		   !ocr_ofi_rings_any_queue(i)) {
		v.rank = LAYERED_NATIVE;
		v.note = "its wait object stays ready, so nobody can sleep "
			 "on it";
	}
	return v;
}

/* What an endpoint must be able to do.  NULL: no memory. */
static struct fi_info *
make_hints(const struct ocr_ofi_lib *lib)
{
	struct fi_info *h = lib->dupinfo(NULL);

	if (h == NULL)
		return NULL;
	h->ep_attr->type = FI_EP_RDM;
	h->caps = FI_MSG | FI_SEND | FI_RECV | FI_RMA | FI_READ | FI_WRITE |
		  FI_REMOTE_READ | FI_REMOTE_WRITE;
	h->mode = FI_CONTEXT | FI_CONTEXT2 | FI_RX_CQ_DATA;
	h->domain_attr->mr_mode = FI_MR_LOCAL | FI_MR_VIRT_ADDR |
				  FI_MR_ALLOCATED | FI_MR_PROV_KEY |
				  FI_MR_ENDPOINT;
	h->domain_attr->threading = FI_THREAD_DOMAIN;
	h->domain_attr->resource_mgmt = FI_RM_ENABLED;
	h->tx_attr->msg_order = FI_ORDER_SAS;
	h->rx_attr->msg_order = FI_ORDER_SAS;
	/* A write is over when the others can see it.  Only asked for here:
	 * sends do without. */
	h->tx_attr->op_flags = FI_DELIVERY_COMPLETE;
	return h;
}

/* All that is offered; NULL with the cause logged. */
static struct fi_info *
list(const struct ocr_ofi_lib *lib, const struct ocr_ofi_wish *w)
{
	struct fi_info *hints = make_hints(lib);
	struct fi_info *all = NULL;
	int err;

	if (hints == NULL) {
		ocr_log_error(w->self, "no memory to ask for providers");
		return NULL;
	}
	err = lib->getinfo(OCR_OFI_API, NULL, NULL, 0, hints, &all);
	lib->freeinfo(hints);
	if (err != 0)
		ocr_log_error(w->self,
			      "libfabric %u.%u offers no provider that can do "
			      "what is needed: %s",
			      FI_MAJOR(lib->version()),
			      FI_MINOR(lib->version()), lib->strerror(-err));
	return err == 0 ? all : NULL;
}

static const struct fi_info *
pick(const struct fi_info *all, const struct ocr_ofi_wish *w, bool loosely)
{
	const struct fi_info *i, *best = NULL;
	struct verdict v, b = {AVOIDED, 0, NULL};

	for (i = all; i != NULL; i = i->next) {
		v = judge(i, w);
		if (v.place < 0)
			continue;
		if (w->provider != NULL) {
			if (!is_forced(i, w->provider, loosely))
				continue;
		} else if (v.rank == AVOIDED) {
			continue;
		}
		if (best == NULL || v.rank < b.rank ||
		    (v.rank == b.rank && v.place < b.place)) {
			best = i;
			b = v;
		}
	}
	return best;
}

static const struct fi_info *
pick_any(const struct fi_info *all, const struct ocr_ofi_wish *w)
{
	const struct fi_info *i = pick(all, w, false);

	return i != NULL || w->provider == NULL ? i : pick(all, w, true);
}

static bool
was_listed(const struct fi_info *all, const struct fi_info *end,
	   const char *(*name)(const struct fi_info *))
{
	for (; all != end; all = all->next)
		if (strcmp(name(all), name(end)) == 0)
			return true;
	return false;
}

/* "net, tcp;ofi_rxm, shm" */
static void
print_names(const struct fi_info *all, char *buf, size_t len,
	    const char *(*name)(const struct fi_info *))
{
	const struct fi_info *i;
	size_t at = 0;
	int n;

	buf[0] = 0;
	for (i = all; i != NULL; i = i->next) {
		if (was_listed(all, i, name))
			continue;
		n = snprintf(buf + at, len - at, "%s%s", at ? ", " : "",
			     name(i));
		if (n < 0 || (size_t)n >= len - at)
			return;
		at += (size_t)n;
	}
}

static void
explain_failure(const struct fi_info *all, const struct ocr_ofi_wish *w)
{
	char providers[512], domains[512];

	print_names(all, providers, sizeof(providers), provider_of);
	print_names(all, domains, sizeof(domains), domain_of);
	ocr_log_error(w->self,
		      "libfabric offers no %s%s%s%s for %u nodes on %u "
		      "host%s; it offers the providers %s, and the interfaces "
		      "%s",
		      w->provider ? "provider " : "suitable provider",
		      w->provider ? w->provider : "",
		      w->interface ? " over " : "",
		      w->interface ? w->interface : "", w->size, w->hosts,
		      w->hosts == 1 ? "" : "s", providers, domains);
}

static struct ocr_ofi_wish
clean(const struct ocr_ofi_wish *w)
{
	struct ocr_ofi_wish c = *w;

	if (c.provider != NULL && c.provider[0] == 0)
		c.provider = NULL;
	if (c.interface != NULL && c.interface[0] == 0)
		c.interface = NULL;
	return c;
}

int
ocr_ofi_choose(const struct ocr_ofi_lib *lib, const struct ocr_ofi_wish *wish,
	       struct fi_info **info)
{
	struct ocr_ofi_wish w = clean(wish);
	struct fi_info *all = list(lib, &w);
	const struct fi_info *best;
	int err = -ENODEV;

	if (all == NULL)
		return -ENODEV;
	best = pick_any(all, &w);
	if (best == NULL) {
		explain_failure(all, &w);
	} else {
		*info = lib->dupinfo(best);
		err = *info != NULL ? 0 : -ENOMEM;
		if (err == 0)
			(*info)->tx_attr->op_flags = 0;
	}
	lib->freeinfo(all);
	return err;
}

size_t
ocr_ofi_mtu(const struct fi_info *info, size_t wanted)
{
	/* What travels with the message: all of a page in shared memory; the
	 * layer of messages over connections has buffers of 16 KiB. */
	if (strcmp(provider_of(info), "shm") == 0)
		return 4096;
	/* Over a stream of bytes any length is as good. */
	if (wanted != 0 && find_known(info)->rank == NATIVE_TCP)
		return wanted;
	return 16384;
}

bool
ocr_ofi_lends(const struct fi_info *info)
{
	return find_known(info)->rank == NATIVE_TCP &&
	       info->tx_attr->iov_limit >= 3 &&
	       !(info->domain_attr->mr_mode & FI_MR_LOCAL);
}

static bool
is_same(const struct fi_info *a, const struct fi_info *b)
{
	return strcmp(provider_of(a), provider_of(b)) == 0;
}

/* A domain is offered once for each of its addresses. */
static bool
was_domain_listed(const struct fi_info *i, const struct fi_info *end)
{
	for (; i != end; i = i->next)
		if (is_same(i, end) &&
		    strcmp(domain_of(i), domain_of(end)) == 0)
			return true;
	return false;
}

/* i is the first of its provider. */
static void
print_provider(FILE *out, const struct fi_info *i, const struct fi_info *best,
	       const struct ocr_ofi_wish *w)
{
	bool is_best = best != NULL && is_same(i, best);
	struct verdict v = judge(i, w);
	const struct fi_info *other;
	const char *before = "";

	fprintf(out, "%c %-14s %s%s; over ", is_best ? '*' : ' ',
		provider_of(i), v.rank == AVOIDED ? "avoided: " : "", v.note);
	for (other = i; other != NULL; other = other->next) {
		if (!is_same(i, other) || was_domain_listed(i, other))
			continue;
		fprintf(out, "%s%s", before, domain_of(other));
		before = ", ";
	}
	if (is_best)
		fprintf(out, ": chosen, over %s", domain_of(best));
	if (!has_secret_keys(i))
		fprintf(out, "; strangers may guess the keys of its memory");
	fputc('\n', out);
}

int
ocr_ofi_explain(FILE *out, const char *provider, const char *interface,
		uint32_t size, uint32_t hosts)
{
	const struct ocr_ofi_lib *lib = ocr_ofi_load();
	struct ocr_ofi_wish wish = {
		.self = OCR_LOG_NOBODY,
		.provider = provider,
		.interface = interface,
		.size = size,
		.hosts = hosts,
	};
	struct ocr_ofi_wish w = clean(&wish);
	const struct fi_info *i, *best;
	struct fi_info *all;
	int rank;

	if (lib == NULL)
		return -ENOENT;
	all = list(lib, &w);
	if (all == NULL)
		return -ENODEV;
	best = pick_any(all, &w);
	if (best == NULL)
		explain_failure(all, &w);
	for (rank = HARDWARE; rank <= AVOIDED; rank++)
		for (i = all; i != NULL; i = i->next)
			if ((int)judge(i, &w).rank == rank &&
			    !was_listed(all, i, provider_of))
				print_provider(out, i, best, &w);
	lib->freeinfo(all);
	return best != NULL ? 0 : -ENODEV;
}
