/* SPDX-License-Identifier: BSD-3-Clause */
/* fuzz_cg.c - reads any bytes as a matrix, as cg does. */
#include "apps/cg/matrix.h"
#include "tests/fuzz/infile.h"
#include "tests/fuzz/target.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cli_error why = {""};
	struct matrix m;

	if (!matrix_read(&m, infile(data, size), &why)) {
		must(why.text[0]);
		matrix_fini(&m);
		return 0;
	}
	must(m.rows && m.rows <= size && m.start[0] == 0 &&
	     m.start[m.rows] == m.elements);
	for (u64 i = 0; i < m.rows; i++)
		must(m.start[i] <= m.start[i + 1]);
	for (u64 k = 0; k < m.elements; k++)
		must(m.column[k] < m.rows && m.value[k] != 0);
	matrix_fini(&m);
	return 0;
}
