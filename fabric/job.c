/* SPDX-License-Identifier: BSD-3-Clause */
/* job.c - asks PMIx who is in this job.
 *
 * PMIx is started only where a launcher that serves it has left its mark in the
 * environment.
 * What is a table of the whole job (who is a neighbour) is read once; what is
 * about one node (its host, its card) is asked for when first needed.
 * From before PMIx is started until after its end this process ends with its
 * launcher (lifeline.h).
 */
#include "fabric/job.h"
#include "fabric/keeper.h"
#include "fabric/launcher.h"
#include "fabric/lifeline.h"
#include "fabric/log.h"
#include "fabric/open_files.h"
#include "fabric/server.h"

#include <errno.h>
#include <pmix.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of the first cards; of later ones with a number behind. */
#define CARD_KEY "ocr.card"
#define KEY_TEXT 32

struct host {
	ocr_node_t peer;
	struct host *next;
	char name[];
};

struct ocr_job {
	/* Fixed after open: */
	bool pmix; /* else the only node there is */
	pmix_proc_t self;
	uint32_t size;
	uint32_t local_size, local_rank, hosts;
	uint8_t *is_local; /* a bit per node */
	uint32_t start_s;  /* fixed before the first card is asked for */
	unsigned renewed;  /* times; fixed while a card is published */
	struct ocr_lifeline *lifeline; /* NULL: it needs no launcher */
	struct ocr_server_watch server;

	_Atomic bool leaving; /* PMIx's connection may end */

	/* A leaf: under it only calls into PMIx that stay in this process. */
	pthread_mutex_t hosts_lock;
	struct host *named; /* guarded by hosts_lock */
};

struct fetch {
	pmix_info_t info; /* PMIx reads it until it answers */
	pmix_proc_t proc;
	char key[KEY_TEXT];
	void (*done)(void *arg, enum ocr_fetched what, const void *card,
		     size_t len_bytes);
	void *arg;
};

struct fence {
	pmix_info_t collect; /* PMIx reads it until it answers */
	void (*done)(void *arg, int status);
	void *arg;
};

/* The value of `key` that this process already has, of the whole job or of
 * one node.  Free it with PMIX_VALUE_RELEASE. */
static pmix_status_t
get(const struct ocr_job *j, pmix_rank_t rank, const char *key,
    pmix_value_t **v)
{
	bool optional = true;
	pmix_info_t info;
	pmix_proc_t proc;
	pmix_status_t rc;

	PMIX_PROC_LOAD(&proc, j->self.nspace, rank);
	PMIX_INFO_CONSTRUCT(&info);
	PMIX_INFO_LOAD(&info, PMIX_OPTIONAL, &optional, PMIX_BOOL);
	rc = PMIx_Get(&proc, key, &info, 1, v);
	PMIX_INFO_DESTRUCT(&info);
	return rc;
}

/* Servers do not agree on the types of small numbers. */
static int
get_u32(const struct ocr_job *j, pmix_rank_t rank, const char *key,
	uint32_t *out)
{
	pmix_value_t *v = NULL;
	int err = 0;

	if (get(j, rank, key, &v) != PMIX_SUCCESS || v == NULL)
		return -ENOENT;
	switch (v->type) {
	case PMIX_UINT32:
		*out = v->data.uint32;
		break;
	case PMIX_UINT16:
		*out = v->data.uint16;
		break;
	case PMIX_INT:
		*out = (uint32_t)v->data.integer;
		break;
	case PMIX_PROC_RANK:
		*out = v->data.rank;
		break;
	case PMIX_SIZE:
		*out = (uint32_t)v->data.size;
		break;
	default:
		err = -EINVAL;
	}
	PMIX_VALUE_RELEASE(v);
	return err;
}

/* Reads "0,3,4" into the bits.  What makes no sense is left out: at worst a
 * neighbour is treated as one on another host. */
static void
parse_local(struct ocr_job *j, const char *list)
{
	unsigned long n;
	char *end;

	for (;;) {
		n = strtoul(list, &end, 10);
		if (end == list)
			return;
		if (n < j->size)
			j->is_local[n / 8] |= (uint8_t)(1u << n % 8);
		if (*end != ',')
			return;
		list = end + 1;
	}
}

static int
read_neighbours(struct ocr_job *j)
{
	pmix_value_t *v = NULL;

	j->is_local = calloc(j->size / 8 + 1, 1);
	if (j->is_local == NULL)
		return -ENOMEM;
	if (get(j, PMIX_RANK_WILDCARD, PMIX_LOCAL_PEERS, &v) == PMIX_SUCCESS &&
	    v != NULL) {
		if (v->type == PMIX_STRING && v->data.string != NULL)
			parse_local(j, v->data.string);
		PMIX_VALUE_RELEASE(v);
	}
	j->is_local[j->self.rank / 8] |= (uint8_t)(1u << j->self.rank % 8);
	return 0;
}

/* Fills in what the launcher knows.  The cause of a failure is logged. */
static int
read_job(struct ocr_job *j)
{
	if (get_u32(j, PMIX_RANK_WILDCARD, PMIX_JOB_SIZE, &j->size) != 0) {
		ocr_log_error(OCR_LOG_NOBODY,
			      "the launcher does not say how many processes "
			      "this job has (PMIX_JOB_SIZE)");
		return -EPROTO;
	}
	if (j->size == 0 || j->size > OCR_NODE_MAX || j->self.rank >= j->size) {
		ocr_log_error(OCR_LOG_NOBODY,
			      "rank %u of %u processes: a job has at most %u",
			      (unsigned)j->self.rank, (unsigned)j->size,
			      (unsigned)OCR_NODE_MAX);
		return -ERANGE;
	}
	if (get_u32(j, PMIX_RANK_WILDCARD, PMIX_LOCAL_SIZE, &j->local_size) ||
	    j->local_size == 0)
		j->local_size = 1;
	if (get_u32(j, j->self.rank, PMIX_LOCAL_RANK, &j->local_rank))
		j->local_rank = 0;
	if (get_u32(j, PMIX_RANK_WILDCARD, PMIX_NUM_NODES, &j->hosts) ||
	    j->hosts == 0)
		j->hosts = j->local_size >= j->size ? 1 : 2;
	return read_neighbours(j);
}

/* On a thread of PMIx. */
static void
on_server_lost(void *arg)
{
	struct ocr_job *j = arg;

	if (!atomic_load_explicit(&j->leaving, memory_order_acquire))
		ocr_lifeline_snap(j->lifeline);
}

/* The lifeline is the caller's, whatever this returns. */
static int
join(struct ocr_job *j)
{
	pmix_status_t rc;
	int err = ocr_open_files_check();

	if (err != 0)
		return err;
	err = ocr_lifeline_open(&j->lifeline);
	if (err != 0) {
		ocr_log_error(OCR_LOG_NOBODY,
			      "cannot watch over the launcher: %s",
			      strerror(-err));
		return err;
	}
	rc = PMIx_Init(&j->self, NULL, 0);
	if (rc == PMIX_ERR_UNREACH) {
		ocr_log_warn(OCR_LOG_NOBODY,
			     "PMIX_RANK is set, but no PMIx server answers: "
			     "this is a job of one node, unless the launcher "
			     "has ended");
		return ocr_launcher_check();
	}
	if (rc != PMIX_SUCCESS) {
		ocr_log_error(OCR_LOG_NOBODY, "PMIx_Init: %s",
			      PMIx_Error_string(rc));
		return -EPROTO;
	}
	j->pmix = true;
	j->server.lost = on_server_lost;
	j->server.arg = j;
	if (ocr_server_watch(&j->server) != 0)
		ocr_log_info(j->self.rank,
			     "PMIx does not tell when the launcher is gone");
	err = read_job(j);
	if (err != 0)
		PMIx_Finalize(NULL, 0);
	return err;
}

static void
let_go(struct ocr_job *j)
{
	if (j->lifeline != NULL)
		ocr_lifeline_close(j->lifeline);
	j->lifeline = NULL;
}

/* Without /sys, as in some containers, hwloc tells every process that it knows
 * little of the machine; PMIx loads it too.  Once is enough, and for those who
 * ask. */
static void
hush_hwloc(void)
{
	static const char cpus[] = "/sys/devices/system/cpu";

	if (access(cpus, F_OK) == 0 || getenv("HWLOC_HIDE_ERRORS") != NULL)
		return;
	ocr_log_info(OCR_LOG_NOBODY,
		     "there is no %s: which processors and memory are near "
		     "each other is not known",
		     cpus);
	setenv("HWLOC_HIDE_ERRORS", "2", 0);
}

int
ocr_job_open(struct ocr_job **out)
{
	struct ocr_job *j = calloc(1, sizeof(*j));
	int err;

	if (j == NULL)
		return -ENOMEM;
	hush_hwloc();
	ocr_open_files_raise();
	j->size = j->local_size = j->hosts = 1;
	j->start_s = OCR_START_S;
	if (getenv("PMIX_NAMESPACE") != NULL && getenv("PMIX_RANK") != NULL)
		err = join(j);
	else
		err = ocr_launcher_check();
	/* A job of one node outlives whoever has started it, as any program. */
	if (err != 0 || !j->pmix)
		let_go(j);
	if (err != 0) {
		free(j->is_local);
		free(j);
		return err;
	}
	pthread_mutex_init(&j->hosts_lock, NULL);
	if (j->lifeline != NULL)
		ocr_lifeline_name(j->lifeline, ocr_job_rank(j),
				  ocr_job_host(j, ocr_job_rank(j)));
	*out = j;
	return 0;
}

void
ocr_job_close(struct ocr_job *j)
{
	struct host *h;

	ocr_log_repeats(ocr_job_rank(j));
	atomic_store_explicit(&j->leaving, true, memory_order_release);
	if (j->pmix)
		PMIx_Finalize(NULL, 0);
	let_go(j);
	while ((h = j->named) != NULL) {
		j->named = h->next;
		free(h);
	}
	pthread_mutex_destroy(&j->hosts_lock);
	free(j->is_local);
	free(j);
}

ocr_node_t
ocr_job_rank(const struct ocr_job *j)
{
	return j->pmix ? j->self.rank : 0;
}

uint32_t
ocr_job_size(const struct ocr_job *j)
{
	return j->size;
}

uint32_t
ocr_job_local_size(const struct ocr_job *j)
{
	return j->local_size;
}

uint32_t
ocr_job_local_rank(const struct ocr_job *j)
{
	return j->local_rank;
}

uint64_t
ocr_job_number(const struct ocr_job *j)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
	const char *c;

	for (c = j->self.nspace; *c != 0; c++)
		hash = (hash ^ (uint8_t)*c) * UINT64_C(0x100000001b3);
	return hash;
}

uint32_t
ocr_job_hosts(const struct ocr_job *j)
{
	return j->hosts;
}

bool
ocr_job_is_local(const struct ocr_job *j, ocr_node_t peer)
{
	if (!j->pmix)
		return peer == 0;
	return peer < j->size && (j->is_local[peer / 8] >> peer % 8 & 1);
}

ocr_node_t
ocr_job_host_first(const struct ocr_job *j)
{
	ocr_node_t n = 0;

	while (!ocr_job_is_local(j, n))
		n++;
	return n;
}

/* Asks PMIx; NULL when there is no memory. */
static struct host *
name_host(struct ocr_job *j, ocr_node_t peer)
{
	pmix_value_t *v = NULL;
	char own[256] = "";
	const char *name = own;
	struct host *h;

	/* PMIx forgets who has ended. */
	if (ocr_job_is_local(j, peer))
		gethostname(own, sizeof(own) - 1);
	else if (j->pmix && get(j, peer, PMIX_HOSTNAME, &v) == PMIX_SUCCESS &&
		 v != NULL && v->type == PMIX_STRING && v->data.string != NULL)
		name = v->data.string;
	h = malloc(sizeof(*h) + strlen(name) + 1);
	if (h != NULL) {
		h->peer = peer;
		strcpy(h->name, name);
		h->next = j->named;
		j->named = h;
	}
	if (v != NULL)
		PMIX_VALUE_RELEASE(v);
	return h;
}

const char *
ocr_job_host(struct ocr_job *j, ocr_node_t peer)
{
	struct host *h;

	if (peer >= j->size)
		return "";
	pthread_mutex_lock(&j->hosts_lock);
	for (h = j->named; h != NULL; h = h->next)
		if (h->peer == peer)
			break;
	if (h == NULL)
		h = name_host(j, peer);
	pthread_mutex_unlock(&j->hosts_lock);
	return h != NULL ? h->name : "";
}

void
ocr_job_set_start_s(struct ocr_job *j, uint32_t seconds)
{
	j->start_s = seconds;
}

uint32_t
ocr_job_start_s(const struct ocr_job *j)
{
	return j->start_s;
}

void
ocr_job_renew(struct ocr_job *j)
{
	j->renewed++;
}

/* What was published cannot be taken back, and others keep what they have
 * read. */
static void
card_key(const struct ocr_job *j, char *key)
{
	if (j->renewed)
		snprintf(key, KEY_TEXT, CARD_KEY ".%u", j->renewed);
	else
		snprintf(key, KEY_TEXT, CARD_KEY);
}

int
ocr_job_publish(struct ocr_job *j, const void *card, size_t len_bytes)
{
	char key[KEY_TEXT];
	pmix_value_t v;
	pmix_status_t rc;

	if (!j->pmix)
		return 0;
	card_key(j, key);
	PMIX_VALUE_CONSTRUCT(&v);
	v.type = PMIX_BYTE_OBJECT;
	v.data.bo.bytes = (char *)(uintptr_t)card; /* copied by Put */
	v.data.bo.size = len_bytes;
	rc = PMIx_Put(PMIX_GLOBAL, key, &v);
	if (rc == PMIX_SUCCESS)
		rc = PMIx_Commit();
	/* A server waits for what a process is to publish first, not for what
	 * it adds. */
	if (rc == PMIX_SUCCESS && j->renewed)
		rc = PMIx_Fence(NULL, 0, NULL, 0);
	if (rc == PMIX_SUCCESS)
		return 0;
	ocr_log_error(ocr_job_rank(j), "cannot publish this node's card: %s",
		      PMIx_Error_string(rc));
	return -EPROTO;
}

static void
end_fetch(struct fetch *f)
{
	PMIX_INFO_DESTRUCT(&f->info);
	free(f);
}

/* A server may answer "not found" for a process that is just joining, where
 * it would wait for one that has not yet begun to. */
static void
fetched(pmix_status_t status, pmix_value_t *v, void *cbdata)
{
	struct fetch *f = cbdata;

	if (status == PMIX_SUCCESS && v != NULL &&
	    v->type == PMIX_BYTE_OBJECT && v->data.bo.bytes != NULL)
		f->done(f->arg, OCR_FETCHED, v->data.bo.bytes, v->data.bo.size);
	else
		f->done(f->arg,
			status == PMIX_ERR_NOT_FOUND ||
					status == PMIX_ERR_TIMEOUT
				? OCR_FETCHED_LATER
				: OCR_FETCHED_NOTHING,
			NULL, 0);
	end_fetch(f);
}

int
ocr_job_fetch(struct ocr_job *j, ocr_node_t peer, uint32_t seconds,
	      void (*done)(void *arg, enum ocr_fetched what, const void *card,
			   size_t len_bytes),
	      void *arg)
{
	int timeout = (int)seconds;
	struct fetch *f;

	if (!j->pmix || peer >= j->size)
		return -ENOENT;
	f = calloc(1, sizeof(*f));
	if (f == NULL)
		return -ENOMEM;
	f->done = done;
	f->arg = arg;
	card_key(j, f->key);
	PMIX_PROC_LOAD(&f->proc, j->self.nspace, peer);
	PMIX_INFO_CONSTRUCT(&f->info);
	PMIX_INFO_LOAD(&f->info, PMIX_TIMEOUT, &timeout, PMIX_INT);
	if (PMIx_Get_nb(&f->proc, f->key, &f->info, 1, fetched, f) ==
	    PMIX_SUCCESS)
		return 0;
	end_fetch(f);
	return -EIO;
}

static void
fenced(pmix_status_t status, void *cbdata)
{
	struct fence *f = cbdata;

	f->done(f->arg, status == PMIX_SUCCESS ? 0 : -EIO);
	free(f);
}

/* Slurm (22.05) lets the processes of a host go on when they are all there, and
 * does not wait for other hosts, if there is nothing to exchange. */
static bool
must_collect(const struct ocr_job *j)
{
	return j->hosts > 1 && getenv("SLURM_STEP_ID") != NULL;
}

int
ocr_job_fence(struct ocr_job *j, void (*done)(void *arg, int status), void *arg)
{
	bool collect = must_collect(j);
	struct fence *f;
	pmix_status_t rc;

	if (!j->pmix) {
		done(arg, 0);
		return 0;
	}
	f = malloc(sizeof(*f));
	if (f == NULL)
		return -ENOMEM;
	f->done = done;
	f->arg = arg;
	/* Of the whole job, and without exchange of data, if it can be. */
	PMIX_INFO_LOAD(&f->collect, PMIX_COLLECT_DATA, &collect, PMIX_BOOL);
	rc = PMIx_Fence_nb(NULL, 0, &f->collect, 1, fenced, f);
	if (rc == PMIX_SUCCESS)
		return 0;
	free(f);
	if (rc != PMIX_OPERATION_SUCCEEDED)
		return -EIO;
	done(arg, 0);
	return 0;
}

void
ocr_job_settle(struct ocr_job *j, unsigned status)
{
	if (j->lifeline == NULL)
		return;
	ocr_lifeline_settle(j->lifeline, status);
	if (status != 0)
		ocr_keeper_tell(status, false);
}

void
ocr_job_abort(struct ocr_job *j, int status, const char *why)
{
	if (!j->pmix)
		return;
	ocr_keeper_tell(0, true);
	if (j->lifeline != NULL)
		ocr_lifeline_abort(j->lifeline, (unsigned)status & 0xff);
	PMIx_Abort(status, why, NULL, 0);
}
