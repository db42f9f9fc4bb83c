/* SPDX-License-Identifier: BSD-3-Clause */
/* cpp_pipeline.cc - blocks go through three stages, each on a node of its own,
 * in C++: a block is made, changed in place by the next stage, and added up by
 * the last one, while others are under way.
 */
#include "ocr.hpp"

#include <cstdlib>
#include <numeric>

using ocr::in;

namespace
{

constexpr u64 N_NUMBERS = 1000;

/* Travels with each task, as bytes. */
struct item {
	u64 number;
	u64 items;
};

/* The numbers from number * N_NUMBERS on. */
ocr::block<u64>
make(item it)
{
	ocr::block<u64> b(N_NUMBERS);

	std::iota(b.begin(), b.end(), it.number * N_NUMBERS);
	return b;
}

/* In place: a slot that is not const writes. */
ocr::db<u64>
twice(in<u64> numbers)
{
	for (u64 &x : numbers)
		x *= 2;
	return numbers.name();
}

ocr::db<u64>
add_up(in<const u64> numbers)
{
	ocr::block<u64> sum;

	*sum = std::accumulate(numbers.begin(), numbers.end(), u64(0));
	numbers.destroy();
	return sum.release();
}

/* All sums, in as many slots as there are items. */
void
check(u64 items, ocr::rest<const u64> sums)
{
	const u64 n = items * N_NUMBERS;
	u64 total = 0;

	for (std::size_t i = 0; i < sums.size(); i++) {
		total += *sums[i];
		sums[i].destroy();
	}
	PRINTF("%" PRIu64 " items: %" PRIu64 "\n", items, total);
	if (total == n * (n - 1))
		ocrShutdown();
	else
		ocrAbort(1);
}

void
begin(ocr::args args)
{
	const u64 items = args[1] ? std::strtoull(args[1], nullptr, 10) : 20;
	const auto stage0 = ocr::task_template<make>::create();
	const auto stage1 = ocr::task_template<twice>::create();
	const auto stage2 = ocr::task_template<add_up>::create();
	const auto last = ocr::start<check>(items, ocr::later_all(u32(items)));
	const ocrHint_t place0 = ocr::task_on(0);
	const ocrHint_t place1 = ocr::task_on(1);
	const ocrHint_t place2 = ocr::task_on(2);

	for (u64 i = 0; i < items; i++) {
		const auto made = ocr::counted<u64>::create(1);
		const auto doubled = ocr::counted<u64>::create(1);
		const auto summed = ocr::counted<u64>::create(1);

		last.connect<0>(u32(i), summed);
		stage2.start(ocr::how().hint(place2).into(summed), doubled);
		stage1.start(ocr::how().hint(place1).into(doubled), made);
		stage0.start(ocr::how().hint(place0).into(made),
			     item{i, items});
	}
	stage0.destroy();
	stage1.destroy();
	stage2.destroy();
}

} // namespace

OCR_MAIN(begin)
