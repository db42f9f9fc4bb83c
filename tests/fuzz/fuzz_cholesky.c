/* SPDX-License-Identifier: BSD-3-Clause */
/* fuzz_cholesky.c - reads any bytes as a matrix, as cholesky does. */
#include "apps/cholesky/matrix.h"
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
	must(m.size && m.size <= size);
	for (u64 column = 0; column < m.size; column++)
		for (u64 row = column; row < m.size; row++)
			must(matrix_get(&m, row, column) ==
			     matrix_get(&m, row, column));
	matrix_fini(&m);
	return 0;
}
