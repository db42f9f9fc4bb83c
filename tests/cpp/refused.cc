/* SPDX-License-Identifier: BSD-3-Clause */
/* refused.cc - what must not compile: each CASE with the message behind it,
 * which check.sh looks for.  Without any it compiles.
 */
#include "ocr.hpp"

#include <string>

using ocr::in;

static void
number(int)
{
}
static void
reads(in<const int>)
{
}
static void
writes(in<int>, ocr::signal)
{
}
static void
many(int, ocr::rest<const int>)
{
}

#ifdef CASE_1 /* this mode only reads: in<const T, mode> */
static void
body(in<int, DB_MODE_CONST>)
{
}
#elif defined(CASE_2) /* this mode writes: in<T, mode>, without const */
static void
body(in<const int, DB_MODE_EW>)
{
}
#elif defined(CASE_3) /* a pointer means nothing on another node: give */
static void
body(const char *)
{
}
#elif defined(CASE_4) /* it must be trivially copyable */
static void
body(std::string)
{
}
#elif defined(CASE_5) /* a task takes its parameters by value */
static void
body(int &)
{
}
#elif defined(CASE_6) /* another node: put handles */
static void
body(in<char *>)
{
}
#elif defined(CASE_7) /* the bytes of a block travel between nodes */
static void
body(in<std::string>)
{
}
#elif defined(CASE_8) /* rest<T> is the last argument of a task */
static void
body(ocr::rest<int>, int)
{
}
#elif defined(CASE_9) /* a task returns void, db<T> or block<T> */
static int
body()
{
	return 1;
}
#else
static void
body()
{
}
#endif

static void
begin(ocr::args)
{
	ocr::block<int> b;
	ocr::block<double> other;
	const auto carries = ocr::sticky<int>::create();
	const auto control = ocr::sticky<>::create();
	std::string text;

	ocr::task_template<body>::create();
#if defined(CASE_10) /* each must be trivially copyable (no string, */
	ocr::spawn([text] { (void)text; });
#elif defined(CASE_11) /* a lambda's parameters are its captures */
	ocr::spawn([](int) {}, 1);
#elif defined(CASE_12) /* deleted */
	ocr::block<int> copy(b);
#elif defined(CASE_13) /* the block is still in use */
	ocr::start<reads>(b);
#elif defined(CASE_14) /* other elements than the slot takes */
	ocr::start<reads>(std::move(other));
#elif defined(CASE_15) /* something else than the slot takes */
	ocr::start<reads>(control);
#elif defined(CASE_16) /* this event carries a block: satisfy(block) */
	carries.satisfy();
#elif defined(CASE_17) /* started with one value for each argument */
	ocr::start<number>();
#elif defined(CASE_18) /* this does not fit the parameter */
	ocr::start<number>(text);
#elif defined(CASE_19) /* event must be waited for */
	ocr::task_template<number>::create().start_output(ocr::how(), 1);
#elif defined(CASE_20) /* the task has no such slot */
	ocr::start<reads>(ocr::later).connect<1>(carries);
#elif defined(CASE_21) /* which one of rest<T>? */
	ocr::start<many>(1, ocr::later_all(2)).connect<0>(carries);
#elif defined(CASE_22) /* something else than the task returns */
	ocr::start<number>(ocr::how().into(carries), 1);
#elif defined(CASE_23) /* deleted */
	ocr::start<number>(ocr::how().hint(ocr::task_on(1)), 1);
#elif defined(CASE_24) /* for rest<T>: later_all(how many) */
	ocr::start<many>(1, carries);
#endif
	ocr::start<number>(1);
	ocr::start<writes>(std::move(b), control);
	ocr::start<many>(1, ocr::later_all(2)).connect<0>(1, carries);
	ocr::start<reads>(ocr::later).connect<0>(carries);
}

OCR_MAIN(begin)
