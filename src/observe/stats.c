/* SPDX-License-Identifier: BSD-3-Clause */
/* stats.c - see stats.h. */
#include "config.h"

#include "src/observe/stats.h"

#include "fabric/log.h"
#include "src/base/runtime.h"
#include "src/sched/sched.h"
#include "src/sched/worker.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* Most that the process had in memory at a time. */
static uint64_t
process_peak(void)
{
	struct rusage r;

	return getrusage(RUSAGE_SELF, &r) ? 0 : (uint64_t)r.ru_maxrss * 1024;
}

static void
print_fabric(struct ocr_runtime *rt)
{
	struct ocr_fabric_stats s;

	ocr_fabric_get_stats(rt->fabric, &s);
	ocr_log_note(rt->self,
		     "network: %" PRIu64 " ops sent in %" PRIu64
		     " packets of %" PRIu64 " bytes, %" PRIu64
		     " ops handled, %" PRIu64
		     " waits for confirmation, %" PRIu64
		     " transfers of %" PRIu64 " bytes, %" PRIu64
		     " bad packets, waited for %" PRIu64 " us",
		     s.ops_sent, s.packets_sent, s.bytes_sent, s.ops_handled,
		     s.confirms_waited, s.transfers, s.transfer_bytes,
		     s.bad_packets, s.waited_ns / 1000);
	if (s.debts_carried || s.ops_held || s.ops_joined)
		ocr_log_note(rt->self,
			     "network: %" PRIu64
			     " debts carried, told in %" PRIu64
			     " of the ops, %" PRIu64 " ops held back, %" PRIu64
			     " more sent in the one before them",
			     s.debts_carried, s.debts_told, s.ops_held,
			     s.ops_joined);
}

static void
print_memory(struct ocr_runtime *rt)
{
	struct ocr_memory_stats m;
	struct ocr_guidmap_stats g;
	unsigned n = ocr_memory_n_numa(rt->memory);

	ocr_memory_get_stats(rt->memory, &m);
	ocr_guidmap_get_stats(rt->guids, &g);
	ocr_log_note(rt->self,
		     "memory: %" PRIu64 " copies of blocks with %" PRIu64
		     " bytes, %" PRIu64 " mapped, %" PRIu64
		     " kept for the next, at most %" PRIu64 " of %" PRIu64
		     " allowed; guidmap: %" PRIu64 " chunks, %" PRIu64
		     " given back, %" PRIu64 " parked ops, %" PRIu64
		     " bytes; records: %" PRIu64
		     " bytes; the process: at most %" PRIu64 " bytes",
		     m.live, m.allocated_bytes, m.mapped_bytes,
		     m.mapped_bytes > m.allocated_bytes
			     ? m.mapped_bytes - m.allocated_bytes
			     : 0,
		     m.peak_bytes, m.limit_bytes, g.chunks, g.chunks_back,
		     g.parked, g.bytes, m.records_bytes, process_peak());
	for (unsigned i = 0; i < n && n > 1; i++)
		ocr_log_note(rt->self,
			     "memory: NUMA node %u has %" PRIu64
			     " bytes of that",
			     i, ocr_memory_numa_mapped(rt->memory, i));
}

void
ocr_stats_print(struct ocr_runtime *rt)
{
	if (rt->fabric)
		print_fabric(rt);
	print_memory(rt);
}

/* -- As JSON ---------------------------------------------------------------
 */

/* Where counters.def finds them. */
struct sources {
	struct ocr_worker w; /* sums of all */
	struct ocr_fabric_stats f;
	struct ocr_memory_stats m;
	struct ocr_guidmap_stats g;
	uint64_t process_bytes;
};

static void
add_worker(struct ocr_worker *sum, const struct ocr_worker *w)
{
	sum->counted.tasks += w->counted.tasks;
	sum->counted.steals += w->counted.steals;
	sum->counted.stolen += w->counted.stolen;
	sum->counted.sent_away += w->counted.sent_away;
	sum->counted.sleeps += w->counted.sleeps;
	sum->counted.parks += w->counted.parks;
	sum->counted.along += w->counted.along;
	sum->counted.along_read += w->counted.along_read;
	sum->counted.offers += w->counted.offers;
	sum->counted.home += w->counted.home;
	sum->counted.lent += w->counted.lent;
	sum->counted.stayed += w->counted.stayed;
	sum->counted.passed += w->counted.passed;
	sum->counted.passed_used += w->counted.passed_used;
	sum->counted.offers_read += w->counted.offers_read;
	sum->counted.asked += w->counted.asked;
	sum->counted.sent_to_copy += w->counted.sent_to_copy;
	sum->counted.rights += w->counted.rights;
	sum->counted.by_right += w->counted.by_right;
	for (unsigned i = 0; i < OCR_WAYS; i++) {
		sum->counted.grants[i] += w->counted.grants[i];
		sum->counted.bytes[i] += w->counted.bytes[i];
	}
}

static void
find_all(struct ocr_runtime *rt, struct sources *s)
{
	const struct ocr_sched *sched = rt->sched;

	memset(s, 0, sizeof(*s));
	for (unsigned i = 0; i < sched->n_slots; i++)
		add_worker(&s->w, &sched->workers[i]);
	if (rt->fabric)
		ocr_fabric_get_stats(rt->fabric, &s->f);
	ocr_memory_get_stats(rt->memory, &s->m);
	ocr_guidmap_get_stats(rt->guids, &s->g);
	s->process_bytes = process_peak();
}

static void
put_all(const struct ocr_runtime *rt, const struct sources *s, FILE *out)
{
	const char *between = "";

	fprintf(out,
		"{\n\"version\": \"%s\", \"node\": %u, \"nodes\": %u, "
		"\"workers\": %u,\n\"counters\": {\n",
		PACKAGE_VERSION, rt->self, rt->size, rt->sched->n_workers);
#define OCR_COUNTER(name, where)                                               \
	fprintf(out, "%s\"" #name "\": %" PRIu64, between, s->where);          \
	between = ",\n";
#include "src/observe/counters.def"
#undef OCR_COUNTER
	fprintf(out, "\n}\n}\n");
}

/* 0, or -errno. */
static int
write_file(const struct ocr_runtime *rt, const struct sources *s,
	   const char *path)
{
	FILE *out = fopen(path, "w");
	int err = 0;

	if (!out)
		return -errno;
	put_all(rt, s, out);
	if (fflush(out))
		err = -errno;
	if (fclose(out) && !err)
		err = -errno;
	return err;
}

void
ocr_stats_write(struct ocr_runtime *rt, const char *path)
{
	char name[PATH_MAX], beside[PATH_MAX + sizeof(".new")];
	struct sources *s = malloc(sizeof(*s));
	int n, err = -ENOMEM;

	n = rt->size > 1 ? snprintf(name, sizeof(name), "%s.%u", path, rt->self)
			 : snprintf(name, sizeof(name), "%s", path);
	snprintf(beside, sizeof(beside), "%s.new", name);
	if (n >= (int)sizeof(name)) {
		err = -ENAMETOOLONG;
	} else if (s) {
		find_all(rt, s);
		err = write_file(rt, s, beside);
		if (!err && rename(beside, name))
			err = -errno;
		if (err)
			remove(beside);
	}
	if (err)
		ocr_log_error(
			rt->self,
			"OCR_STATS: the counters cannot be written to %s: "
			"%s",
			name, strerror(-err));
	free(s);
}
