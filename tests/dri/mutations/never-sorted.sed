# src/dri/shape/plan.c
# Runs that come in disorder stay so.
s/if (m.disorder && !m.full)/if (false)/
