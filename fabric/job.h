/* SPDX-License-Identifier: BSD-3-Clause */
/* job.h - who is in this job: size, rank, neighbours; names of endpoints.
 *
 * Wraps PMIx.  Knows nothing of libfabric or ops.  Without a PMIx server the
 * job has one node, and PMIx is not even started; but several processes that
 * were started together without one are refused (launcher.h).
 * Threads: from the thread that opened it, but for job_fetch and job_abort.
 */
#ifndef FABRIC_JOB_H
#define FABRIC_JOB_H

#include "fabric/node.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ocr_job;

/* Joins the job that the launcher describes.  0, or -errno with the cause
 * already logged. */
int ocr_job_open(struct ocr_job **j);
/* Leaves it.  Without fence: the others are not waited for. */
void ocr_job_close(struct ocr_job *j);

ocr_node_t ocr_job_rank(const struct ocr_job *j);
uint32_t ocr_job_size(const struct ocr_job *j);
/* Processes of this job on this host (>= 1), and this one's number among
 * them. */
uint32_t ocr_job_local_size(const struct ocr_job *j);
uint32_t ocr_job_local_rank(const struct ocr_job *j);
/* The same on all nodes, and hardly ever that of another job.  No secret. */
uint64_t ocr_job_number(const struct ocr_job *j);
/* Number of hosts. */
uint32_t ocr_job_hosts(const struct ocr_job *j);
bool ocr_job_is_local(const struct ocr_job *j, ocr_node_t peer);
/* The first node of this host. */
ocr_node_t ocr_job_host_first(const struct ocr_job *j);
/* The name of the host that runs `peer`, for messages; "" when not known.
 * Valid until close. */
const char *ocr_job_host(struct ocr_job *j, ocr_node_t peer);

/* The nodes have closed their endpoints and are about to open others, with
 * cards of their own.  On all nodes, before those are published. */
void ocr_job_renew(struct ocr_job *j);

/* Publishes this node's card: what others need to reach it.  Once; once more
 * after each ocr_job_renew(), and then it waits for all nodes to do so. */
int ocr_job_publish(struct ocr_job *j, const void *card, size_t len_bytes);

/* How long a node may take from its start to its card, 0: for ever.  Under
 * load, starting a program from a network file system takes minutes.  Set
 * before the first card is asked for, if at all. */
#define OCR_START_S 300
void ocr_job_set_start_s(struct ocr_job *j, uint32_t seconds);
uint32_t ocr_job_start_s(const struct ocr_job *j);

/* What PMIx knows of a card. */
enum ocr_fetched {
	OCR_FETCHED,	    /* it is here */
	OCR_FETCHED_LATER,  /* it is not published yet: ask again, if in time */
	OCR_FETCHED_NOTHING /* it cannot be had */
};

/* Asks for the card of `peer`, for which a server may wait so many seconds, 0:
 * for ever; never blocks.  done runs on some thread of PMIx with the card
 * (borrowed), if it is here.  0 or -errno. */
int ocr_job_fetch(struct ocr_job *j, ocr_node_t peer, uint32_t seconds,
		  void (*done)(void *arg, enum ocr_fetched what,
			       const void *card, size_t len_bytes),
		  void *arg);

/* All nodes have arrived: starts waiting, done runs on a thread of PMIx. */
int ocr_job_fence(struct ocr_job *j, void (*done)(void *arg, int status),
		  void *arg);

/* The job ends with this exit status, and the launcher may end this process. */
void ocr_job_settle(struct ocr_job *j, unsigned status);

/* Asks the launcher to end the whole job with this exit status; why was told.
 */
void ocr_job_abort(struct ocr_job *j, int status, const char *why);

#endif
