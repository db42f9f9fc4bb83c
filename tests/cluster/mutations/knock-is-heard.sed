# fabric/knock.c
# Who has the port hears of it each time that his host is asked for him.
# by unit test_knock
/SO_LINGER/d
