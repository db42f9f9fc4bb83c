/* SPDX-License-Identifier: BSD-3-Clause */
/* fuzz_fasta.c - reads any bytes as a sequence, as wavefront does. */
#include "apps/wavefront/fasta.h"
#include "tests/fuzz/infile.h"
#include "tests/fuzz/target.h"

#include <string.h>

static void
read_as(const char *path, size_t size, bool protein)
{
	struct sequence_error why = {""};
	struct sequence s;

	if (!sequence_read(&s, path, protein, &why)) {
		must(why.text[0] && !s.letter);
		return;
	}
	must(s.length && s.length < size && strlen(s.name) < sizeof(s.name));
	for (u64 i = 0; i < s.length; i++)
		must(s.letter[i] == '*' ||
		     (s.letter[i] >= 'A' && s.letter[i] <= 'Z'));
	sequence_free(&s);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *path = infile(data, size);

	read_as(path, size, false);
	read_as(path, size, true);
	return 0;
}
