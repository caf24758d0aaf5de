/* The settings of a lab's constants that a program has linked in. Whoever builds the program writes
 * SETTING_LIST, a line SETTING(id, "NAME=value", first step, last step) for each object. */
#include "lab/linked.h"

#define SETTING(id, label, first, last) extern "C" const struct lab_entry lab_variant_##id[];
#include SETTING_LIST
#undef SETTING
#define SETTING(id, label, first, last) {label, lab_variant_##id, first, last},
extern "C" const struct lab_setting lab_settings[] = {
#include SETTING_LIST
    {NULL, NULL, 0, 0}};
