# src/dri/meet/host.c
# Who has met is not compared with the group that each expects.
/^judge_group/,/^}/s/	if (!wrong)/	if (w)/
