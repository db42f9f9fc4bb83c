/* SPDX-License-Identifier: BSD-3-Clause */
/* both.cc - operations in C and by ocr.hpp, in one program: cpp.sh counts the
 * instructions of both.
 *
 *	both OPERATION TIMES
 *	both --list
 *
 * Each NAME_c has a NAME_cpp.  Tasks come in waves, as in ops.c.
 */
/* Without it, each word that a lambda captures is looked at. */
#define NDEBUG
#include "ocr.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace
{

constexpr u64 WAVE = 1000;

struct op {
	const char *name;
	void (*once)();
	bool makes_task;
};

/* There is one worker. */
const op *chosen;
u64 left_over, in_wave, sum;
ocrGuid_t wave_tmpl;

void
ok(u8 code)
{
	if (code)
		std::exit(1);
}

void
next_wave()
{
	ok(ocrEdtCreate(nullptr, wave_tmpl, 0, nullptr, 0, nullptr,
			EDT_PROP_NONE, NULL_HINT, nullptr));
}

ocrGuid_t
wave(u32, u64 *, u32, ocrEdtDep_t *)
{
	const u64 n = left_over < WAVE ? left_over : WAVE;

	if (!n) {
		ocrShutdown();
		return NULL_GUID;
	}
	left_over -= n;
	in_wave = n;
	for (u64 i = 0; i < n; i++)
		chosen->once();
	return NULL_GUID;
}

/* So that the bodies of both have the same in them. */
__attribute__((always_inline)) inline void
done_one()
{
	if (!--in_wave)
		next_wave();
}

/* -- A task without anything ----------------------------------------------- */

ocrGuid_t empty_tmpl;

ocrGuid_t
empty_body_c(u32, u64 *, u32, ocrEdtDep_t *)
{
	done_one();
	return NULL_GUID;
}

void
empty_c()
{
	ok(ocrEdtCreate(nullptr, empty_tmpl, 0, nullptr, 0, nullptr,
			EDT_PROP_NONE, NULL_HINT, nullptr));
}

void
empty_body_cpp()
{
	done_one();
}

ocr::task_template<empty_body_cpp> empty_template;

void
empty_cpp()
{
	empty_template.start();
}

/* -- Two parameters, by C's array, by arguments, and captured ----------------
 */

ocrGuid_t params_tmpl;

ocrGuid_t
params_body_c(u32, u64 *paramv, u32, ocrEdtDep_t *)
{
	sum += paramv[0] * paramv[1];
	done_one();
	return NULL_GUID;
}

void
params_c()
{
	const u64 paramv[] = {in_wave, sum};

	ok(ocrEdtCreate(nullptr, params_tmpl, 2, paramv, 0, nullptr,
			EDT_PROP_NONE, NULL_HINT, nullptr));
}

void
params_body_cpp(u64 a, u64 b)
{
	sum += a * b;
	done_one();
}

ocr::task_template<params_body_cpp> params_template;

void
params_cpp()
{
	params_template.start(in_wave, sum);
}

inline auto
closure(u64 a, u64 b)
{
	return [a, b] {
		sum += a * b;
		done_one();
	};
}

ocr::closure_template<decltype(closure(0, 0))> lambda_template;

void
lambda_c()
{
	params_c();
}

void
lambda_cpp()
{
	lambda_template.start(closure(in_wave, sum));
}

/* -- A slot, left open and connected -----------------------------------------
 */

ocrGuid_t slot_tmpl;

ocrGuid_t
slot_body_c(u32, u64 *, u32, ocrEdtDep_t *depv)
{
	sum += depv[0].ptr != nullptr;
	done_one();
	return NULL_GUID;
}

void
slot_c()
{
	ocrGuid_t g;

	ok(ocrEdtCreate(&g, slot_tmpl, 0, nullptr, 1, nullptr, EDT_PROP_NONE,
			NULL_HINT, nullptr));
	ok(ocrAddDependence(NULL_GUID, g, 0, DB_MODE_CONST));
}

void
slot_body_cpp(ocr::in<const u64> slot)
{
	sum += slot.data() != nullptr;
	done_one();
}

ocr::task_template<slot_body_cpp> slot_template;

void
slot_cpp()
{
	slot_template.start(ocr::later).connect<0>(ocr::none);
}

/* -- Blocks and events -------------------------------------------------------
 */

void
block_c()
{
	ocrGuid_t g;
	void *at;

	ok(ocrDbCreate(&g, &at, 8 * sizeof(u64), DB_PROP_NONE, NULL_HINT,
		       NO_ALLOC));
	static_cast<u64 *>(at)[7] = sum;
	ok(ocrDbRelease(g));
	ok(ocrDbDestroy(g));
}

void
block_cpp()
{
	ocr::db<u64> name;
	{
		ocr::block<u64> b(8);

		b[7] = sum;
		name = b.name();
	}
	name.destroy();
}

void
event_c()
{
	ocrGuid_t g;

	ok(ocrEventCreate(&g, OCR_EVENT_ONCE_T, EVT_PROP_NONE));
	ok(ocrEventSatisfy(g, NULL_GUID));
}

void
event_cpp()
{
	ocr::once<>::create().satisfy();
}

const op ops[] = {
	{"empty_c", empty_c, true},   {"empty_cpp", empty_cpp, true},
	{"params_c", params_c, true}, {"params_cpp", params_cpp, true},
	{"lambda_c", lambda_c, true}, {"lambda_cpp", lambda_cpp, true},
	{"slot_c", slot_c, true},     {"slot_cpp", slot_cpp, true},
	{"block_c", block_c, false},  {"block_cpp", block_cpp, false},
	{"event_c", event_c, false},  {"event_cpp", event_cpp, false},
};

void
begin(ocr::args args)
{
	const char *name = args[1] ? args[1] : "--list";

	for (const op &o : ops) {
		if (!std::strcmp(name, "--list"))
			std::printf("%s\n", o.name);
		else if (!std::strcmp(name, o.name))
			chosen = &o;
	}
	if (!chosen) {
		std::fflush(stdout);
		return ocrShutdown();
	}
	left_over = args[2] ? std::strtoull(args[2], nullptr, 10) : 0;
	ok(ocrEdtTemplateCreate(&wave_tmpl, wave, 0, 0));
	ok(ocrEdtTemplateCreate(&empty_tmpl, empty_body_c, 0, 0));
	ok(ocrEdtTemplateCreate(&params_tmpl, params_body_c, 2, 0));
	ok(ocrEdtTemplateCreate(&slot_tmpl, slot_body_c, 0, 1));
	empty_template = decltype(empty_template)::create();
	params_template = decltype(params_template)::create();
	lambda_template = decltype(lambda_template)::create();
	slot_template = decltype(slot_template)::create();
	if (chosen->makes_task)
		return next_wave();
	for (; left_over; left_over--)
		chosen->once();
	ocrShutdown();
}

} // namespace

OCR_MAIN(begin)
