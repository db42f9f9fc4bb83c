/* SPDX-License-Identifier: BSD-3-Clause */
/* ocrinfo.c - shows what the runtime is and what it would do here: versions,
 * the job, the plan of the workers, memory, the providers, the settings.
 *
 * Started as a job of several nodes, it shows that job, on node 0.
 */
#include "config.h"
#include "fabric/job.h"
#include "fabric/memory.h"
#include "fabric/ofi.h"
#include "include/ocr-version.h"
#include "src/base/settings.h"
#include "src/sched/topology.h"
#include "src/tools/arguments.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct options {
	unsigned long nodes, hosts; /* 0: not given */
};

static void
print_usage(FILE *out)
{
	fprintf(out,
		"Usage: ocrinfo [--nodes N] [--hosts H]\n"
		"Shows version, job, processing units, memory, providers and "
		"why one is chosen, settings.\n"
		"\n"
		"  --nodes N  choose a provider for a job of N nodes ...\n"
		"  --hosts H  ... on H hosts (without a job: 2 nodes, 1 host)\n"
		"  --help     print this\n"
		"  --version  print the version\n"
		"\n"
		"Settings are variables of the environment:\n");
	ocr_settings_help(out);
}

/* Reads a number from 1 to OCR_NODE_MAX.  Says what is wrong. */
static int
parse_count(const char *option, const char *text, unsigned long *n)
{
	char *end;

	if (!text) {
		fprintf(stderr,
			"ocrinfo: %s needs a value (see ocrinfo --help)\n",
			option);
		return -EINVAL;
	}
	errno = 0;
	*n = strtoul(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno || *n < 1 ||
	    *n > OCR_NODE_MAX) {
		fprintf(stderr,
			"ocrinfo: %s wants a number from 1 to %lu, not '%s'\n",
			option, (unsigned long)OCR_NODE_MAX, text);
		return -EINVAL;
	}
	return 0;
}

/* Returns 0 to go on, 1 when all is said, -EINVAL for wrong arguments. */
static int
parse_options(int argc, char **argv, struct options *o)
{
	unsigned long *count;
	int i;

	/* Whatever takes no value returns. */
	for (i = 1; i < argc; i += 2) {
		if (strcmp(argv[i], "--help") == 0) {
			print_usage(stdout);
			return 1;
		}
		if (strcmp(argv[i], "--version") == 0) {
			printf("ocrinfo (%s) %s\n", PACKAGE_NAME,
			       PACKAGE_VERSION);
			return 1;
		}
		count = strcmp(argv[i], "--nodes") == 0	  ? &o->nodes
			: strcmp(argv[i], "--hosts") == 0 ? &o->hosts
							  : NULL;
		if (!count) {
			fprintf(stderr,
				"ocrinfo: unknown argument '%s' (see ocrinfo "
				"--help)\n",
				argv[i]);
			return -EINVAL;
		}
		if (parse_count(argv[i], argv[i + 1], count))
			return -EINVAL;
	}
	if (o->hosts && o->nodes && o->hosts > o->nodes) {
		fprintf(stderr, "ocrinfo: more hosts than nodes\n");
		return -EINVAL;
	}
	return 0;
}

static void
print_version(void)
{
	static const struct {
		unsigned bit;
		const char *name;
	} extensions[] = {
		{OCR_EXTENSION_HINTS, "hints"},
		{OCR_EXTENSION_LABELING, "labeling"},
		{OCR_EXTENSION_PARAMS_EVT, "event-parameters"},
		{OCR_EXTENSION_COUNTED_EVT, "counted-events"},
		{OCR_EXTENSION_CHANNEL_EVT, "channel-events"},
		{OCR_EXTENSION_AFFINITY, "affinity"},
		{OCR_EXTENSION_RTITF, "runtime-interface"},
		{OCR_EXTENSION_DB_INFO, "block-info"},
		{OCR_EXTENSION_LEGACY, "legacy"},
		{OCR_EXTENSION_PAUSE, "pause"},
		{OCR_EXTENSION_COLLECTIVE_EVT, "collective-events"},
		{OCR_EXTENSION_DB_PARTITION, "block-partitioning"},
		{OCR_EXTENSION_FILE, "files"},
		{OCR_EXTENSION_MAP_CREATOR, "map-creator"},
	};
	unsigned rest = OCR_VERSION_EXTENSION_BITMAP;
	size_t i;

	printf("%s %s, OCR %s\nextensions:", PACKAGE_NAME, PACKAGE_VERSION,
	       OCR_VERSION);
	for (i = 0; i < sizeof(extensions) / sizeof(*extensions); i++) {
		if (rest & extensions[i].bit)
			printf(" %s", extensions[i].name);
		rest &= ~extensions[i].bit;
	}
	/* Whoever adds one forgets the table. */
	if (rest)
		printf(" 0x%x", rest);
	printf("\n");
}

static void
print_job(const struct ocr_job *job)
{
	printf("\njob\n");
	if (ocr_job_size(job) == 1)
		printf("  one node\n");
	else
		printf("  %u nodes on %u host%s, %u on this one\n",
		       (unsigned)ocr_job_size(job),
		       (unsigned)ocr_job_hosts(job),
		       ocr_job_hosts(job) == 1 ? "" : "s",
		       (unsigned)ocr_job_local_size(job));
}

static int
print_window(const struct ocr_memory_config *c)
{
	struct ocr_memory_stats m;
	struct ocr_memory *memory;
	int err = ocr_memory_open(&memory, c);

	if (err) {
		printf("  no window: %s\n", strerror(-err));
		return err;
	}
	ocr_memory_get_stats(memory, &m);
	printf("  at most %" PRIu64 " MiB for blocks, in a window of %" PRIu64
	       " MiB that is %s\n"
	       "  pages of %ld bytes; for blocks %s\n",
	       m.limit_bytes >> 20, m.window_bytes >> 20,
	       c->n_local > 1 ? "a file without a name" : "private",
	       sysconf(_SC_PAGESIZE), ocr_memory_pages(memory));
	if (m.limit_bytes > ocr_window_machine_bytes() / c->n_local)
		printf("  that is more than this machine has\n");
	ocr_memory_close(memory);
	return 0;
}

static int
print_memory(const struct ocr_job *job, const struct ocr_settings *s,
	     const struct ocr_topology *t)
{
	struct hwloc_topology *hwloc = ocr_topology_hwloc(t);
	struct ocr_numa *numa = NULL;
	struct ocr_memory_config c = {
		.limit_bytes = s->mem_limit,
		.n_local = ocr_job_local_size(job),
		.huge = (enum ocr_huge)s->huge_pages,
	};
	int err = hwloc ? ocr_numa_open(&numa, hwloc) : 0;

	printf("\nmemory\n");
	if (!err) {
		c.numa = numa;
		err = print_window(&c);
		ocr_numa_print(numa, stdout);
	}
	ocr_numa_close(numa);
	return err;
}

static int
print_topology(const struct ocr_job *job, const struct ocr_settings *s)
{
	struct ocr_topology_config c = {
		.local_size = ocr_job_local_size(job),
		.local_rank = ocr_job_local_rank(job),
		.n_workers = s->workers,
		.bind = s->bind,
	};
	struct ocr_topology *t;
	int err = ocr_topology_open(&t, &c);

	printf("\nprocessing units\n");
	if (err) {
		printf("  %s\n", strerror(-err));
		return err;
	}
	ocr_topology_print(t, stdout);
	err = print_memory(job, s, t);
	ocr_topology_close(t);
	return err;
}

static int
print_providers(const struct ocr_job *job, const struct ocr_settings *s,
		const struct options *o)
{
	uint32_t nodes = ocr_job_size(job), hosts = ocr_job_hosts(job);

	/* Alone there is nothing to choose: show the smallest job that has. */
	if (nodes == 1)
		nodes = 2;
	if (o->hosts)
		hosts = (uint32_t)o->hosts;
	if (o->nodes)
		nodes = (uint32_t)o->nodes;
	else if (hosts > nodes)
		nodes = hosts;
	if (hosts > nodes)
		hosts = nodes;
	printf("\nproviders, for %u node%s on %u host%s\n", (unsigned)nodes,
	       nodes == 1 ? "" : "s", (unsigned)hosts, hosts == 1 ? "" : "s");
	if (!s->provider || !*s->provider)
		printf("nodes of one host share memory, unless OCR_PROVIDER "
		       "is set\n");
	return ocr_ofi_explain(stdout, s->provider, s->interface, nodes, hosts);
}

static void
print_near(void *out, const char *name, const char *meant)
{
	fprintf(out, "  %-16s is no setting: did you mean %s?\n", name, meant);
}

int
main(int argc, char **argv)
{
	static const char *const with_value[] = {"--nodes", "--hosts", NULL};
	char **arguments = ocr_arguments_split(&argc, argv, with_value);
	struct options o = {0, 0};
	struct ocr_settings s;
	struct ocr_job *job;
	int err = arguments ? parse_options(argc, arguments, &o) : -ENOMEM;

	free(arguments);
	if (err)
		return err < 0 ? 2 : fflush(stdout) != 0;
	if (ocr_job_open(&job))
		return EXIT_FAILURE;
	if (ocr_job_rank(job) == 0) {
		print_version();
		print_job(job);
		/* All is shown, with what is wrong beside it. */
		err |= ocr_settings_read(&s);
		err |= print_topology(job, &s);
		err |= print_providers(job, &s, &o);
		printf("\nsettings\n");
		ocr_settings_print(&s, stdout);
		ocr_settings_near(environ, print_near, stdout);
	}
	ocr_job_close(job);
	if (fflush(stdout) || ferror(stdout)) {
		perror("ocrinfo: standard output");
		err = 1;
	}
	return err ? EXIT_FAILURE : EXIT_SUCCESS;
}
