/* SPDX-License-Identifier: BSD-3-Clause */
/* scene.h - points on the ground, a radar that flies past them on a straight
 * line, and what it hears.
 *
 *	            . point         range bin b: START_M + b metres away from
 *the line
 *	            |
 *	o---o---o---o---o---> pulses, half a metre apart
 *
 * Pulses are chirps; between the line's begin and end a point is heard by those
 * pulses that are at most half an aperture away.  All numbers follow from the
 * sizes, noise as well, so each process makes its own part.
 * Knows nothing of who does what.
 */
#ifndef APPS_SAR_SCENE_H
#define APPS_SAR_SCENE_H

#include <complex.h>
#include <stdint.h>

#define SCENE_MOST 64

struct scene {
	int64_t pulses, samples;
	int64_t chirp;	  /* samples of a pulse */
	int64_t aperture; /* pulses that hear a point */
	int n;
	struct scene_point {
		int64_t pulse, bin;
	} point[SCENE_MOST];
};

void scene_make(struct scene *s, int64_t pulses, int64_t samples);

/* What is heard of a pulse: s->samples numbers. */
void scene_echo(const struct scene *s, int64_t pulse, float complex *out);

/* What is looked for in it: the pulse itself, s->samples numbers. */
void scene_chirp(const struct scene *s, float complex *out);

/* What a point in that bin sounds like from pulse to pulse: s->pulses numbers,
 * those before it at the end. */
void scene_track(const struct scene *s, int64_t bin, float complex *out);

/* How bright a point is in the picture, if all is in its place. */
float scene_brightness(const struct scene *s);

#endif
