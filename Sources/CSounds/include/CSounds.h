// Where sounds come from: two in the program, others from files. All are 48 kHz, mono, 16 bits.
#pragma once

#include <stddef.h>
#include <stdint.h>

const int16_t *sounds_chomp(size_t *count);
const int16_t *sounds_hehe(size_t *count);

/// Decodes a file that libsndfile reads, at most `seconds` of it; channels are averaged, the rate is kept. Gives samples
/// to free(), or NULL and in `error` why, with what to do.
int16_t *sounds_decode(const char *path, int seconds, size_t *count, int *rate, char *error, size_t error_size);
