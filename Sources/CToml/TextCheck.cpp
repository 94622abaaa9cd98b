#include "TextCheck.h"

#include <cstdio>

std::optional<TextCheck::Fault> TextCheck::find() {
  if (source.substr(0, 3) == "\xEF\xBB\xBF") at = 3;  // a byte order mark, which toml++ passes over
  while (at < source.size() && !fault) {
    if (byte() == '"' || byte() == '\'') {
      check_string(source[at]);
    } else if (byte() == '#') {
      while (at < source.size() && byte() != '\n') step();
    } else {
      check_outside_of_strings();
    }
  }
  if (!rewritten.empty()) rewritten.append(source.substr(copied));
  return fault;
}

void TextCheck::check_outside_of_strings() {
  switch (byte()) {
    case '.':
      if (++dots >= max_key_parts) return fail("a key of more than 32 parts");
      break;
    case '[':
    case ']':
    case '{':
    case '}':
    case '=':
    case ',':
    case '\n':
      dots = 0;
      break;
    default:
      if (byte() >= 0x80) return fail("a character outside ASCII must stand in quotes");
  }
  step();
}

void TextCheck::check_string(char quote) {
  const std::string delimiter(3, quote);
  const bool is_multiline = source.substr(at, 3) == delimiter;
  step(is_multiline ? 3 : 1);
  while (at < source.size() && !fault) {
    if (source[at] == '\\' && quote == '"') {
      check_escape(is_multiline);
    } else if (is_multiline ? source.substr(at, 3) == delimiter : source[at] == quote) {
      step(is_multiline ? 3 : 1);
      // Up to two quotes may stand before the closing three.
      while (is_multiline && at < source.size() && source[at] == quote) step();
      return;
    } else if (!is_multiline && source[at] == '\n') {
      return;
    } else {
      step();
    }
  }
}

// A backslash and what belongs to it; in a string of several lines that may be the end of the line.
void TextCheck::check_escape(bool is_multiline) {
  step();
  if (byte() >= 0x80) return fail("this character cannot be escaped");
  const bool is_blank = byte() == ' ' || byte() == '\t' || byte() == '\n' || byte() == '\r';
  if (!is_multiline || !is_blank) return step();
  skip_blanks();
  if (is_at_line_end()) join_lines();
  else fail("a backslash that joins two lines must be the last character of its line");
}

void TextCheck::join_lines() {
  while (is_at_line_end() || byte() == ' ' || byte() == '\t') step();
  if (byte() >= 0x80) write_as_escape();
}

// Puts one character of UTF-8 into `rewritten` as \UXXXXXXXX.
void TextCheck::write_as_escape() {
  const size_t length = byte() >= 0xF0 ? 4 : byte() >= 0xE0 ? 3 : 2;
  static constexpr uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  uint32_t character = byte() & (0x7F >> length);
  bool is_valid = byte() >= 0xC2 && byte() <= 0xF4 && source.size() - at >= length;
  for (size_t i = 1; i < length && is_valid; i++) {
    const auto next = static_cast<unsigned char>(source[at + i]);
    is_valid = (next & 0xC0) == 0x80;
    character = character << 6 | (next & 0x3F);
  }
  const bool is_surrogate = character >= 0xD800 && character <= 0xDFFF;
  if (!is_valid || character < smallest[length] || character > 0x10FFFF || is_surrogate) return fail("invalid UTF-8");
  char escape[16];
  std::snprintf(escape, sizeof escape, "\\U%08X", static_cast<unsigned>(character));
  rewritten.append(source.substr(copied, at - copied)).append(escape);
  step(length);
  copied = at;
}

void TextCheck::skip_blanks() {
  while (byte() == ' ' || byte() == '\t') step();
}

void TextCheck::step() {
  if (at >= source.size()) return;
  const auto passed = static_cast<unsigned char>(source[at++]);
  if (passed == '\n') {
    line++;
    column = 1;
  } else if (at == source.size() || (byte() & 0xC0) != 0x80) {
    column++;
  }
}

void TextCheck::step(size_t count) {
  while (count--) step();
}

void TextCheck::fail(const char *message) { fault = Fault{message, {line, column, line, column + 1}}; }
