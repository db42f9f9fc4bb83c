/* SPDX-License-Identifier: BSD-3-Clause */
/* scene.c - see scene.h.  Distances are such that a point stays in its bin. */
#include "apps/sar/scene.h"

#include <math.h>
#include <string.h>

#define PI	 3.14159265358979323846
#define WAVE_M	 0.03	/* X band */
#define START_M	 5000.0 /* from the line to bin 0 */
#define BIN_M	 1.0
#define STEP_M	 0.5 /* from pulse to pulse */
#define WIDTH	 0.8 /* of the chirp's band, in that of the samples */
#define LOUDNESS 0.5 /* of a point; the noise has 1 */

#define MOST_APERTURE 256
#define MOST_CHIRP    128

/* The points. */
static const char *const letters[] = {
	"####. ####. #####", /**/
	"#...# #...# ..#..", /**/
	"#...# #...# ..#..", /**/
	"#...# ####. ..#..", /**/
	"#...# #.#.. ..#..", /**/
	"#...# #..#. ..#..", /**/
	"####. #...# #####", /**/
};
#define ROWS	7
#define COLUMNS 17

static int64_t
least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

void
scene_make(struct scene *s, int64_t pulses, int64_t samples)
{
	*s = (struct scene){
		.pulses = pulses,
		.samples = samples,
		.chirp = least(samples / 4, MOST_CHIRP),
		.aperture = least(pulses / 2, MOST_APERTURE),
	};
	for (int y = 0; y < ROWS; y++)
		for (int x = 0; x < COLUMNS; x++)
			if (letters[y][x] == '#')
				s->point[s->n++] = (struct scene_point){
					pulses / 4 + pulses / 2 / COLUMNS * x,
					samples / 8 + samples / 2 / ROWS * y,
				};
}

/* Metres from the pulse that is `away` pulses from being beside the bin. */
static double
distance(int64_t bin, int64_t away)
{
	return hypot(START_M + (double)bin * BIN_M, (double)away * STEP_M);
}

/* The phase that a wave has after going there and back. */
static float complex
carrier(double metres)
{
	return (float complex)cexp(-I * (4 * PI / WAVE_M * metres));
}

/* The pulse, `at` samples after its begin. */
static float complex
chirp(const struct scene *s, double at)
{
	double t = at - (double)s->chirp / 2;

	if (at < 0 || at >= (double)s->chirp)
		return 0;
	return (float complex)cexp(I * (PI * WIDTH / (double)s->chirp * t * t));
}

/* A number from -1 to 1 that only depends on these. */
static float
noise(int64_t pulse, int64_t sample, int part)
{
	uint64_t z = ((uint64_t)pulse << 32 | (uint64_t)sample << 1 |
		      (uint64_t)part) *
		     UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (float)(z >> 40) / (1 << 23) - 1;
}

void
scene_echo(const struct scene *s, int64_t pulse, float complex *out)
{
	for (int64_t i = 0; i < s->samples; i++)
		out[i] = noise(pulse, i, 0) + noise(pulse, i, 1) * I;
	for (int k = 0; k < s->n; k++) {
		const struct scene_point *p = &s->point[k];
		int64_t away = pulse - p->pulse;
		double metres = distance(p->bin, away);
		double delay = (metres - START_M) / BIN_M;
		float complex wave = (float)LOUDNESS * carrier(metres);

		if (away < -s->aperture / 2 || away >= s->aperture / 2)
			continue;
		for (int64_t i = (int64_t)delay;
		     i < least((int64_t)delay + s->chirp + 2, s->samples); i++)
			out[i] += wave * chirp(s, (double)i - delay);
	}
}

void
scene_chirp(const struct scene *s, float complex *out)
{
	for (int64_t i = 0; i < s->samples; i++)
		out[i] = chirp(s, (double)i);
}

void
scene_track(const struct scene *s, int64_t bin, float complex *out)
{
	memset(out, 0, (size_t)s->pulses * sizeof(*out));
	for (int64_t k = -s->aperture / 2; k < s->aperture / 2; k++)
		out[(k + s->pulses) % s->pulses] = carrier(distance(bin, k));
}

float
scene_brightness(const struct scene *s)
{
	return (float)LOUDNESS * (float)s->chirp * (float)s->aperture;
}
