/* SPDX-License-Identifier: BSD-3-Clause */
/* calls.cc - what ocr.hpp promises, on any number of nodes: each check sits in
 *a task, which counts down a latch; the job ends when all have.
 *
 *	calls           all of them
 *	calls throw     an exception leaves a task
 *	calls odd       one that is not of the library
 *	calls refer     a lambda that captures a reference
 */
#include "ocr.hpp"
#include "tests/cpp/calls.hpp"

#include <cstring>
#include <stdexcept>

using ocr::in;

#define EXPECT(cond)                                                           \
	do {                                                                   \
		if (!(cond))                                                   \
			throw std::logic_error("line " +                       \
					       std::to_string(__LINE__) +      \
					       ": " #cond);                    \
	} while (0)

namespace
{

/* Of a size that is no multiple of a word, twice, with others around. */
struct triple {
	char c[3];
};

void
parameters(char a, triple b, double c, triple d, ocr::latch done,
	   ocr::signal) noexcept(false)
{
	EXPECT(a == 'x' && c == 0.5);
	EXPECT(!std::memcmp(b.c, "abc", 3) && !std::memcmp(d.c, "def", 3));
	done.down();
}

/* Modes, and that what was written before release() is there. */
void
reads(in<const int> a, in<const int, DB_MODE_RO> b, ocr::latch done)
{
	EXPECT(a[0] == 1 && a[9] == 10 && a.size() == 10);
	EXPECT(b[0] == 7 && b.name() != a.name());
	done.down();
}

ocr::db<int>
writes(in<int, DB_MODE_EW> a, int add, ocr::latch done)
{
	for (int &x : a)
		x += add;
	done.down();
	return a.release();
}

void
after_write(in<const int> a, ocr::signal, int expected, ocr::latch done)
{
	EXPECT(a[0] == expected);
	a.name().destroy();
	done.down();
}

void
collect(ocr::latch done, int n, in<const int> first, ocr::rest<const int> all)
{
	int sum = *first;

	EXPECT(all.size() == std::size_t(n));
	for (std::size_t i = 0; i < all.size(); i++)
		sum = 10 * sum + *all[i];
	EXPECT(sum == 1234);
	done.down();
}

ocr::block<int>
one_block(int value)
{
	ocr::block<int> b(3), c(std::move(b)), d(1);

	EXPECT(!b.name() && !b.data() && c.size() == 3);
	d = std::move(c);
	d[2] = value;
	return d;
}

void
wants(in<const int> a, int value, ocr::latch done)
{
	EXPECT(a.size() == 3 && a[2] == value);
	done.down();
}

constexpr auto without_captures = [](ocr::latch done, ocr::signal) {
	done.down();
};

/* A call that is refused throws, with its name and its code. */
void
refused(ocr::latch done)
{
	bool thrown = false;

	try {
		ocr::db<int>(ERROR_GUID).destroy();
	} catch (const ocr::error &e) {
		thrown = e.code() == OCR_EINVAL &&
			 !std::strcmp(e.what(), "ocrDbDestroy() returned 22 "
						"(OCR_EINVAL)");
	}
	EXPECT(thrown);
	/* A block is released once, whoever did it. */
	ocr::block<int> b(1);

	b.release();
	EXPECT(!b.data() && b.release() == b.name());
	b.destroy();
	done.down();
}

void
finish_child(ocr::latch done)
{
	done.down();
}

void
finish_parent(ocr::latch done)
{
	ocr::start<finish_child>(done);
}

/* How many checks call done.down(), as begin() starts them. */
ocr::latch done;

void
start_blocks(const ocrHint_t &there)
{
	ocr::block<int> ten(10), seven(1);

	for (int i = 0; i < 10; i++)
		ten[i] = i + 1;
	*seven = 7;
	done.up();
	ocr::start<reads>(ocr::how().hint(there), std::move(ten),
			  std::move(seven), done);
	/* Written in place, and read behind it, by an output event. */
	ocr::block<int> b;

	*b = 40;
	done.up(), done.up();
	const auto name = b.release();
	const auto [w, written] =
		ocr::task_template<writes>::create().start_output(
			ocr::how().hint(there), ocr::later, 2, done);
	ocr::start<after_write>(name, written, 42, done);
	w.connect<0>(name);
	/* As the result of a task. */
	const auto e = ocr::sticky<int>::create();

	done.up();
	ocr::start<wants>(e, 5, done);
	ocr::start<one_block>(ocr::how().hint(there).into(e), 5);
}

void
start_rest(const ocrHint_t &there)
{
	const auto c = ocr::channel<int>::create(4);
	const auto t = ocr::start<collect>(ocr::how().hint(there), done, 3, c,
					   ocr::later_all(3));

	done.up();
	for (u32 k = 0; k < 3; k++)
		t.connect<1>(k, c);
	for (int i = 1; i <= 4; i++) {
		ocr::block<int> b;

		*b = i;
		c.satisfy(std::move(b));
	}
}

void
start_lambdas(const ocrHint_t &there)
{
	const triple t = {{'a', 'b', 'c'}};
	const double x = 2.5;
	const ocr::latch d = done;
	const auto e = ocr::idem<>::create();

	done.up(), done.up(), done.up(), done.up();
	ocr::spawn(
		ocr::how().hint(there),
		[t, x, d](ocr::signal) {
			EXPECT(x == 2.5 && t.c[2] == 'c');
			d.down();
		},
		e);
	ocr::task_template<+without_captures>::create().start(
		ocr::how().hint(there), d, e);
	e.satisfy();
	/* Of other files: the same instances are in each, and in a library. */
	in_file(there, d);
	in_library(there, d);
}

void
start_finish()
{
	const auto ended = ocr::once<>::create();
	const ocr::latch d = done;

	done.up(), done.up();
	ocr::spawn([d](ocr::signal) { d.down(); }, ended);
	ocr::start<finish_parent>(ocr::how().finish().into(ended), d);
}

void
throws()
{
	throw std::runtime_error("I was thrown");
}

void
throws_odd()
{
	throw 3;
}

void
refers()
{
	u64 x = ocr::nodes();

	ocr::spawn([&x] {
		if (x)
			ocrShutdown();
	});
}

void
begin(ocr::args args)
{
	const std::string what = args[1] ? args[1] : "";

	EXPECT(args.size() == (what.empty() ? 1 : 2) && !args[2]);
	if (what == "throw")
		return ocr::start<throws>(), void();
	if (what == "odd")
		return ocr::start<throws_odd>(), void();
	if (what == "refer")
		return ocr::start<refers>(), void();
	const ocrHint_t there = ocr::task_on(ocr::nodes() - 1);
	const auto e = ocr::sticky<>::create();

	done = ocr::latch::create(3);
	ocr::spawn([](ocr::signal) { ocrShutdown(); }, done);
	ocr::start<parameters>(ocr::how().hint(there), 'x',
			       triple{{'a', 'b', 'c'}}, 0.5f,
			       triple{{'d', 'e', 'f'}}, done, e);
	e.satisfy();
	ocr::start<refused>(ocr::how().hint(there), done);
	start_blocks(there);
	start_rest(there);
	start_lambdas(there);
	start_finish();
	PRINTF("all were started\n");
	done.down();
}

} // namespace

OCR_MAIN(begin)
