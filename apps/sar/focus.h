/* SPDX-License-Identifier: BSD-3-Clause */
/* focus.h - compresses lines: wherever a known signal begins in one, there is
 * a peak afterwards.  By FFTW: transform, times the signal's own conjugate, and
 * back.
 *
 * The same line gives the same bits, wherever it lies in memory.
 */
#ifndef APPS_SAR_FOCUS_H
#define APPS_SAR_FOCUS_H

#include <complex.h> /* before fftw3.h, which then uses its type */

#include <fftw3.h>
#include <stdbool.h>
#include <stdint.h>

struct focus {
	int64_t n;
	float complex *line, *signal;
	fftwf_plan there, back, aim;
};

/* For lines of n numbers.  False: no memory. */
bool focus_open(struct focus *f, int64_t n);
void focus_close(struct focus *f);

/* f->signal, which the caller has filled, is what is looked for from now on. */
void focus_aim(struct focus *f);

void focus_line(struct focus *f, float complex *line);

#endif
