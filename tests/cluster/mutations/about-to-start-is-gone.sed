# fabric/sibling.c
# Who has been made and has no number yet is none, as if he had ended.
# by unit test_sibling
/^see(struct look/,/^}/s/l->is_unsure = true;/(void)s;/
