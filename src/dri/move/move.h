/* SPDX-License-Identifier: BSD-3-Clause */
/* move.h - moves the elements of a pair: from memory to memory, or packed.
 *
 * Knows strides and bytes; knows neither processes nor the network.
 * Promise: touches the elements of the pair and no byte besides.  Goes over the
 * memory once; contiguous runs are joined, and a change of the packing order is
 * done in tiles.
 * Threads: any; calls on different elements may run at the same time.
 */
#ifndef SRC_DRI_MOVE_MOVE_H
#define SRC_DRI_MOVE_MOVE_H

#include "src/dri/shape/plan.h"

#include <stddef.h>
#include <stdint.h>

/* How elements lie in the two memories. */
struct dri_mover {
	int ndims;
	/* Bytes of an element as it is moved, at most DRI_MAX_OPAQUE; a split
	 * complex element is two halves, each moved by itself. */
	size_t elem_bytes;
	/* Elements, as ocr_dri_shape_strides() gives them. */
	int64_t src_stride[DRI_MAX_DIMS], dst_stride[DRI_MAX_DIMS];
	/* Elements that lie together on one side, and apart on the other: so
	 * many, and bytes from one to the next.  0: each moves by itself.  In
	 * packed form, and where runs are looked for, each does. */
	int parts;
	int64_t src_part, dst_part;
};

/* All elements of the pair from src to dst, the begins of the two buffers (or
 * of one part of each, real or imaginary), and m->parts of each at once. */
void ocr_dri_move(const struct dri_mover *m, const struct dri_pair *p,
		  const void *src, void *dst);

/* The packed form: the pair's elements one after the other, in the order in
 * which they lie in the receiver's memory.
 * Packs elements [first, first + n) of it from src into out, ... */
void ocr_dri_pack(const struct dri_mover *m, const struct dri_pair *p,
		  int64_t first, int64_t n, const void *src, void *out);
/* ... and puts them where they belong in dst. */
void ocr_dri_unpack(const struct dri_mover *m, const struct dri_pair *p,
		    int64_t first, int64_t n, const void *in, void *dst);

/* In how many contiguous runs the pair lies in the receiver's memory (dst), and
 * in how many that are contiguous in the sender's too (both): the mean length
 * of a run is p->elements by that number. */
struct dri_runs {
	int64_t dst, both;
};
void ocr_dri_count_runs(const struct dri_mover *m, const struct dri_pair *p,
			struct dri_runs *out);

/* Where the packed element `first` lies in the two memories (bytes from their
 * begins), and how many elements from it on are contiguous in the receiver's
 * memory (dst_run), and in both (run).  To go over the runs, from anywhere:
 *
 *	for (at = first; at < end; at += n) {
 *		ocr_dri_locate(m, p, at, &place);
 *		n = min(place.dst_run, end - at);
 *	}
 *
 * Takes no time that grows with the runs but a logarithm.  A dst_run of so many
 * pieces that this could not be kept is given in parts. */
struct dri_place {
	int64_t src_bytes, dst_bytes;
	int64_t dst_run, run;
};
void ocr_dri_locate(const struct dri_mover *m, const struct dri_pair *p,
		    int64_t first, struct dri_place *out);

/* Is there anything that ocr_dri_fill_zeros() may have to do? */
bool ocr_dri_has_zeros(const struct dri_shape *s);

/* Writes zeros to what the receiver `rank` stores beyond the array's ends under
 * DRI_OVERLAP_PAD_ZEROS; elem_bytes as above. */
void ocr_dri_fill_zeros(const struct dri_shape *s, int rank, size_t elem_bytes,
			void *buf);

#endif
