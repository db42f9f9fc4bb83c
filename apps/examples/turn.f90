! SPDX-License-Identifier: BSD-3-Clause
! turn.f90 - a corner turn in Fortran: a matrix whose last dimension is spread
! over all processes becomes one whose first is.
program turn
  use dri
  implicit none

  integer(c_int64_t), parameter :: SIZES(2) = [8_c_int64_t, 6_c_int64_t]
  integer(DRI_HANDLE) :: dist(2), set(2), channel(2), buf
  integer :: side, wrong

  call must(DRI_Init(c_null_ptr, c_null_ptr), 'DRI_Init')
  do side = 1, 2
    call make_side(3 - side, dist(side), set(side))
  end do
  call must(DRI_Channel_create_send('turn'//c_null_char, DRI_DOUBLE, dist(1), &
      set(1), channel(1)), 'DRI_Channel_create_send')
  call must(DRI_Channel_create_rcv('turn'//c_null_char, DRI_DOUBLE, dist(2), &
      set(2), channel(2)), 'DRI_Channel_create_rcv')
  call must(DRI_Channel_connect_sendrecv(channel(1), channel(2)), &
      'DRI_Channel_connect_sendrecv')

  wrong = 0
  do side = 1, 2
    call must(DRI_Channel_get(channel(side), buf), 'DRI_Channel_get')
    call visit(dist(side), buf, side == 1, wrong)
    call must(DRI_Channel_put(channel(side), buf), 'DRI_Channel_put')
  end do

  do side = 1, 2
    call must(DRI_Channel_destroy(channel(side)), 'DRI_Channel_destroy')
    call must(DRI_Bufferset_destroy(set(side)), 'DRI_Bufferset_destroy')
    call must(DRI_Distribution_destroy(dist(side)), 'DRI_Distribution_destroy')
  end do
  call must(DRI_Finalize(), 'DRI_Finalize')
  print '(i0, a)', wrong, ' elements are not in their place'
  if (wrong /= 0) error stop 1

contains

  subroutine must(status, call_name)
    integer(c_int), intent(in) :: status
    character(len=*), intent(in) :: call_name

    if (status == DRI_SUCCESS) return
    print '(3a)', call_name, ': ', DRI_message(status)
    error stop 1
  end subroutine

  ! Dimension `split` over all processes; each stores the array as Fortran does.
  subroutine make_side(split, dist, set)
    integer, intent(in) :: split
    integer(DRI_HANDLE), intent(out) :: dist, set
    integer(DRI_HANDLE) :: array, part(2)
    integer(c_int64_t) :: count, bytes
    integer(c_int) :: rank, n, grid(2)

    call must(DRI_Group_get_rank(DRI_GROUP_WORLD, rank), 'DRI_Group_get_rank')
    call must(DRI_Group_get_size(DRI_GROUP_WORLD, n), 'DRI_Group_get_size')
    call must(DRI_Global_Data_create(2, SIZES, 'matrix'//c_null_char, array), &
        'DRI_Global_Data_create')
    part = DRI_PARTITION_WHOLE
    grid = 1
    grid(split) = n
    call must(DRI_Partition_create_block(0_c_int64_t, 1_c_int64_t, &
        DRI_NO_OVERLAP, DRI_NO_OVERLAP, part(split)), &
        'DRI_Partition_create_block')
    call must(DRI_Distribution_create_simple(array, n, rank, grid, part, &
        dist), 'DRI_Distribution_create_simple')
    call must(DRI_Distribution_get_local_count(dist, count), &
        'DRI_Distribution_get_local_count')
    call must(DRI_Dataspec_get_size(DRI_DOUBLE, bytes), 'DRI_Dataspec_get_size')
    call must(DRI_Bufferset_system_create(1, count * bytes, set), &
        'DRI_Bufferset_system_create')
    call must(DRI_Partition_destroy(part(split)), 'DRI_Partition_destroy')
    call must(DRI_Global_Data_destroy(array), 'DRI_Global_Data_destroy')
  end subroutine

  ! Writes this process's elements, or counts those that are wrong.
  subroutine visit(dist, buf, writes, wrong)
    integer(DRI_HANDLE), intent(in) :: dist, buf
    logical, intent(in) :: writes
    integer, intent(inout) :: wrong
    real(c_double), pointer :: a(:, :)
    type(DRI_Blockinfo) :: block
    integer(c_int64_t) :: i, j
    real(c_double) :: value
    integer(c_int) :: blocks
    type(c_ptr) :: at

    call must(DRI_Distribution_get_numblocks(dist, blocks), &
        'DRI_Distribution_get_numblocks')
    if (blocks == 0) return
    call must(DRI_Distribution_get_blockinfo(dist, 0, block), &
        'DRI_Distribution_get_blockinfo')
    call must(DRI_Buffer_get_ptr(buf, at), 'DRI_Buffer_get_ptr')
    call c_f_pointer(at, a, [block%dims(1)%length, block%dims(2)%length])
    do j = 1, block%dims(2)%length
      do i = 1, block%dims(1)%length
        value = real((block%dims(2)%global_begin_ix + j - 1) * SIZES(1) + &
            block%dims(1)%global_begin_ix + i, c_double)
        if (writes) a(i, j) = value
        if (abs(a(i, j) - value) > 0) wrong = wrong + 1
      end do
    end do
  end subroutine
end program
