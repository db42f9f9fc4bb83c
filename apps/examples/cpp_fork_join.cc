/* SPDX-License-Identifier: BSD-3-Clause */
/* cpp_fork_join.cc - Fibonacci numbers by tasks that start two tasks and a
 * third one that joins them, in C++: functions with typed slots, and a lambda
 * at the end.
 */
#include "ocr.hpp"

#include <cstdlib>

using ocr::in;

/* What both have computed, into the event of who asked. */
static ocr::db<u64>
add(in<const u64> a, in<const u64> b)
{
	ocr::block<u64> sum;

	*sum = *a + *b;
	a.destroy();
	b.destroy();
	return sum.release();
}

/* Computes Fibonacci number n; `answer` gets it. */
static void
fibonacci(u64 n, ocr::counted<u64> answer)
{
	if (n < 2) {
		ocr::block<u64> result;

		*result = n;
		answer.satisfy(std::move(result));
		return;
	}
	const auto one = ocr::counted<u64>::create(1);
	const auto two = ocr::counted<u64>::create(1);

	ocr::start<add>(ocr::how().into(answer), one, two);
	for (u64 i = 1; i <= 2; i++) {
		const ocrHint_t there = ocr::task_on(n + i);

		ocr::start<fibonacci>(ocr::how().hint(there), n - i,
				      i == 1 ? one : two);
	}
}

static void
begin(ocr::args args)
{
	const u64 n = args[1] ? std::strtoull(args[1], nullptr, 10) : 12;
	const auto answer = ocr::counted<u64>::create(1);

	/* The number is captured, and travels with the task. */
	ocr::spawn(
		[n](in<const u64> value) {
			u64 a = 0, b = 1;

			for (u64 i = 0; i < n; i++) {
				b += a;
				a = b - a;
			}
			PRINTF("Fibonacci number %" PRIu64 " is %" PRIu64 "\n",
			       n, *value);
			if (*value != a)
				return ocrAbort(1);
			value.destroy();
			ocrShutdown();
		},
		answer);
	ocr::start<fibonacci>(n, answer);
}

OCR_MAIN(begin)
