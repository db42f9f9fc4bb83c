! SPDX-License-Identifier: BSD-3-Clause
! dri.f90 - dri.h for Fortran 2008: compile it beside a program that uses it.
!
!     gfortran dri.f90 program.f90 $(pkg-config --cflags --libs dri)
!
! What the calls do is in dri.h and the manual pages.  Here:
! - Handles are integer(DRI_HANDLE), as wide as a C pointer.
! - Names end with a zero: 'turn' // c_null_char.
! - DRI_Init(c_null_ptr, c_null_ptr); options come from the environment.
! - Sizes, counts and strides are integer(c_int64_t), dimensions and blocks are
!   counted from 0, as in C; DRI_Blockinfo's dims(d + 1) is dimension d.
! - A buffer's memory: DRI_Buffer_get_ptr, and c_f_pointer.  Dimension 0 is the
!   most contiguous one, as the first of a Fortran array is.
module dri
  use, intrinsic :: iso_c_binding
  implicit none
  private :: c_strlen

  integer, parameter :: DRI_HANDLE = c_intptr_t
  integer, parameter :: DRI_MAX_DIMS = 8
  integer, parameter :: DRI_MAX_NAME = 255
  integer, parameter :: DRI_MAX_OPAQUE = 32768

  enum, bind(C)
    enumerator :: DRI_SUCCESS = 0
    enumerator :: DRI_ERR_INIT
    enumerator :: DRI_ERR_FINALIZED
    enumerator :: DRI_ERR_NULL
    enumerator :: DRI_ERR_HANDLE
    enumerator :: DRI_ERR_NDIMS
    enumerator :: DRI_ERR_SIZE
    enumerator :: DRI_ERR_NAME
    enumerator :: DRI_ERR_RANK
    enumerator :: DRI_ERR_NOT_MEMBER
    enumerator :: DRI_ERR_OVERLAP
    enumerator :: DRI_ERR_PARTITION
    enumerator :: DRI_ERR_GROUP_DIMS
    enumerator :: DRI_ERR_LAYOUT
    enumerator :: DRI_ERR_BLOCK
    enumerator :: DRI_ERR_DATASPEC
    enumerator :: DRI_ERR_BUFFER_SIZE
    enumerator :: DRI_ERR_BUFFER_STATE
    enumerator :: DRI_ERR_BUFFER_COUNT
    enumerator :: DRI_ERR_BUFFER_SHARED
    enumerator :: DRI_ERR_SIDE
    enumerator :: DRI_ERR_CONNECTED
    enumerator :: DRI_ERR_NOT_CONNECTED
    enumerator :: DRI_ERR_MISMATCH
    enumerator :: DRI_ERR_GROUPS
    enumerator :: DRI_ERR_BUSY
    enumerator :: DRI_ERR_NO_MEMORY
    enumerator :: DRI_ERR_SYSTEM
    enumerator :: DRI_ERR_CROSSED
    enumerator :: DRI_ERR_TYPES
    enumerator :: DRI_ERR_SIZES
    enumerator :: DRI_ERR_DISTRIBUTION
    enumerator :: DRI_ERR_TIMEOUT
    enumerator :: DRI_ERR_TOO_MANY
    enumerator :: DRI_STATUSES
  end enum

  enum, bind(C)
    enumerator :: DRI_OVERLAP_PAD_TRUNCATE = 1
    enumerator :: DRI_OVERLAP_PAD_TOROIDAL
    enumerator :: DRI_OVERLAP_PAD_ZEROS
    enumerator :: DRI_OVERLAP_PAD_REPLICATED
  end enum

  ! The null object of every kind.
  integer(DRI_HANDLE), parameter :: DRI_NULL = 0
  integer(DRI_HANDLE), parameter :: DRI_GROUP_WORLD = 1
  integer(DRI_HANDLE), parameter :: DRI_NO_OVERLAP = 1
  integer(DRI_HANDLE), parameter :: DRI_PARTITION_WHOLE = 1

  integer(DRI_HANDLE), parameter :: DRI_LAYOUT_PACKED_0 = 1
  integer(DRI_HANDLE), parameter :: DRI_LAYOUT_PACKED_1 = 2
  integer(DRI_HANDLE), parameter :: DRI_LAYOUT_PACKED_2 = 3
  integer(DRI_HANDLE), parameter :: DRI_LAYOUT_PACKED_3 = 4
  integer(DRI_HANDLE), parameter :: DRI_LAYOUT_PACKED_4 = 5
  integer(DRI_HANDLE), parameter :: DRI_LAYOUT_PACKED_5 = 6
  integer(DRI_HANDLE), parameter :: DRI_LAYOUT_PACKED_6 = 7
  integer(DRI_HANDLE), parameter :: DRI_LAYOUT_PACKED_7 = 8
  integer(DRI_HANDLE), parameter :: DRI_LAYOUT_UNIFORM_0 = 9
  integer(DRI_HANDLE), parameter :: DRI_LAYOUT_UNIFORM_1 = 10
  integer(DRI_HANDLE), parameter :: DRI_LAYOUT_UNIFORM_2 = 11
  integer(DRI_HANDLE), parameter :: DRI_LAYOUT_UNIFORM_3 = 12
  integer(DRI_HANDLE), parameter :: DRI_LAYOUT_UNIFORM_4 = 13
  integer(DRI_HANDLE), parameter :: DRI_LAYOUT_UNIFORM_5 = 14
  integer(DRI_HANDLE), parameter :: DRI_LAYOUT_UNIFORM_6 = 15
  integer(DRI_HANDLE), parameter :: DRI_LAYOUT_UNIFORM_7 = 16

  integer(DRI_HANDLE), parameter :: DRI_FLOAT = 1
  integer(DRI_HANDLE), parameter :: DRI_DOUBLE = 2
  integer(DRI_HANDLE), parameter :: DRI_COMPLEX = 3
  integer(DRI_HANDLE), parameter :: DRI_DOUBLE_COMPLEX = 4
  integer(DRI_HANDLE), parameter :: DRI_COMPLEX_SPLIT = 5
  integer(DRI_HANDLE), parameter :: DRI_DOUBLE_COMPLEX_SPLIT = 6
  integer(DRI_HANDLE), parameter :: DRI_INTEGER = 7
  integer(DRI_HANDLE), parameter :: DRI_SHORT = 8
  integer(DRI_HANDLE), parameter :: DRI_UNSIGNED_SHORT = 9
  integer(DRI_HANDLE), parameter :: DRI_LONG = 10
  integer(DRI_HANDLE), parameter :: DRI_UNSIGNED_LONG = 11
  integer(DRI_HANDLE), parameter :: DRI_INT8 = 12
  integer(DRI_HANDLE), parameter :: DRI_UINT8 = 13
  integer(DRI_HANDLE), parameter :: DRI_UNSIGNED_INTEGER = 14
  integer(DRI_HANDLE), parameter :: DRI_INT64 = 15
  integer(DRI_HANDLE), parameter :: DRI_UINT64 = 16
  integer(DRI_HANDLE), parameter :: DRI_COMPLEX_INT8 = 17
  integer(DRI_HANDLE), parameter :: DRI_COMPLEX_INT16 = 18
  integer(DRI_HANDLE), parameter :: DRI_COMPLEX_INT8_SPLIT = 19
  integer(DRI_HANDLE), parameter :: DRI_COMPLEX_INT16_SPLIT = 20

  type, bind(C) :: DRI_Blockdim
    integer(c_intptr_t) :: lov, rov
    integer(c_int64_t) :: global_begin_ix, length, stride
  end type

  type, bind(C) :: DRI_Blockinfo
    integer(c_int) :: ndims
    integer(c_int64_t) :: first_offset
    type(DRI_Blockdim) :: dims(DRI_MAX_DIMS)
  end type

  interface
    function c_strlen(text) bind(C, name='strlen') result(n)
      import :: c_ptr, c_size_t
      type(c_ptr), value :: text
      integer(c_size_t) :: n
    end function

    function DRI_strerror(status) bind(C, name='DRI_strerror') result(text)
      import :: c_int, c_ptr
      integer(c_int), value :: status
      type(c_ptr) :: text
    end function

    function DRI_Dataspec_get_size(dataspec, nbytes) &
        bind(C, name='DRI_Dataspec_get_size') result(status)
      import :: c_int, c_int64_t, c_intptr_t
      integer(c_intptr_t), value :: dataspec
      integer(c_int64_t), intent(out) :: nbytes
      integer(c_int) :: status
    end function

    function DRI_Init(argcp, argvp) &
        bind(C, name='DRI_Init') result(status)
      import :: c_int, c_ptr
      type(c_ptr), value :: argcp
      type(c_ptr), value :: argvp
      integer(c_int) :: status
    end function

    function DRI_Finalize() &
        bind(C, name='DRI_Finalize') result(status)
      import :: c_int
      integer(c_int) :: status
    end function

    function DRI_Global_Data_create(ndims, dimsizes, name, gdo) &
        bind(C, name='DRI_Global_Data_create') result(status)
      import :: c_char, c_int, c_int64_t, c_intptr_t
      integer(c_int), value :: ndims
      integer(c_int64_t), intent(in) :: dimsizes(*)
      character(kind=c_char), intent(in) :: name(*)
      integer(c_intptr_t), intent(out) :: gdo
      integer(c_int) :: status
    end function

    function DRI_Global_Data_destroy(gdo) &
        bind(C, name='DRI_Global_Data_destroy') result(status)
      import :: c_int, c_intptr_t
      integer(c_intptr_t), intent(inout) :: gdo
      integer(c_int) :: status
    end function

    function DRI_Group_create(original_group, num_ranks, rank_list, new_group) &
        bind(C, name='DRI_Group_create') result(status)
      import :: c_int, c_intptr_t
      integer(c_intptr_t), value :: original_group
      integer(c_int), value :: num_ranks
      integer(c_int), intent(in) :: rank_list(*)
      integer(c_intptr_t), intent(out) :: new_group
      integer(c_int) :: status
    end function

    function DRI_Group_get_rank(group, rank) &
        bind(C, name='DRI_Group_get_rank') result(status)
      import :: c_int, c_intptr_t
      integer(c_intptr_t), value :: group
      integer(c_int), intent(out) :: rank
      integer(c_int) :: status
    end function

    function DRI_Group_get_size(group, size) &
        bind(C, name='DRI_Group_get_size') result(status)
      import :: c_int, c_intptr_t
      integer(c_intptr_t), value :: group
      integer(c_int), intent(out) :: size
      integer(c_int) :: status
    end function

    function DRI_Group_destroy(grp) &
        bind(C, name='DRI_Group_destroy') result(status)
      import :: c_int, c_intptr_t
      integer(c_intptr_t), intent(inout) :: grp
      integer(c_int) :: status
    end function

    function DRI_Overlap_create(ovr_type, num_pos, overlaph) &
        bind(C, name='DRI_Overlap_create') result(status)
      import :: c_int, c_int64_t, c_intptr_t
      integer(c_int), value :: ovr_type
      integer(c_int64_t), value :: num_pos
      integer(c_intptr_t), intent(out) :: overlaph
      integer(c_int) :: status
    end function

    function DRI_Overlap_get_info(ov, ovr_type, num_pos) &
        bind(C, name='DRI_Overlap_get_info') result(status)
      import :: c_int, c_int64_t, c_intptr_t
      integer(c_intptr_t), value :: ov
      integer(c_int), intent(out) :: ovr_type
      integer(c_int64_t), intent(out) :: num_pos
      integer(c_int) :: status
    end function

    function DRI_Overlap_destroy(ov) &
        bind(C, name='DRI_Overlap_destroy') result(status)
      import :: c_int, c_intptr_t
      integer(c_intptr_t), intent(inout) :: ov
      integer(c_int) :: status
    end function

    function DRI_Partition_create_block(minsz, mod, lov, rov, part) &
        bind(C, name='DRI_Partition_create_block') result(status)
      import :: c_int, c_int64_t, c_intptr_t
      integer(c_int64_t), value :: minsz
      integer(c_int64_t), value :: mod
      integer(c_intptr_t), value :: lov
      integer(c_intptr_t), value :: rov
      integer(c_intptr_t), intent(out) :: part
      integer(c_int) :: status
    end function

    function DRI_Partition_create_blockcyclic(minsz, mod, lov, &
        rov, blksz, part) &
        bind(C, name='DRI_Partition_create_blockcyclic') result(status)
      import :: c_int, c_int64_t, c_intptr_t
      integer(c_int64_t), value :: minsz
      integer(c_int64_t), value :: mod
      integer(c_intptr_t), value :: lov
      integer(c_intptr_t), value :: rov
      integer(c_int64_t), value :: blksz
      integer(c_intptr_t), intent(out) :: part
      integer(c_int) :: status
    end function

    function DRI_Partition_create_whole(part) &
        bind(C, name='DRI_Partition_create_whole') result(status)
      import :: c_int, c_intptr_t
      integer(c_intptr_t), intent(out) :: part
      integer(c_int) :: status
    end function

    function DRI_Partition_destroy(part) &
        bind(C, name='DRI_Partition_destroy') result(status)
      import :: c_int, c_intptr_t
      integer(c_intptr_t), intent(inout) :: part
      integer(c_int) :: status
    end function

    function DRI_Layout_create_packed(order, layout) &
        bind(C, name='DRI_Layout_create_packed') result(status)
      import :: c_int, c_intptr_t
      integer(c_int), value :: order
      integer(c_intptr_t), intent(out) :: layout
      integer(c_int) :: status
    end function

    function DRI_Layout_create_uniform(order, layout) &
        bind(C, name='DRI_Layout_create_uniform') result(status)
      import :: c_int, c_intptr_t
      integer(c_int), value :: order
      integer(c_intptr_t), intent(out) :: layout
      integer(c_int) :: status
    end function

    function DRI_Layout_create(order, stride, layout) &
        bind(C, name='DRI_Layout_create') result(status)
      import :: c_int, c_int64_t, c_intptr_t
      integer(c_int), value :: order
      integer(c_int64_t), value :: stride
      integer(c_intptr_t), intent(out) :: layout
      integer(c_int) :: status
    end function

    function DRI_Layout_destroy(layout) &
        bind(C, name='DRI_Layout_destroy') result(status)
      import :: c_int, c_intptr_t
      integer(c_intptr_t), intent(inout) :: layout
      integer(c_int) :: status
    end function

    function DRI_Distribution_create(gdo, group_size, myrank, &
        group_dims, parts, layouts, disth) &
        bind(C, name='DRI_Distribution_create') result(status)
      import :: c_int, c_intptr_t
      integer(c_intptr_t), value :: gdo
      integer(c_int), value :: group_size
      integer(c_int), value :: myrank
      integer(c_int), intent(in) :: group_dims(*)
      integer(c_intptr_t), intent(in) :: parts(*)
      integer(c_intptr_t), intent(in) :: layouts(*)
      integer(c_intptr_t), intent(out) :: disth
      integer(c_int) :: status
    end function

    function DRI_Distribution_create_simple(gdo, group_size, myrank, &
        group_dims, parts, disth) &
        bind(C, name='DRI_Distribution_create_simple') result(status)
      import :: c_int, c_intptr_t
      integer(c_intptr_t), value :: gdo
      integer(c_int), value :: group_size
      integer(c_int), value :: myrank
      integer(c_int), intent(in) :: group_dims(*)
      integer(c_intptr_t), intent(in) :: parts(*)
      integer(c_intptr_t), intent(out) :: disth
      integer(c_int) :: status
    end function

    function DRI_Distribution_get_numblocks(disth, nblocks) &
        bind(C, name='DRI_Distribution_get_numblocks') result(status)
      import :: c_int, c_intptr_t
      integer(c_intptr_t), value :: disth
      integer(c_int), intent(out) :: nblocks
      integer(c_int) :: status
    end function

    function DRI_Distribution_get_blockinfo(disth, block_num, blockinfo) &
        bind(C, name='DRI_Distribution_get_blockinfo') result(status)
      import :: DRI_Blockinfo, c_int, c_intptr_t
      integer(c_intptr_t), value :: disth
      integer(c_int), value :: block_num
      type(DRI_Blockinfo), intent(out) :: blockinfo
      integer(c_int) :: status
    end function

    function DRI_Distribution_get_local_count(disth, local_count) &
        bind(C, name='DRI_Distribution_get_local_count') result(status)
      import :: c_int, c_int64_t, c_intptr_t
      integer(c_intptr_t), value :: disth
      integer(c_int64_t), intent(out) :: local_count
      integer(c_int) :: status
    end function

    function DRI_Distribution_destroy(disth) &
        bind(C, name='DRI_Distribution_destroy') result(status)
      import :: c_int, c_intptr_t
      integer(c_intptr_t), intent(inout) :: disth
      integer(c_int) :: status
    end function

    function DRI_Bufferset_system_create(nbufs, bufsize, bufset) &
        bind(C, name='DRI_Bufferset_system_create') result(status)
      import :: c_int, c_int64_t, c_intptr_t
      integer(c_int), value :: nbufs
      integer(c_int64_t), value :: bufsize
      integer(c_intptr_t), intent(out) :: bufset
      integer(c_int) :: status
    end function

    function DRI_Bufferset_user_create(nbufs, buffer_ptrs, bufsize, bufset) &
        bind(C, name='DRI_Bufferset_user_create') result(status)
      import :: c_int, c_int64_t, c_intptr_t, c_ptr
      integer(c_int), value :: nbufs
      type(c_ptr), intent(in) :: buffer_ptrs(*)
      integer(c_int64_t), value :: bufsize
      integer(c_intptr_t), intent(out) :: bufset
      integer(c_int) :: status
    end function

    function DRI_Bufferset_destroy(bufset) &
        bind(C, name='DRI_Bufferset_destroy') result(status)
      import :: c_int, c_intptr_t
      integer(c_intptr_t), intent(inout) :: bufset
      integer(c_int) :: status
    end function

    function DRI_Buffer_get_ptr(buf, buf_ptr) &
        bind(C, name='DRI_Buffer_get_ptr') result(status)
      import :: c_int, c_intptr_t, c_ptr
      integer(c_intptr_t), value :: buf
      type(c_ptr), intent(out) :: buf_ptr
      integer(c_int) :: status
    end function

    function DRI_Channel_create_send(name, dataspec, &
        srcDist, srcBufs, channel) &
        bind(C, name='DRI_Channel_create_send') result(status)
      import :: c_char, c_int, c_intptr_t
      character(kind=c_char), intent(in) :: name(*)
      integer(c_intptr_t), value :: dataspec
      integer(c_intptr_t), value :: srcDist
      integer(c_intptr_t), value :: srcBufs
      integer(c_intptr_t), intent(out) :: channel
      integer(c_int) :: status
    end function

    function DRI_Channel_create_rcv(name, dataspec, &
        destDist, destBufs, channel) &
        bind(C, name='DRI_Channel_create_rcv') result(status)
      import :: c_char, c_int, c_intptr_t
      character(kind=c_char), intent(in) :: name(*)
      integer(c_intptr_t), value :: dataspec
      integer(c_intptr_t), value :: destDist
      integer(c_intptr_t), value :: destBufs
      integer(c_intptr_t), intent(out) :: channel
      integer(c_int) :: status
    end function

    function DRI_Channel_create_recv(name, dataspec, &
        destDist, destBufs, channel) &
        bind(C, name='DRI_Channel_create_recv') result(status)
      import :: c_char, c_int, c_intptr_t
      character(kind=c_char), intent(in) :: name(*)
      integer(c_intptr_t), value :: dataspec
      integer(c_intptr_t), value :: destDist
      integer(c_intptr_t), value :: destBufs
      integer(c_intptr_t), intent(out) :: channel
      integer(c_int) :: status
    end function

    function DRI_Channel_set_group(chan, group) &
        bind(C, name='DRI_Channel_set_group') result(status)
      import :: c_int, c_intptr_t
      integer(c_intptr_t), value :: chan
      integer(c_intptr_t), value :: group
      integer(c_int) :: status
    end function

    function DRI_Channel_connect(chan) &
        bind(C, name='DRI_Channel_connect') result(status)
      import :: c_int, c_intptr_t
      integer(c_intptr_t), value :: chan
      integer(c_int) :: status
    end function

    function DRI_Channel_connect_sendrecv(c_send, c_recv) &
        bind(C, name='DRI_Channel_connect_sendrecv') result(status)
      import :: c_int, c_intptr_t
      integer(c_intptr_t), value :: c_send
      integer(c_intptr_t), value :: c_recv
      integer(c_int) :: status
    end function

    function DRI_Channel_get(chan, buf) &
        bind(C, name='DRI_Channel_get') result(status)
      import :: c_int, c_intptr_t
      integer(c_intptr_t), value :: chan
      integer(c_intptr_t), intent(out) :: buf
      integer(c_int) :: status
    end function

    function DRI_Channel_get_timed(chan, timeout_ns, buf) &
        bind(C, name='DRI_Channel_get_timed') result(status)
      import :: c_int, c_int64_t, c_intptr_t
      integer(c_intptr_t), value :: chan
      integer(c_int64_t), value :: timeout_ns
      integer(c_intptr_t), intent(out) :: buf
      integer(c_int) :: status
    end function

    function DRI_Channel_put(chan, buf) &
        bind(C, name='DRI_Channel_put') result(status)
      import :: c_int, c_intptr_t
      integer(c_intptr_t), value :: chan
      integer(c_intptr_t), value :: buf
      integer(c_int) :: status
    end function

    function DRI_Channel_destroy(chan) &
        bind(C, name='DRI_Channel_destroy') result(status)
      import :: c_int, c_intptr_t
      integer(c_intptr_t), intent(inout) :: chan
      integer(c_int) :: status
    end function

  end interface

contains

  ! An element of n bytes.
  pure function DRI_OPAQUE(n) result(dataspec)
    integer, intent(in) :: n
    integer(DRI_HANDLE) :: dataspec

    dataspec = ishft(1, 24) + n
  end function

  ! The text of a status, for people.
  function DRI_message(status) result(text)
    integer(c_int), intent(in) :: status
    character(len=:), allocatable :: text
    character(kind=c_char), pointer :: bytes(:)
    type(c_ptr) :: at
    integer :: i

    at = DRI_strerror(status)
    call c_f_pointer(at, bytes, [int(c_strlen(at))])
    allocate (character(len=size(bytes)) :: text)
    do i = 1, size(bytes)
      text(i:i) = bytes(i)
    end do
  end function
end module
