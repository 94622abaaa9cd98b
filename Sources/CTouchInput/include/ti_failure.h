#pragma once

// The system call that failed, and its errno.
typedef struct ti_failure {
  const char *call;
  int error;
} ti_failure;
