/* SPDX-License-Identifier: BSD-3-Clause */
/* topology.c - makes the plan: how many workers, and where each is bound.
 *
 * Who deals out the units?  A launcher that binds gives each process a part of
 * the machine; then the part is used as it is.  One that does not bind leaves
 * all processes with the same set; then each takes its slice of it, cut by
 * local rank, in whole cores if they divide evenly.
 */
#define _GNU_SOURCE /* sched_getaffinity */
#include "src/sched/topology.h"

#include <errno.h>
#include <hwloc.h>
#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

/* For the mask of a process on the largest machines. */
#define MAX_CPUS (1 << 20)

struct ocr_topology {
	/* Fixed after open: */
	unsigned machine; /* units of the machine that are not forbidden */
	unsigned allowed; /* of those, what this process may use */
	uint32_t sharers; /* processes that use the same ones */
	unsigned n_workers;
	bool has_hwloc;
	bool bound;
	hwloc_topology_t hwloc;
	hwloc_cpuset_t all; /* the allowed ones */
	hwloc_obj_t *place; /* bound: the unit of each worker */
	unsigned *domain;   /* bound: its NUMA domain */
	unsigned n_domains;
};

/* Reads the mask of a process (0: the calling thread) into memory to free.
 * NULL if that cannot be known. */
static cpu_set_t *
read_mask(pid_t pid, size_t *size)
{
	cpu_set_t *set;
	int cpus, err;

	for (cpus = CPU_SETSIZE; cpus <= MAX_CPUS; cpus *= 2) {
		*size = CPU_ALLOC_SIZE(cpus);
		set = CPU_ALLOC(cpus);
		if (!set)
			return NULL;
		CPU_ZERO_S(*size, set);
		if (sched_getaffinity(pid, *size, set) == 0)
			return set;
		err = errno;
		CPU_FREE(set);
		if (err != EINVAL) /* EINVAL: the kernel's masks are longer */
			return NULL;
	}
	return NULL;
}

/* Number of units in this thread's mask; *inherited: its parent's is the
 * same. */
static unsigned
look_at_masks(bool *inherited)
{
	size_t my_size, parent_size;
	cpu_set_t *mine, *parent = NULL;
	unsigned n = 0;

	*inherited = false;
	mine = read_mask(0, &my_size);
	if (mine)
		n = (unsigned)CPU_COUNT_S(my_size, mine);
	/* A parent outside of this container has no number. */
	if (mine && getppid() > 0)
		parent = read_mask(getppid(), &parent_size);
	if (parent && parent_size == my_size)
		*inherited = CPU_EQUAL_S(my_size, mine, parent);
	if (mine)
		CPU_FREE(mine);
	if (parent)
		CPU_FREE(parent);
	return n ? n : 1;
}

uint32_t
ocr_topology_sharers(uint32_t local_size, unsigned machine, unsigned allowed,
		     bool inherited)
{
	uint64_t used = (uint64_t)local_size * allowed;

	if (inherited || allowed >= machine)
		return local_size;
	/* Parts that do not fit beside each other overlap. */
	return used > machine ? (uint32_t)((used + machine - 1) / machine) : 1;
}

/* Loads hwloc's view; the units that count come from it then, since
 * HWLOC_SYNTHETIC may show another machine than this one.  Without that view
 * nothing is bound, and the masks have to do. */
static void
load(struct ocr_topology *t, bool *inherited)
{
	hwloc_const_cpuset_t every;

	if (hwloc_topology_init(&t->hwloc))
		return;
	t->all = hwloc_bitmap_alloc();
	if (!t->all || hwloc_topology_load(t->hwloc)) {
		hwloc_topology_destroy(t->hwloc);
		return;
	}
	t->has_hwloc = true;
	every = hwloc_topology_get_topology_cpuset(t->hwloc);
	if (hwloc_get_cpubind(t->hwloc, t->all, HWLOC_CPUBIND_THREAD))
		hwloc_bitmap_fill(t->all);
	hwloc_bitmap_and(t->all, t->all, every);
	if (hwloc_bitmap_iszero(t->all))
		hwloc_bitmap_copy(t->all, every);
	t->machine = (unsigned)hwloc_bitmap_weight(every);
	t->allowed = (unsigned)hwloc_bitmap_weight(t->all);
	if (!hwloc_topology_is_thissystem(t->hwloc))
		*inherited = false;
}

/* The i-th of the objects of this type that have an allowed unit. */
static hwloc_obj_t
nth(const struct ocr_topology *t, hwloc_obj_type_t type, unsigned i)
{
	hwloc_obj_t o = NULL;

	while ((o = hwloc_get_next_obj_by_type(t->hwloc, type, o))) {
		if (hwloc_bitmap_intersects(o->cpuset, t->all) && i-- == 0)
			break;
	}
	return o;
}

static unsigned
count(const struct ocr_topology *t, hwloc_obj_type_t type)
{
	hwloc_obj_t o = NULL;
	unsigned n = 0;

	while ((o = hwloc_get_next_obj_by_type(t->hwloc, type, o)))
		n += hwloc_bitmap_intersects(o->cpuset, t->all);
	return n;
}

/* Takes slice `rank` of `size` of the allowed units, by whole cores if they
 * divide evenly, and gives each worker one of it: first one of every core, then
 * the next of every core.  False if the slice is too small. */
static bool
deal(struct ocr_topology *t, uint32_t rank, uint32_t size)
{
	hwloc_obj_type_t type = HWLOC_OBJ_CORE;
	unsigned first, end, i, level, n = count(t, type), given = 0, before;
	hwloc_obj_t item, unit;

	if (!n || n % size) {
		type = HWLOC_OBJ_PU;
		n = count(t, type);
	}
	first = (unsigned)((uint64_t)n * rank / size);
	end = (unsigned)((uint64_t)n * (rank + 1) / size);
	for (level = 0; given < t->n_workers; level++) {
		before = given;
		for (i = first; i < end && given < t->n_workers; i++) {
			unsigned skip = level;

			item = nth(t, type, i);
			unit = NULL;
			do {
				unit = hwloc_get_next_obj_inside_cpuset_by_type(
					t->hwloc, item->cpuset, HWLOC_OBJ_PU,
					unit);
			} while (unit &&
				 (!hwloc_bitmap_isset(t->all, unit->os_index) ||
				  skip-- > 0));
			if (unit)
				t->place[given++] = unit;
		}
		if (given == before)
			return false;
	}
	return true;
}

/* The first NUMA node that a unit belongs to; NULL if hwloc knows none. */
static hwloc_obj_t
numa_of(const struct ocr_topology *t, hwloc_obj_t unit)
{
	hwloc_obj_t o = NULL;

	while ((o = hwloc_get_next_obj_by_type(t->hwloc, HWLOC_OBJ_NUMANODE,
					       o)))
		if (hwloc_bitmap_isset(o->cpuset, unit->os_index))
			break;
	return o;
}

/* Counts the NUMA nodes that workers are on, in the order of the workers. */
static void
find_domains(struct ocr_topology *t)
{
	for (unsigned i = 0; i < t->n_workers; i++) {
		hwloc_obj_t numa = numa_of(t, t->place[i]);
		unsigned k = 0;

		while (k < i && numa_of(t, t->place[k]) != numa)
			k++;
		t->domain[i] = k < i ? t->domain[k] : t->n_domains++;
	}
}

int
ocr_topology_open(struct ocr_topology **out,
		  const struct ocr_topology_config *c)
{
	uint32_t size = c->local_size ? c->local_size : 1;
	struct ocr_topology *t;
	bool inherited;
	long online;

	if (c->local_rank >= size)
		return -EINVAL;
	t = calloc(1, sizeof(*t));
	if (!t)
		return -ENOMEM;
	online = sysconf(_SC_NPROCESSORS_ONLN);
	t->allowed = look_at_masks(&inherited);
	t->machine = online > (long)t->allowed ? (unsigned)online : t->allowed;
	/* With one worker for the whole machine there is nothing to choose. */
	if (c->bind && !(size == 1 && c->n_workers == 1))
		load(t, &inherited);
	t->sharers =
		ocr_topology_sharers(size, t->machine, t->allowed, inherited);
	t->n_workers = c->n_workers;
	if (!t->n_workers)
		t->n_workers = t->allowed / t->sharers;
	if (!t->n_workers)
		t->n_workers = 1;

	/* Some share, some do not: which unit is whose cannot be known. */
	if (!t->has_hwloc || (t->sharers > 1 && t->sharers < size) ||
	    ocr_topology_oversubscribed(t))
		goto done;
	t->place = calloc(t->n_workers, sizeof(*t->place));
	t->domain = calloc(t->n_workers, sizeof(*t->domain));
	if (!t->place || !t->domain) {
		ocr_topology_close(t);
		return -ENOMEM;
	}
	t->bound =
		t->sharers > 1 ? deal(t, c->local_rank, size) : deal(t, 0, 1);
	if (t->bound)
		find_domains(t);
done:
	*out = t;
	return 0;
}

void
ocr_topology_close(struct ocr_topology *t)
{
	if (!t)
		return;
	free(t->place);
	free(t->domain);
	hwloc_bitmap_free(t->all);
	if (t->has_hwloc)
		hwloc_topology_destroy(t->hwloc);
	free(t);
}

unsigned
ocr_topology_n_workers(const struct ocr_topology *t)
{
	return t->n_workers;
}

bool
ocr_topology_oversubscribed(const struct ocr_topology *t)
{
	return (uint64_t)t->n_workers * t->sharers > t->allowed;
}

int
ocr_topology_bind(struct ocr_topology *t, unsigned worker)
{
	hwloc_const_cpuset_t where;

	if (!t->bound)
		return 0;
	where = worker < t->n_workers ? t->place[worker]->cpuset : t->all;
	return hwloc_set_cpubind(t->hwloc, where, HWLOC_CPUBIND_THREAD) ? -errno
									: 0;
}

unsigned
ocr_topology_n_domains(const struct ocr_topology *t)
{
	return t->bound ? t->n_domains : 1;
}

unsigned
ocr_topology_domain(const struct ocr_topology *t, unsigned worker)
{
	return t->bound && worker < t->n_workers ? t->domain[worker] : 0;
}

struct hwloc_topology *
ocr_topology_hwloc(const struct ocr_topology *t)
{
	return t->has_hwloc ? t->hwloc : NULL;
}

unsigned
ocr_topology_numa(const struct ocr_topology *t, unsigned worker)
{
	hwloc_obj_t numa = t->bound && worker < t->n_workers
				   ? numa_of(t, t->place[worker])
				   : NULL;

	return numa ? numa->logical_index : UINT_MAX;
}

void
ocr_topology_print(const struct ocr_topology *t, FILE *out)
{
	unsigned i;

	fprintf(out, "  %u of %u processing units, shared by %u process%s\n",
		t->allowed, t->machine, (unsigned)t->sharers,
		t->sharers == 1 ? "" : "es");
	if (t->has_hwloc)
		fprintf(out, "  %d packages, %d NUMA nodes, %d cores%s\n",
			hwloc_get_nbobjs_by_type(t->hwloc, HWLOC_OBJ_PACKAGE),
			hwloc_get_nbobjs_by_type(t->hwloc, HWLOC_OBJ_NUMANODE),
			hwloc_get_nbobjs_by_type(t->hwloc, HWLOC_OBJ_CORE),
			hwloc_topology_is_thissystem(t->hwloc)
				? ""
				: " (not this machine)");
	if (t->bound)
		fprintf(out, "  workers in %u NUMA domain%s\n", t->n_domains,
			t->n_domains == 1 ? "" : "s");
	fprintf(out, "  %u worker%s, ", t->n_workers,
		t->n_workers == 1 ? "" : "s");
	if (!t->bound) {
		fprintf(out, "not bound%s\n",
			ocr_topology_oversubscribed(t) ? ", oversubscribed"
						       : "");
		return;
	}
	fprintf(out, "bound to unit");
	for (i = 0; i < t->n_workers; i++)
		fprintf(out, " %u", t->place[i]->os_index);
	fprintf(out, "\n");
}
