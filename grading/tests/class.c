#include "tests.h"
void test_class(void){}
