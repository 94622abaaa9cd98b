#include "CTickle.h"

#include <pthread.h>
#include <string.h>

static _Thread_local char error[512];

void tickle_note_error(const uint8_t *sentence, size_t length) {
  if (length >= sizeof error) {
    length = sizeof error - 1;
    // Not within a character.
    while (length > 0 && (sentence[length] & 0xC0) == 0x80) length--;
  }
  if (length > 0) memcpy(error, sentence, length);
  error[length] = 0;
}

const char *tickle_error(void) { return error; }

// Mutexes of both C libraries begin as zeros, and differ in size.
static union {
  pthread_mutex_t mutex;
  char most[64];
} lock = {.mutex = PTHREAD_MUTEX_INITIALIZER};

void tickle_lock(void) { pthread_mutex_lock(&lock.mutex); }

void tickle_unlock(void) { pthread_mutex_unlock(&lock.mutex); }

size_t tickle_text_length(const char *text, size_t most) { return strnlen(text, most); }
