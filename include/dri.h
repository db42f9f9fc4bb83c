/* SPDX-License-Identifier: BSD-3-Clause */
/* dri.h - the Data Reorganization Interface (draft of 18 January 2001).
 *
 * A program describes a global array, how each side splits it over its
 * processes and how each process stores its part, and connects the two sides by
 * a channel; the library moves the data.
 *
 *   DRI_Init
 *   DRI_Global_Data_create          the array: sizes
 *   DRI_Partition_create_*          how to split a dimension
 *   DRI_Distribution_create[_simple]  the array, split over a group, and stored
 *   DRI_Bufferset_*_create          memory
 *   DRI_Channel_create_send, _rcv   one side of a reorganization
 *   DRI_Channel_connect[_sendrecv]  both sides meet
 *   DRI_Channel_get, DRI_Channel_put   again and again
 *   DRI_Finalize
 *
 * Every call returns a status: DRI_SUCCESS or one of enum DRI_Status, of which
 * DRI_strerror() gives the text.  When a call fails, nothing has changed, and
 * no output has been written.  What exactly was wrong with an argument goes to
 * standard error, a line with the numbers and names in question, of each kind
 * ten times; so does what concerns several processes (a refused connection, a
 * lost process).  What may be in a sound program (not connected, busy, no
 * member) is told if DRI_Init got --dri-verbose or OCR_VERBOSE=1 is set.
 *
 * Units: sizes, counts, offsets, lengths and strides are int64_t and count
 * elements of the array unless a name says bytes.  Dimension 0 comes first
 * everywhere, and is the most contiguous one by default.
 * Ranks in a logical grid of processes (group_dims) count along dimension 0
 * first: rank = c0 + group_dims[0] * (c1 + group_dims[1] * (c2 + ...)).
 *
 * Objects go by handles, which are values: copy them as you like.  Each object
 * that a call creates is destroyed once, by its destroy call, which puts the
 * null object into the handle that it is given.  Objects that are made of
 * others keep what they need of them: a partition may be destroyed as soon as
 * the distribution exists.  Predefined objects need not be destroyed; to do so
 * is no error and changes nothing but the handle.
 *
 * Calls that are local and make no use of other processes (global data,
 * overlaps, partitions, layouts, distributions, data types, DRI_strerror) work
 * before DRI_Init and without it, in OCR tasks too.
 * Threads: every call may be made by any thread; DRI_Init and DRI_Finalize by
 * one at a time.  A channel is used by one thread at a time.
 *
 * Numbers after a call name the section of the draft: 3 or 4.  Calls marked
 * "ours" are not in the draft; DRI.md says why they are here, and what was
 * chosen where the draft is silent.
 */
#ifndef DRI_H
#define DRI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The most dimensions of global data. */
#define DRI_MAX_DIMS 8

/* The longest name of global data or a channel, in bytes, without the zero. */
#define DRI_MAX_NAME 255

enum DRI_Status {
	DRI_SUCCESS = 0,
	DRI_ERR_INIT,	       /* DRI_Init was not called, or failed */
	DRI_ERR_FINALIZED,     /* DRI_Finalize was called */
	DRI_ERR_NULL,	       /* a null pointer, or a null object */
	DRI_ERR_HANDLE,	       /* no such object, or it was destroyed */
	DRI_ERR_NDIMS,	       /* not 1 to DRI_MAX_DIMS dimensions */
	DRI_ERR_SIZE,	       /* a size, count or length is out of range */
	DRI_ERR_NAME,	       /* a name is empty or too long */
	DRI_ERR_RANK,	       /* a rank outside of the group, or twice */
	DRI_ERR_NOT_MEMBER,    /* the caller is not in the group */
	DRI_ERR_OVERLAP,       /* an overlap's kind or width */
	DRI_ERR_PARTITION,     /* minsz, mod or blksz cannot be kept */
	DRI_ERR_GROUP_DIMS,    /* their product is not the group's size */
	DRI_ERR_LAYOUT,	       /* packing orders are not 0 to ndims - 1 */
	DRI_ERR_BLOCK,	       /* no block of that number */
	DRI_ERR_DATASPEC,      /* no such data type */
	DRI_ERR_BUFFER_SIZE,   /* buffers too small for the distribution */
	DRI_ERR_BUFFER_STATE,  /* a buffer that the program does not hold */
	DRI_ERR_BUFFER_COUNT,  /* not the same number of buffers everywhere */
	DRI_ERR_BUFFER_SHARED, /* this buffer set has another use already */
	DRI_ERR_SIDE,	       /* a send channel where a receive one must be */
	DRI_ERR_CONNECTED,     /* connected already */
	DRI_ERR_NOT_CONNECTED, /* not connected yet */
	DRI_ERR_MISMATCH,      /* processes of a side differ in its size */
	DRI_ERR_GROUPS,	       /* the groups of the sides overlap in part */
	DRI_ERR_BUSY,	       /* buffers are with the program, or moving */
	DRI_ERR_NO_MEMORY,     /* out of memory */
	DRI_ERR_SYSTEM,	       /* the job or the network failed */
	DRI_ERR_CROSSED,       /* processes of different groups met */
	DRI_ERR_TYPES,	       /* data types that do not go together */
	DRI_ERR_SIZES,	       /* the sides differ in sizes of the array */
	DRI_ERR_DISTRIBUTION,  /* processes of a side differ in it */
	DRI_ERR_TIMEOUT,       /* no buffer has come in that time */
	DRI_ERR_TOO_MANY,      /* more calls of a process connect than may */
	DRI_STATUSES
};

/* Ours.  The text of a status, for people; static, never NULL. */
const char *DRI_strerror(int status);

/* -- Handles -------------------------------------------------------------- */

/* Not pointers to anything: numbers in disguise, checked whenever used. */
typedef struct DRI_Global_Data_ *DRI_Global_Data;
typedef struct DRI_Group_ *DRI_Group;
typedef struct DRI_Overlap_ *DRI_Overlap;
typedef struct DRI_Partition_ *DRI_Partition;
typedef struct DRI_Layout_ *DRI_Layout;
typedef struct DRI_Distribution_ *DRI_Distribution;
typedef struct DRI_Dataspec_ *DRI_Dataspec;
typedef struct DRI_Bufferset_ *DRI_Bufferset;
typedef struct DRI_Buffer_Id_ *DRI_Buffer_Id;
typedef struct DRI_Channel_ *DRI_Channel;

#define DRI_GLOBAL_DATA_NULL  ((DRI_Global_Data)0)
#define DRI_GROUP_NULL	      ((DRI_Group)0)
#define DRI_OVERLAP_NULL      ((DRI_Overlap)0)
#define DRI_PARTITION_NULL    ((DRI_Partition)0)
#define DRI_LAYOUT_NULL	      ((DRI_Layout)0) /* ours */
#define DRI_DISTRIBUTION_NULL ((DRI_Distribution)0)
#define DRI_DATASPEC_NULL     ((DRI_Dataspec)0)
#define DRI_BUFFERSET_NULL    ((DRI_Bufferset)0)
#define DRI_BUFFER_ID_NULL    ((DRI_Buffer_Id)0)
#define DRI_CHANNEL_NULL      ((DRI_Channel)0)

/* All processes of the job; from DRI_Init on. */
#define DRI_GROUP_WORLD ((DRI_Group)1)

/* No neighbour's elements are kept. */
#define DRI_NO_OVERLAP ((DRI_Overlap)1)

/* The dimension is not divided. */
#define DRI_PARTITION_WHOLE ((DRI_Partition)1)

/* Packing order N, 0 to DRI_MAX_DIMS - 1: 0 is the most contiguous. */
#define DRI_LAYOUT_PACKED(N)  ((DRI_Layout)(intptr_t)(1 + (N)))
#define DRI_LAYOUT_UNIFORM(N) ((DRI_Layout)(intptr_t)(1 + DRI_MAX_DIMS + (N)))
#define DRI_LAYOUT_PACKED_0   DRI_LAYOUT_PACKED(0)
#define DRI_LAYOUT_PACKED_1   DRI_LAYOUT_PACKED(1)
#define DRI_LAYOUT_PACKED_2   DRI_LAYOUT_PACKED(2)
#define DRI_LAYOUT_PACKED_3   DRI_LAYOUT_PACKED(3)
#define DRI_LAYOUT_PACKED_4   DRI_LAYOUT_PACKED(4)
#define DRI_LAYOUT_PACKED_5   DRI_LAYOUT_PACKED(5)
#define DRI_LAYOUT_PACKED_6   DRI_LAYOUT_PACKED(6)
#define DRI_LAYOUT_PACKED_7   DRI_LAYOUT_PACKED(7)
#define DRI_LAYOUT_UNIFORM_0  DRI_LAYOUT_UNIFORM(0)
#define DRI_LAYOUT_UNIFORM_1  DRI_LAYOUT_UNIFORM(1)
#define DRI_LAYOUT_UNIFORM_2  DRI_LAYOUT_UNIFORM(2)
#define DRI_LAYOUT_UNIFORM_3  DRI_LAYOUT_UNIFORM(3)
#define DRI_LAYOUT_UNIFORM_4  DRI_LAYOUT_UNIFORM(4)
#define DRI_LAYOUT_UNIFORM_5  DRI_LAYOUT_UNIFORM(5)
#define DRI_LAYOUT_UNIFORM_6  DRI_LAYOUT_UNIFORM(6)
#define DRI_LAYOUT_UNIFORM_7  DRI_LAYOUT_UNIFORM(7)

/* -- Data types (3) ------------------------------------------------------- */

#define DRI_FLOAT		 ((DRI_Dataspec)1) /* float */
#define DRI_DOUBLE		 ((DRI_Dataspec)2) /* double */
#define DRI_COMPLEX		 ((DRI_Dataspec)3) /* float [2]: real, imaginary */
#define DRI_DOUBLE_COMPLEX	 ((DRI_Dataspec)4) /* double [2] */
/* A buffer of `local_count` elements holds all their real parts, then all
 * their imaginary parts, local_count numbers each. */
#define DRI_COMPLEX_SPLIT	 ((DRI_Dataspec)5)
#define DRI_DOUBLE_COMPLEX_SPLIT ((DRI_Dataspec)6)
#define DRI_INTEGER		 ((DRI_Dataspec)7)  /* int */
#define DRI_SHORT		 ((DRI_Dataspec)8)  /* short */
#define DRI_UNSIGNED_SHORT	 ((DRI_Dataspec)9)  /* unsigned short */
#define DRI_LONG		 ((DRI_Dataspec)10) /* long */
#define DRI_UNSIGNED_LONG	 ((DRI_Dataspec)11) /* unsigned long */

/* Ours. */
#define DRI_INT8		((DRI_Dataspec)12) /* int8_t */
#define DRI_UINT8		((DRI_Dataspec)13) /* uint8_t */
#define DRI_UNSIGNED_INTEGER	((DRI_Dataspec)14) /* unsigned int */
#define DRI_INT64		((DRI_Dataspec)15) /* int64_t */
#define DRI_UINT64		((DRI_Dataspec)16) /* uint64_t */
#define DRI_COMPLEX_INT8	((DRI_Dataspec)17) /* int8_t [2] */
#define DRI_COMPLEX_INT16	((DRI_Dataspec)18) /* int16_t [2] */
#define DRI_COMPLEX_INT8_SPLIT	((DRI_Dataspec)19) /* as those above */
#define DRI_COMPLEX_INT16_SPLIT ((DRI_Dataspec)20)
/* Ours.  An element of N bytes, 1 to DRI_MAX_OPAQUE, which the library does not
 * look into: a struct, a row of samples.  Two of the same N are one type. */
#define DRI_OPAQUE(N)		((DRI_Dataspec)(intptr_t)(DRI_OPAQUE_0 + (N)))
#define DRI_OPAQUE_0		(1 << 24)
#define DRI_MAX_OPAQUE		32768

/* (3) Writes to *nbytes the bytes of one element, both parts of a complex one.
 * DRI_ERR_NULL, DRI_ERR_DATASPEC. */
int DRI_Dataspec_get_size(DRI_Dataspec dataspec, int64_t *nbytes);

/* -- Begin and end -------------------------------------------------------- */

/* (3) Joins the job that the launcher (PMIx) describes; without a launcher the
 * program is a job of one process.  Collective: returns when all processes of
 * the job have called it.  Removes its own options from the program's
 * arguments:
 *   --dri-verbose         say on standard error what is decided and refused
 *   --dri-provider NAME   libfabric provider, as OCR_PROVIDER
 *   --dri-interface NAME  network interface, as OCR_INTERFACE
 *   --dri-mem-limit SIZE  most bytes of buffers (k, m, g), as OCR_MEM_LIMIT
 *   --dri-by-network      move data by the network even between processes of a
 *                         host, which else share memory; OCR_DRI_BY_NETWORK=1
 * argcp and argvp may both be NULL: there are no options then.  Variables of
 * the environment that begin with OCR_ say the same; an option goes first.
 * DRI_ERR_INIT if it was called before, DRI_ERR_FINALIZED, DRI_ERR_NULL (one of
 * the two is), DRI_ERR_SIZE or DRI_ERR_NAME (an option has no or a bad value),
 * DRI_ERR_SYSTEM with the cause on standard error; also for each of several
 * processes of a launcher that serves no PMIx, unless OCR_ALONE=1. */
int DRI_Init(int *argcp, char ***argvp);

/* (4) Leaves the job; no other call that needs DRI_Init works afterwards.  What
 * was put still arrives.  Objects that still exist are destroyed, and memory
 * that the library gave out is gone.  Returns when all processes of the job
 * have called it (doc/use/DRI.md).  DRI_ERR_INIT, DRI_ERR_FINALIZED. */
int DRI_Finalize(void);

/* -- Global data ---------------------------------------------------------- */

/* (3) An array of ndims dimensions (1 to DRI_MAX_DIMS) with dimsizes[d]
 * elements each (at least 1; the product fits in int64_t).  Local; all
 * processes that reorganize it give the same sizes.  `name` is for messages and
 * may be NULL. DRI_ERR_NULL, DRI_ERR_NDIMS, DRI_ERR_SIZE, DRI_ERR_NAME,
 * DRI_ERR_NO_MEMORY. */
int DRI_Global_Data_create(int ndims, const int64_t *dimsizes, const char *name,
			   DRI_Global_Data *gdo);

/* (4) Local.  DRI_ERR_NULL, DRI_ERR_HANDLE. */
int DRI_Global_Data_destroy(DRI_Global_Data *gdo);

/* -- Groups --------------------------------------------------------------- */

/* (3) The processes with ranks rank_list[0 .. num_ranks) in original_group, in
 * this order, which gives them their ranks in the new group.  Local; the caller
 * need not be one of them.
 * DRI_ERR_INIT, DRI_ERR_NULL, DRI_ERR_HANDLE, DRI_ERR_SIZE (num_ranks < 1),
 * DRI_ERR_RANK (outside of the group, or named twice), DRI_ERR_NO_MEMORY. */
int DRI_Group_create(DRI_Group original_group, int num_ranks,
		     const int *rank_list, DRI_Group *new_group);

/* (3) The caller's rank, 0 to size - 1.  Local.
 * DRI_ERR_INIT, DRI_ERR_NULL, DRI_ERR_HANDLE, DRI_ERR_NOT_MEMBER. */
int DRI_Group_get_rank(DRI_Group group, int *rank);

/* (3) The number of processes.  Local; for members only, as the draft says.
 * DRI_ERR_INIT, DRI_ERR_NULL, DRI_ERR_HANDLE, DRI_ERR_NOT_MEMBER. */
int DRI_Group_get_size(DRI_Group group, int *size);

/* (4) Local.  DRI_ERR_NULL, DRI_ERR_HANDLE. */
int DRI_Group_destroy(DRI_Group *grp);

/* -- Overlaps ------------------------------------------------------------- */

/* What lies beyond the ends of the array; between neighbours an overlap always
 * holds the neighbour's elements.  n is the overlap's num_pos. */
typedef enum {
	DRI_OVERLAP_PAD_TRUNCATE = 1, /* nothing: no memory either */
	DRI_OVERLAP_PAD_TOROIDAL,     /* the n elements at the opposite end */
	DRI_OVERLAP_PAD_ZEROS,	      /* zeros */
	/* A copy of the n outermost elements of the block that is at this end,
	 * in their order; of a block with fewer, over and over. */
	DRI_OVERLAP_PAD_REPLICATED
} DRI_Overlap_type;

/* (3) num_pos >= 0 elements on one side of each block.  Local.
 * DRI_ERR_NULL, DRI_ERR_OVERLAP, DRI_ERR_NO_MEMORY. */
int DRI_Overlap_create(DRI_Overlap_type ovr_type, int64_t num_pos,
		       DRI_Overlap *overlaph);

/* Ours.  What an overlap is, so that blocks can be read; DRI_NO_OVERLAP is 0
 * elements of DRI_OVERLAP_PAD_TRUNCATE.  Either pointer may be NULL.
 * DRI_ERR_NULL, DRI_ERR_HANDLE. */
int DRI_Overlap_get_info(DRI_Overlap ov, DRI_Overlap_type *ovr_type,
			 int64_t *num_pos);

/* (4) Local.  DRI_ERR_NULL, DRI_ERR_HANDLE. */
int DRI_Overlap_destroy(DRI_Overlap *ov);

/* -- Partitions ----------------------------------------------------------- */

/* (3) Splits a dimension in one block for each process: of at least minsz
 * elements (0: any), a multiple of mod (1: any); those that cannot get so many
 * get none.  Blocks differ by mod elements at most; the larger ones come first.
 * Whether a dimension can be split so is known when a distribution is created.
 * Local.  DRI_ERR_NULL, DRI_ERR_HANDLE, DRI_ERR_PARTITION (minsz < 0 or
 * mod < 1), DRI_ERR_NO_MEMORY. */
int DRI_Partition_create_block(int64_t minsz, int64_t mod, DRI_Overlap lov,
			       DRI_Overlap rov, DRI_Partition *part);

/* (3) Splits a dimension in blocks of blksz >= 1 elements, dealt out in turn;
 * minsz (0: any) and mod (1: any) hold for the blocks at the end that are
 * smaller.  minsz is at most blksz, and mod divides blksz.  Local.
 * DRI_ERR_NULL, DRI_ERR_HANDLE, DRI_ERR_PARTITION, DRI_ERR_NO_MEMORY. */
int DRI_Partition_create_blockcyclic(int64_t minsz, int64_t mod,
				     DRI_Overlap lov, DRI_Overlap rov,
				     int64_t blksz, DRI_Partition *part);

/* (3) *part = DRI_PARTITION_WHOLE.  A whole dimension that is spread over
 * several processes is replicated: each has all of it.  DRI_ERR_NULL. */
int DRI_Partition_create_whole(DRI_Partition *part);

/* (4) Local.  DRI_ERR_NULL, DRI_ERR_HANDLE. */
int DRI_Partition_destroy(DRI_Partition *part);

/* -- Layouts -------------------------------------------------------------- */

/* (3) How a process stores one dimension of all its blocks together: order 0 to
 * DRI_MAX_DIMS - 1 is its place among the dimensions, 0 the most contiguous.
 * Packed: as many elements as the process has; uniform: as many as the process
 * of the group that has most.  These return the predefined objects.  Local.
 * DRI_ERR_NULL, DRI_ERR_LAYOUT. */
int DRI_Layout_create_packed(int order, DRI_Layout *layout);
int DRI_Layout_create_uniform(int order, DRI_Layout *layout);

/* (3) The general case, which the draft leaves open: packed, but an element is
 * followed by stride - 1 >= 0 empty places of its size; in a dimension that is
 * not the most contiguous one these are whole rows (planes, ...).  What lies in
 * empty places is never read nor written.  Local.
 * DRI_ERR_NULL, DRI_ERR_LAYOUT, DRI_ERR_NO_MEMORY. */
int DRI_Layout_create(int order, int64_t stride, DRI_Layout *layout);

/* Ours.  Local.  DRI_ERR_NULL, DRI_ERR_HANDLE. */
int DRI_Layout_destroy(DRI_Layout *layout);

/* -- Distributions -------------------------------------------------------- */

/* (3) Splits the array gdo of n dimensions over group_size >= 1 processes, of
 * which the caller is number myrank.  group_dims[n] says over how many
 * processes each dimension is spread; zeros in it, or NULL for all of it, are
 * chosen here so that the product is group_size: by the sizes of the
 * dimensions, and not in whole ones if others are free.  parts[n] and
 * layouts[n] have one entry a dimension; the orders of the layouts are 0 to n -
 * 1, each once.  Local; all processes of the group give the same, but for
 * myrank. DRI_ERR_NULL, DRI_ERR_HANDLE, DRI_ERR_SIZE (group_size < 1, or more
 * elements than int64_t counts), DRI_ERR_RANK (myrank is not 0 to group_size -
 * 1), DRI_ERR_GROUP_DIMS, DRI_ERR_PARTITION (sizes, minsz, mod and blksz cannot
 * be kept all), DRI_ERR_LAYOUT, DRI_ERR_NO_MEMORY. */
int DRI_Distribution_create(DRI_Global_Data gdo, int group_size, int myrank,
			    const int *group_dims, const DRI_Partition *parts,
			    const DRI_Layout *layouts, DRI_Distribution *disth);

/* (3) The same with DRI_LAYOUT_PACKED_0 for dimension 0, _1 for dimension 1
 * and so on. */
int DRI_Distribution_create_simple(DRI_Global_Data gdo, int group_size,
				   int myrank, const int *group_dims,
				   const DRI_Partition *parts,
				   DRI_Distribution *disth);

/* (3) The caller's blocks: 0 if it owns nothing.  Local.
 * DRI_ERR_NULL, DRI_ERR_HANDLE, DRI_ERR_SIZE (more than int counts). */
int DRI_Distribution_get_numblocks(DRI_Distribution disth, int *nblocks);

typedef struct DRI_Blockdim {
	DRI_Overlap lov, rov;	 /* the partition's; valid as long as disth */
	int64_t global_begin_ix; /* of the first owned element */
	int64_t length;		 /* owned elements */
	int64_t stride;		 /* elements from one to the next in memory */
} DRI_Blockdim;

typedef struct DRI_Blockinfo {
	int ndims;
	/* From the buffer's begin to the block's first owned element. */
	int64_t first_offset;
	DRI_Blockdim dims[DRI_MAX_DIMS]; /* indexed as the array's dimensions */
} DRI_Blockinfo;

/* (3) Block number block_num, 0 to nblocks - 1; they count along dimension 0
 * first, in the order of the array.  The owned element with index
 * global_begin_ix + i[d] in each dimension d lies at first_offset + the sum of
 * i[d] * stride[d].  Local.
 * DRI_ERR_NULL, DRI_ERR_HANDLE, DRI_ERR_BLOCK. */
int DRI_Distribution_get_blockinfo(DRI_Distribution disth, int block_num,
				   DRI_Blockinfo *blockinfo);

/* (3) Elements of the caller's buffers, with overlaps and empty places; times
 * DRI_Dataspec_get_size() it is their size in bytes.  Local.
 * DRI_ERR_NULL, DRI_ERR_HANDLE. */
int DRI_Distribution_get_local_count(DRI_Distribution disth,
				     int64_t *local_count);

/* Ours: the draft has none.  Local.  DRI_ERR_NULL, DRI_ERR_HANDLE. */
int DRI_Distribution_destroy(DRI_Distribution *disth);

/* -- Buffers -------------------------------------------------------------- */

/* (3) nbufs buffers, 1 to 65536, of bufsize >= 0 bytes each, aligned to 64
 * bytes, in memory that the network and processes on the same host reach; the
 * fastest. Local.  DRI_ERR_INIT, DRI_ERR_NULL, DRI_ERR_SIZE, DRI_ERR_NO_MEMORY.
 */
int DRI_Bufferset_system_create(int nbufs, int64_t bufsize,
				DRI_Bufferset *bufset);

/* (3) The same with the program's memory: buffer_ptrs[nbufs], each of at least
 * bufsize bytes, which stays until the set is destroyed.  From its own host a
 * process fetches what is received, in buffers of 64 KiB and more, by one copy
 * from a sender's buffer, if that is of a set of the library's; else it comes
 * by one copy more, in DRI_Channel_get.
 * Several sets may have the same memory, and all send from it; while a channel
 * receives into it no channel uses another of them, nor may buffers of a set
 * that receives have bytes in common: DRI_Channel_create_send and _rcv refuse
 * that (DRI_ERR_BUFFER_SHARED).
 * Local.  DRI_ERR_INIT, DRI_ERR_NULL, DRI_ERR_SIZE, DRI_ERR_NO_MEMORY. */
int DRI_Bufferset_user_create(int nbufs, void *const *buffer_ptrs,
			      int64_t bufsize, DRI_Bufferset *bufset);

/* (4) The set goes, and all its buffers, also those that the program holds,
 * when the last channel that uses it is destroyed.  Local.
 * DRI_ERR_INIT, DRI_ERR_NULL, DRI_ERR_HANDLE. */
int DRI_Bufferset_destroy(DRI_Bufferset *bufset);

/* (3) Where the bytes of buf are, for as long as the program holds it: from
 * DRI_Channel_get to DRI_Channel_put.  Local.
 * DRI_ERR_INIT, DRI_ERR_NULL, DRI_ERR_HANDLE, DRI_ERR_BUFFER_STATE. */
int DRI_Buffer_get_ptr(DRI_Buffer_Id buf, void **buf_ptr);

/* -- Channels ------------------------------------------------------------- */

/* (3) One side of a reorganization.  `name` says which: both sides give the
 * same, and at any time only one reorganization of that name is being
 * connected in a group (DRI_Channel_set_group; else in the job).  The buffers
 * hold at least as many bytes as the distribution needs.  Local; channels are
 * created in any order.  A set may receive for one channel only. DRI_ERR_INIT,
 * DRI_ERR_NULL, DRI_ERR_HANDLE, DRI_ERR_NAME, DRI_ERR_DATASPEC,
 * DRI_ERR_BUFFER_SIZE, DRI_ERR_BUFFER_SHARED, DRI_ERR_NO_MEMORY.
 * Ours: where one side has a complex type and the other the split one of the
 * same numbers, they are put in the other order on their way. */
int DRI_Channel_create_send(const char *name, DRI_Dataspec dataspec,
			    DRI_Distribution srcDist, DRI_Bufferset srcBufs,
			    DRI_Channel *channel);
int DRI_Channel_create_rcv(const char *name, DRI_Dataspec dataspec,
			   DRI_Distribution destDist, DRI_Bufferset destBufs,
			   DRI_Channel *channel);
/* The draft's other spelling of it. */
int DRI_Channel_create_recv(const char *name, DRI_Dataspec dataspec,
			    DRI_Distribution destDist, DRI_Bufferset destBufs,
			    DRI_Channel *channel);

/* Ours.  Makes chan's name one that only the processes of `group` know, both
 * sides together: channels of one name in different groups have nothing to do
 * with each other, and may be connected at the same time.  So a library that
 * works in a group of its caller's is safe whatever names others use.  All who
 * connect set a group of the same processes; the order does not matter.
 * DRI_GROUP_WORLD, which has all, is what a channel begins with.  Local; before
 * chan is connected.
 * DRI_ERR_INIT, DRI_ERR_NULL, DRI_ERR_HANDLE, DRI_ERR_NOT_MEMBER,
 * DRI_ERR_GROUPS (the channel's side is larger than the group),
 * DRI_ERR_CONNECTED. */
int DRI_Channel_set_group(DRI_Channel chan, DRI_Group group);

/* (3) Connects a pipeline: processes that send and others that receive.
 * Collective over both sides, and blocks.  Either all processes get DRI_SUCCESS
 * or all get the same error, with its cause on standard error, and the channels
 * are as before:
 *   DRI_ERR_TYPES         processes of a side differ in the data type, or the
 *                         sides do; ours: one may have a complex type, and the
 *                         other the split one of the same numbers
 *   DRI_ERR_SIZES         processes differ in the sizes of the array
 *   DRI_ERR_DISTRIBUTION  processes of a side differ in their distribution
 *   DRI_ERR_MISMATCH      processes of a side differ in its number of processes
 *   DRI_ERR_RANK          two processes have the same rank on a side
 *   DRI_ERR_BUFFER_COUNT  processes of a side differ in the number of buffers
 *   DRI_ERR_GROUPS        a process is on both sides, or others called
 *                         DRI_Channel_connect_sendrecv
 *   DRI_ERR_CROSSED       all of a side had groups of its size with their ranks
 *                         when they created the channel, and have met others:
 *                         two groups use one name (DRI_Channel_set_group)
 *   DRI_ERR_TOO_MANY      a thousand other calls of one of them wait to be
 *                         connected (doc/use/DRI.md)
 * DRI_ERR_INIT, DRI_ERR_NULL, DRI_ERR_HANDLE, DRI_ERR_CONNECTED and
 * DRI_ERR_NO_MEMORY come at once to the caller alone. */
int DRI_Channel_connect(DRI_Channel chan);

/* (3) Connects a clique: every process sends and receives.  c_send may be a
 * receive channel that is connected as such: what it got is then sent on from
 * the same buffers by this, its second reorganization, whose name is that of
 * c_recv.  Else both have the same name.  Errors as above; besides
 * DRI_ERR_SIDE  c_send cannot send, or c_recv cannot receive
 * DRI_ERR_NAME  the names differ
 * DRI_ERR_BUFFER_SHARED  both sides use the same buffer set, and not in place
 * In place: both may use one set of the library's buffers, if they have the
 * same distribution, overlaps and layout included, rank and data type.  What
 * the process owns stays where it is; what is put on the send side is what
 * DRI_Channel_get on the receive side returns, with its overlaps filled, and
 * may be put on the send side again, or given back on the receive side. */
int DRI_Channel_connect_sendrecv(DRI_Channel c_send, DRI_Channel c_recv);

/* (3) On the receive side: waits for the next buffer that is full, in the order
 * in which they were sent.  On the send side: waits for a buffer that is free.
 * The program holds it until DRI_Channel_put.
 * DRI_ERR_INIT, DRI_ERR_NULL, DRI_ERR_HANDLE, DRI_ERR_NOT_CONNECTED,
 * DRI_ERR_BUSY (the program holds all buffers itself, so that none could ever
 * come; in place: nothing was put, or everything), DRI_ERR_SYSTEM. */
int DRI_Channel_get(DRI_Channel chan, DRI_Buffer_Id *buf);

/* Ours.  The same, but waits timeout_ns nanoseconds at most (and some for the
 * system to wake the caller), 0: not at all, which is a test.  If there is no
 * buffer by then, DRI_ERR_TIMEOUT: whatever has come of one until then stays,
 * and who asks again gets it, by this call or the other.  No other process
 * hears of it.  Errors as above; besides DRI_ERR_SIZE (timeout_ns < 0). */
int DRI_Channel_get_timed(DRI_Channel chan, int64_t timeout_ns,
			  DRI_Buffer_Id *buf);

/* (3) On the send side: sends what is in buf, and returns at once; buf comes
 * back when it may be written again.  On the receive side: gives buf back, to
 * be filled again.  buf is one that the program holds: of this channel, or of
 * another one; it goes back to the channel that it was got from.
 * DRI_ERR_INIT, DRI_ERR_NULL, DRI_ERR_HANDLE, DRI_ERR_NOT_CONNECTED,
 * DRI_ERR_BUFFER_STATE, DRI_ERR_BUFFER_SIZE, DRI_ERR_BUFFER_SHARED (in place:
 * a buffer of another set), DRI_ERR_SYSTEM. */
int DRI_Channel_put(DRI_Channel chan, DRI_Buffer_Id buf);

/* (4) Local; returns when what was put has left, and, on the receive side with
 * the program's memory, when its senders have heard of it.  Buffers that the program
 * holds are still its own, with what is in them, as long as their set is there:
 * DRI_Channel_put on any channel that is connected gives them back to it.
 * DRI_ERR_INIT, DRI_ERR_NULL, DRI_ERR_HANDLE. */
int DRI_Channel_destroy(DRI_Channel *chan);

#ifdef __cplusplus
}
#endif

#endif
