// What the library asks of Unicode, in place of the standard library's tables, which are a tenth of it: keys and units are ASCII, and names are
// compared as they were written. Only characters that would disturb a terminal differ from letters, so that a sentence can show them as numbers.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

uint8_t _swift_stdlib_getGeneralCategory(uint32_t scalar);
uint8_t _swift_stdlib_getGraphemeBreakProperty(uint32_t scalar);
uint8_t _swift_stdlib_getNumericType(uint32_t scalar);
uint16_t _swift_stdlib_getNormData(uint32_t scalar);
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar);
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second);
int32_t _swift_stdlib_getMapping(uint32_t scalar, uint8_t mapping);
const uint8_t *_swift_stdlib_getSpecialMapping(uint32_t scalar, uint8_t mapping, intptr_t *length);
bool _swift_stdlib_isInCB_Consonant(uint32_t scalar);
bool _swift_stdlib_isExtendedPictographic(uint32_t scalar);
extern const uint8_t *const _swift_stdlib_nfd_decompositions;

// The numbers of the standard library's Unicode.GeneralCategory, here of characters beyond ASCII's letters.
enum { OTHER_LETTER = 4, DECIMAL_NUMBER = 8, LINE_SEPARATOR = 23, PARAGRAPH_SEPARATOR = 24, CONTROL = 25, FORMAT = 26, PRIVATE_USE = 28 };

// The characters of Unicode 16's category Cf, in ranges.
static const uint32_t formats[][2] = {
  {0xAD, 0xAD}, {0x600, 0x605}, {0x61C, 0x61C}, {0x6DD, 0x6DD}, {0x70F, 0x70F}, {0x890, 0x891}, {0x8E2, 0x8E2}, {0x180E, 0x180E},
  {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x2064}, {0x2066, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0x110BD, 0x110BD},
  {0x110CD, 0x110CD}, {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0001, 0xE0001}, {0xE0020, 0xE007F},
};

uint8_t _swift_stdlib_getGeneralCategory(uint32_t scalar) {
  if (scalar < 0x20 || (scalar >= 0x7F && scalar < 0xA0)) return CONTROL;
  if (scalar == 0x2028) return LINE_SEPARATOR;
  if (scalar == 0x2029) return PARAGRAPH_SEPARATOR;
  if ((scalar >= 0xE000 && scalar <= 0xF8FF) || scalar >= 0xF0000) return PRIVATE_USE;
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (scalar >= formats[i][0] && scalar <= formats[i][1]) return FORMAT;
  return scalar >= '0' && scalar <= '9' ? DECIMAL_NUMBER : OTHER_LETTER;
}

// Each character stands alone, is written as it is, and has no other form.
uint8_t _swift_stdlib_getGraphemeBreakProperty(uint32_t scalar) { return (void)scalar, UINT8_MAX; }
uint8_t _swift_stdlib_getNumericType(uint32_t scalar) { return scalar >= '0' && scalar <= '9' ? 2 : UINT8_MAX; }
uint16_t _swift_stdlib_getNormData(uint32_t scalar) { return (void)scalar, 0; }
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) { return (void)scalar, 0; }
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) { return (void)first, (void)second, UINT32_MAX; }
int32_t _swift_stdlib_getMapping(uint32_t scalar, uint8_t mapping) { return (void)scalar, (void)mapping, 0; }
const uint8_t *_swift_stdlib_getSpecialMapping(uint32_t scalar, uint8_t mapping, intptr_t *length) {
  (void)scalar, (void)mapping;
  *length = 0;
  return NULL;
}
bool _swift_stdlib_isInCB_Consonant(uint32_t scalar) { return (void)scalar, false; }
bool _swift_stdlib_isExtendedPictographic(uint32_t scalar) { return (void)scalar, false; }
const uint8_t *const _swift_stdlib_nfd_decompositions = NULL;
