/* SPDX-License-Identifier: BSD-3-Clause */
/* domain.h - the atoms of a part of the box, and what domains send each other.
 *
 * A domain has whole cells of the box, and a layer of its neighbours' cells
 * around them.  In each step it says to each of the 26 domains around it, once,
 * which of its atoms have moved there, and where those are that the other needs
 * for its forces:
 *
 *	atoms that it has --> a message for each direction
 *	atoms that stay, messages of all directions --> cells
 *	cells --> forces --> atoms that it has, a step later
 *
 * An atom moves less than a cell in a step, and a domain is two cells wide or
 * all of the box: nobody needs an atom of one that is no neighbour.  The
 * neighbour may be the domain itself, on the other side of the box.
 * Knows nothing of OCR's calls.
 */
#ifndef APPS_MD_DOMAIN_H
#define APPS_MD_DOMAIN_H

#include "apps/md/atom.h"

#include <stddef.h>

/* The liquid has 14 to 21 in one. */
#define CELL_ATOMS 64

/* x + 3 y + 9 z, of -1, 0 and 1 each, and the middle is the domain itself. */
#define DIRECTIONS 27
#define MIDDLE	   13

static inline int
direction_along(u32 direction, int axis)
{
	static const u32 power[AXES] = {1, 3, 9};

	return (int)(direction / power[axis] % 3) - 1;
}

/* Where what leaves that way comes from. */
static inline u32
opposite(u32 direction)
{
	return DIRECTIONS - 1 - direction;
}

/* How the box is cut: domain x + X (y + Y z) of X x Y x Z. */
struct cuts {
	struct box box;
	u32 domains[AXES];
};

/* The domain that is this way from that one. */
u32 cuts_neighbour(const struct cuts *c, u32 domain, u32 direction);

/* An atom, with its cell in the frame of whoever has it: -1 and more are those
 * of neighbours. */
struct place {
	s32 at[AXES];
};

struct cell {
	u64 n;
	struct atom atom[CELL_ATOMS];
};

struct domain {
	struct cuts cuts;
	u32 number;
	u32 first[AXES], cells[AXES]; /* of the box's cells */
	u64 n;			      /* atoms that it has */
	struct energy first_energy;   /* of those in the first step */
	struct energy energy;	      /* and in the last */
	/* All with room for its cells' atoms; cell: with the layer around. */
	struct atom *atom;
	struct place *place;
	struct cell *cell;
};

/* What one domain says to another in a step. */
struct message {
	u64 atoms; /* that are the other's now */
	u64 ghosts;
};

/* What went wrong, as a sentence; NULL: nothing. */
typedef const char *domain_fault;

/* The bytes of a domain's block. */
u64 domain_bytes(const struct cuts *c, u32 number);

/* Makes a block a domain in the beginning; the pointers inside are those of
 * this address.  domain_here() sets them for another. */
domain_fault domain_init(struct domain *d, const struct cuts *c, u32 number,
			 double temperature);
void domain_here(struct domain *d);

/* The bytes of the message for a direction, and the message.  NULL as `m`
 * counts only. */
u64 domain_tell(const struct domain *d, u32 direction, struct message *m);

/* What comes before the messages of a step are taken: what stays.  Then each
 * of them. */
domain_fault domain_stay(struct domain *d);
domain_fault domain_take(struct domain *d, const struct message *m);

/* The rest of a step: forces, the second half of the last step's kick unless it
 * is the first, and, unless it is the last, the first half and the way. */
domain_fault domain_go(struct domain *d, double dt, bool is_first,
		       bool is_last);

/* Steps of the whole box by a plain serial loop, atom i in atom[i]: from the
 * crystal on.  False: memory has run out. */
bool serial_run(const struct box *b, double temperature, double dt, u64 steps,
		struct atom *atom, struct energy *energy);

#endif
