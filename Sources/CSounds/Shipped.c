#include "CSounds.h"

// The bytes before the samples of a canonical WAV file, which make-sounds writes and Shipped.S embeds.
enum { HEADER = 44 };

extern const unsigned char sounds_chomp_begin[], sounds_chomp_end[];
extern const unsigned char sounds_hehe_begin[], sounds_hehe_end[];

static const int16_t *samples(const unsigned char *begin, const unsigned char *end, size_t *count) {
  *count = (size_t)(end - begin - HEADER) / sizeof(int16_t);
  return (const int16_t *)(begin + HEADER);
}

const int16_t *sounds_chomp(size_t *count) { return samples(sounds_chomp_begin, sounds_chomp_end, count); }

const int16_t *sounds_hehe(size_t *count) { return samples(sounds_hehe_begin, sounds_hehe_end, count); }
