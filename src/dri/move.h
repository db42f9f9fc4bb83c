/* SPDX-License-Identifier: BSD-3-Clause */
/* move.h - moves the elements of a pair: from memory to memory, or packed.
 *
 * Knows strides and bytes; knows neither processes nor the network.
 * Promise: touches the elements of the pair and no byte besides.  Goes over the
 * memory once; contiguous runs are joined, and a change of the packing order is
 * done in tiles.
 * Threads: any; calls on different elements may run at the same time.
 */
#ifndef SRC_DRI_MOVE_H
#define SRC_DRI_MOVE_H

#include "src/dri/plan.h"

#include <stddef.h>
#include <stdint.h>

/* How elements lie in the two memories. */
struct dri_mover {
	int ndims;
	/* Bytes of an element as it is moved, a power of two up to 16; a split
	 * complex element is two halves, each moved by itself. */
	size_t elem_bytes;
	int64_t src_stride[DRI_MAX_DIMS],
		dst_stride[DRI_MAX_DIMS]; /* elements */
};

/* All elements of the pair from src to dst, the begins of the two buffers (or
 * of one part of each, real or imaginary). */
void ocr_dri_move(const struct dri_mover *m, const struct dri_pair *p,
		  const void *src, void *dst);

/* The packed form: the pair's elements one after the other, in an order that
 * depends on the pair and on dst_stride alone, such that what is contiguous in
 * the receiver's memory is so here as well.
 * Packs elements [first, first + n) of it from src into out, ... */
void ocr_dri_pack(const struct dri_mover *m, const struct dri_pair *p,
		  int64_t first, int64_t n, const void *src, void *out);
/* ... and puts them where they belong in dst. */
void ocr_dri_unpack(const struct dri_mover *m, const struct dri_pair *p,
		    int64_t first, int64_t n, const void *in, void *dst);

/* The longest runs in packed form that are contiguous in the receiver's memory:
 * all have this many elements (the shortest one counts), and whether they are
 * contiguous in the sender's memory too. */
int64_t ocr_dri_run_elements(const struct dri_mover *m,
			     const struct dri_pair *p, int *both);

/* Where the packed element `first` lies in the two memories (bytes), and how
 * many elements from it on are contiguous in the receiver's memory (dst_run),
 * and in both (run). */
struct dri_place {
	int64_t src_bytes, dst_bytes;
	int64_t dst_run, run;
};
void ocr_dri_locate(const struct dri_mover *m, const struct dri_pair *p,
		    int64_t first, struct dri_place *out);

/* Writes zeros to what the receiver `rank` stores beyond the array's ends under
 * DRI_OVERLAP_PAD_ZEROS; elem_bytes as above. */
void ocr_dri_fill_zeros(const struct dri_shape *s, int rank, size_t elem_bytes,
			void *buf);

#endif
