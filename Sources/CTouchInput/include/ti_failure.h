#pragma once

// Which system call failed, and how.
typedef struct ti_failure {
  const char *call;
  int error;
} ti_failure;
