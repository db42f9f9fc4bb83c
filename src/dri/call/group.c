/* SPDX-License-Identifier: BSD-3-Clause */
/* group.c - processes in an order. */
#include "src/dri/call/group.h"

#include "src/dri/call/init.h"
#include "src/dri/handle/handle.h"
#include "src/dri/handle/say.h"
#include "src/dri/world/world.h"

#include <stdlib.h>
#include <string.h>

struct dri_group {
	struct dri_object object;
	struct dri_group *next; /* of the world's; under its lock */
	uint64_t set;
	uint32_t n_world; /* processes of the job */
	int size;
	int rank; /* this process's; -1: it is not in it */
	ocr_node_t node[];
};

static void
destroy(struct dri_object *o)
{
	free(o);
}

static struct dri_group *
find(const char *call, DRI_Group handle, int *status)
{
	struct dri_object *o =
		ocr_dri_handle_get(DRI_KIND_GROUP, handle, status);

	if (!o)
		ocr_dri_refuse(*status, "%s: group", call);
	return (struct dri_group *)o;
}

/* The size of a group and, in *rank, the caller's number; -1: no member. */
static int
look(const char *call, DRI_Group handle, int *size, int *rank)
{
	struct dri_group *g;
	struct dri_world *w;
	int status;

	w = ocr_dri_enter(call, &status);
	if (!w)
		return status;
	if (handle == DRI_GROUP_WORLD) {
		*size = (int)w->size;
		*rank = (int)w->self;
		return DRI_SUCCESS;
	}
	g = find(call, handle, &status);
	if (!g)
		return status;
	*size = g->size;
	*rank = g->rank;
	ocr_dri_object_put(&g->object);
	if (*rank < 0)
		return ocr_dri_refuse(DRI_ERR_NOT_MEMBER, "%s: process %u",
				      call, w->self);
	return DRI_SUCCESS;
}

static int
compare(const void *a, const void *b)
{
	ocr_node_t x = *(const ocr_node_t *)a, y = *(const ocr_node_t *)b;

	return x < y ? -1 : x > y;
}

/* Is any node there twice? */
static int
check_unique(const struct dri_group *g)
{
	ocr_node_t *sorted = malloc((size_t)g->size * sizeof(*sorted));
	int status = DRI_SUCCESS;

	if (!sorted)
		return DRI_ERR_NO_MEMORY;
	for (int i = 0; i < g->size; i++)
		sorted[i] = g->node[i];
	qsort(sorted, (size_t)g->size, sizeof(*sorted), compare);
	for (int i = 1; i < g->size; i++)
		if (sorted[i] == sorted[i - 1])
			status = ocr_dri_refuse(DRI_ERR_RANK,
						"DRI_Group_create: process %u "
						"is there twice",
						sorted[i]);
	free(sorted);
	return status;
}

/* `from` NULL: the world. */
static int
fill(struct dri_group *g, const struct dri_group *from, uint32_t n_from,
     const int *ranks)
{
	for (int i = 0; i < g->size; i++) {
		if (ranks[i] < 0 || (uint32_t)ranks[i] >= n_from)
			return ocr_dri_refuse(DRI_ERR_RANK,
					      "DRI_Group_create: rank_list[%d] "
					      "is %d in a group of %u",
					      i, ranks[i], n_from);
		g->node[i] = from ? from->node[ranks[i]] : (ocr_node_t)ranks[i];
	}
	return check_unique(g);
}

/* What others ask of it, and where they find it. */
static void
enter(struct dri_world *w, struct dri_group *g)
{
	g->n_world = w->size;
	g->rank = -1;
	for (int i = 0; i < g->size; i++) {
		g->set = ocr_dri_set_add(g->set, g->node[i]);
		if (g->node[i] == w->self)
			g->rank = i;
	}
	ocr_dri_lock(w);
	g->next = w->groups;
	w->groups = g;
	ocr_dri_unlock(w);
}

static void
leave(struct dri_world *w, struct dri_group *g)
{
	struct dri_group **at = &w->groups;

	ocr_dri_lock(w);
	while (*at && *at != g)
		at = &(*at)->next;
	if (*at)
		*at = g->next;
	ocr_dri_unlock(w);
}

static int
make(struct dri_world *w, const struct dri_group *from, uint32_t n_from, int n,
     const int *ranks, DRI_Group *out)
{
	struct dri_group *g;
	void *handle = NULL;
	int status;

	g = calloc(1, sizeof(*g) + (size_t)n * sizeof(g->node[0]));
	if (!g)
		return ocr_dri_refuse(DRI_ERR_NO_MEMORY, "DRI_Group_create");
	g->size = n;
	status = fill(g, from, n_from, ranks);
	if (status) {
		free(g);
		return status;
	}
	enter(w, g);
	handle = ocr_dri_handle_open(&g->object, DRI_KIND_GROUP, destroy);
	if (!handle) {
		leave(w, g);
		free(g);
		return ocr_dri_refuse(DRI_ERR_NO_MEMORY, "DRI_Group_create");
	}
	*out = handle;
	return DRI_SUCCESS;
}

int
DRI_Group_create(DRI_Group original, int n, const int *ranks, DRI_Group *out)
{
	static const char call[] = "DRI_Group_create";
	struct dri_group *from = NULL;
	struct dri_world *w;
	int status;

	w = ocr_dri_enter(call, &status);
	if (!w)
		return status;
	if (!ranks || !out)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: %s", call,
				      ranks ? "new_group" : "rank_list");
	if (n < 1)
		return ocr_dri_refuse(DRI_ERR_SIZE, "%s: num_ranks is %d", call,
				      n);
	if (original != DRI_GROUP_WORLD) {
		from = find(call, original, &status);
		if (!from)
			return status;
	}
	status = make(w, from, from ? (uint32_t)from->size : w->size, n, ranks,
		      out);
	if (from)
		ocr_dri_object_put(&from->object);
	return status;
}

int
DRI_Group_get_rank(DRI_Group group, int *rank)
{
	static const char call[] = "DRI_Group_get_rank";
	int size, r, status;

	status = look(call, group, &size, &r);
	if (!status && !rank)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: rank", call);
	if (!status)
		*rank = r;
	return status;
}

int
DRI_Group_get_size(DRI_Group group, int *size)
{
	static const char call[] = "DRI_Group_get_size";
	int n, rank, status;

	status = look(call, group, &n, &rank);
	if (!status && !size)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: size", call);
	if (!status)
		*size = n;
	return status;
}

int
DRI_Group_destroy(DRI_Group *grp)
{
	static const char call[] = "DRI_Group_destroy";
	struct dri_group *g;
	struct dri_world *w;
	int status;

	w = ocr_dri_enter(call, &status);
	if (!w)
		return status;
	if (!grp)
		return ocr_dri_refuse(DRI_ERR_NULL, "%s: grp", call);
	if (*grp == DRI_GROUP_WORLD) {
		*grp = DRI_GROUP_NULL;
		return DRI_SUCCESS;
	}
	g = find(call, *grp, &status);
	if (!g)
		return status;
	status = ocr_dri_handle_close(DRI_KIND_GROUP, *grp);
	if (!status) {
		leave(w, g);
		*grp = DRI_GROUP_NULL;
	}
	ocr_dri_object_put(&g->object);
	return status ? ocr_dri_refuse(status, "%s: grp", call) : DRI_SUCCESS;
}

/* -- What channels ask ----------------------------------------------------- */

static bool
has(const struct dri_sets *s, uint64_t set)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->set[i] == set)
			return true;
	return false;
}

void
ocr_dri_group_sets(struct dri_world *w, int size, int rank,
		   struct dri_sets *out)
{
	memset(out, 0, sizeof(*out));
	ocr_dri_lock(w);
	for (const struct dri_group *g = w->groups; g; g = g->next) {
		if (g->size != size || g->rank != rank || has(out, g->set))
			continue;
		/* To tell some of them would refuse the others. */
		if (out->n == DRI_MOST_SETS) {
			memset(out, 0, sizeof(*out));
			break;
		}
		out->set[out->n++] = g->set;
	}
	ocr_dri_unlock(w);
}

int
ocr_dri_group_among(const char *call, DRI_Group group, uint64_t *among,
		    int *size)
{
	struct dri_group *g;
	int rank, status;

	status = look(call, group, size, &rank);
	if (status)
		return status;
	*among = 0;
	if (group == DRI_GROUP_WORLD)
		return DRI_SUCCESS;
	g = find(call, group, &status);
	if (!g)
		return status;
	if ((uint32_t)g->size < g->n_world)
		*among = g->set;
	ocr_dri_object_put(&g->object);
	return DRI_SUCCESS;
}
