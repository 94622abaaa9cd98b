// What the C and the Swift part of the program have of each other.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

double strtod(const char *text, char **end);

typedef enum { CASE_HOLDS, CASE_FAILS, CASE_SKIPPED } CaseResult;

/// Plays a case and prints the expectations that fail. `text` must end with a NUL byte that `length` does not count.
CaseResult play_case(const char *name, const uint8_t *text, size_t length);

/// Checks that references to objects that are gone are nil, and prints those that are not. Returns how many are not.
int check_references(void);
