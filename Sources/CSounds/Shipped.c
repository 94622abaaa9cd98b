#include "CSounds.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// Canonical WAV files, as make-sounds writes them.
enum { HEADER = 44 };

_Alignas(4) static const unsigned char chomp[] = {
#embed "chomp.wav"
};

_Alignas(4) static const unsigned char hehe[] = {
#embed "hehe.wav"
};

const int16_t *sounds_chomp(size_t *count) {
  *count = (sizeof chomp - HEADER) / sizeof(int16_t);
  return (const int16_t *)(chomp + HEADER);
}

const int16_t *sounds_hehe(size_t *count) {
  *count = (sizeof hehe - HEADER) / sizeof(int16_t);
  return (const int16_t *)(hehe + HEADER);
}
