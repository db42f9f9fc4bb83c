/* SPDX-License-Identifier: BSD-3-Clause */
/* focus.c - see focus.h. */
#include "apps/sar/focus.h"

#include <string.h>

bool
focus_open(struct focus *f, int64_t n)
{
	*f = (struct focus){.n = n};
	f->line = fftwf_alloc_complex((size_t)n);
	f->signal = fftwf_alloc_complex((size_t)n);
	if (f->line && f->signal) {
		f->there = fftwf_plan_dft_1d((int)n, f->line, f->line,
					     FFTW_FORWARD, FFTW_ESTIMATE);
		f->back = fftwf_plan_dft_1d((int)n, f->line, f->line,
					    FFTW_BACKWARD, FFTW_ESTIMATE);
		f->aim = fftwf_plan_dft_1d((int)n, f->signal, f->signal,
					   FFTW_FORWARD, FFTW_ESTIMATE);
	}
	if (f->there && f->back && f->aim)
		return true;
	focus_close(f);
	return false;
}

void
focus_close(struct focus *f)
{
	if (f->there)
		fftwf_destroy_plan(f->there);
	if (f->back)
		fftwf_destroy_plan(f->back);
	if (f->aim)
		fftwf_destroy_plan(f->aim);
	fftwf_free(f->line);
	fftwf_free(f->signal);
	*f = (struct focus){.n = 0};
}

void
focus_aim(struct focus *f)
{
	fftwf_execute(f->aim);
	/* FFTW's way there and back is n times as loud. */
	for (int64_t i = 0; i < f->n; i++)
		f->signal[i] = conjf(f->signal[i]) / (float)f->n;
}

void
focus_line(struct focus *f, float complex *line)
{
	memcpy(f->line, line, (size_t)f->n * sizeof(*line));
	fftwf_execute(f->there);
	for (int64_t i = 0; i < f->n; i++)
		f->line[i] *= f->signal[i];
	fftwf_execute(f->back);
	memcpy(line, f->line, (size_t)f->n * sizeof(*line));
}
