// CSounds: two sounds that are part of the program, at 48 kHz, and others from files. All are mono, 16 bits.
#pragma once

#include <stddef.h>
#include <stdint.h>

const int16_t *sounds_chomp(size_t *count);
const int16_t *sounds_hehe(size_t *count);

/// Decodes a file that libsndfile can read, at most `seconds` of it. Channels are averaged, the rate is kept. Returns samples that the
/// caller frees with sounds_free, or NULL with the reason and the remedy in `error`.
int16_t *sounds_decode(const char *path, int seconds, size_t *count, int *rate, char *error, size_t error_size);
void sounds_free(int16_t *samples);
