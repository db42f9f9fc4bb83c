/* SPDX-License-Identifier: BSD-3-Clause */
/* chain.h - the tasks of a tile, one after the other; see cholesky.c.
 *
 * Knows nothing of what comes before and after them.
 */
#ifndef APPS_CHOLESKY_CHAIN_H
#define APPS_CHOLESKY_CHAIN_H

#include "apps/cholesky/plan.h"

/* Frobenius norms, of A - L L^T and of A: of a tile, a row of tiles, or all. */
struct norms {
	double residual;
	double matrix;
};

/* The affinity of the node where a tile lives. */
u8 chain_find_home(const struct plan *p, u64 row, u64 column, ocrGuid_t *node);

/* The event of a tile, which has its block once it is of L. */
u8 chain_find_final(const struct plan *p, u64 row, u64 column,
		    ocrGuid_t *event);

/* Creates the templates that the plan names. */
u8 chain_create_templates(struct plan *p);

/* Starts the chains that turn A into L; `make`: with tasks that make the tiles
 * of A from the plan's seed. */
u8 chain_start_factor(const struct plan *p, ocrGuid_t plan_block, bool make);

/* Starts the chains that turn the copy of A into A - L L^T.  For each row of
 * tiles they add a block with its norms to a slot of `report`. */
u8 chain_start_residual(const struct plan *p, ocrGuid_t plan_block,
			ocrGuid_t report);

/* Adds up such blocks, and destroys them. */
struct norms chain_combine(const ocrEdtDep_t depv[], u64 count);

#endif
