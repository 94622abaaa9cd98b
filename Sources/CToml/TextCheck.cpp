#include "TextCheck.h"

#include <cstdio>

static constexpr char not_in_quotes[] = "a character outside ASCII must be in quotes";

std::optional<TextCheck::Fault> TextCheck::find() {
  if (source.substr(0, 3) == "\xEF\xBB\xBF") at = 3;  // a byte order mark, which toml++ skips
  while (at < source.size() && !fault) {
    switch (place) {
      case Place::key: check_key(); break;
      case Place::value: check_value(); break;
      case Place::word: check_word(); break;
      case Place::after_value: check_between(); break;
    }
  }
  if (!rewritten.empty()) rewritten.append(source.substr(copied));
  return fault;
}

// Checks one token of a key or of a table's header, or between them.
void TextCheck::check_key() {
  switch (byte()) {
    case '"':
    case '\'': return check_string(source[at]);
    case '.':
      if (++dots >= max_key_parts) return fail("a key of more than 32 parts");
      return step();
    case '=':
      place = Place::value;
      [[fallthrough]];
    case '[': dots = 0; return step();
    default: return check_between();
  }
}

// Checks the first character of a value, or a character before it.
void TextCheck::check_value() {
  switch (byte()) {
    case ' ':
    case '\t':
    case '\r': return step();
    case '\n':
      if (open.empty()) place = Place::key;
      return step();
    case '"':
    case '\'':
      place = Place::after_value;
      return check_string(source[at]);
    case '[': open.push_back('['); return step();
    case '{':
      open.push_back('{');
      place = Place::key;
      return step();
    case ']':
    case '#':
      if (is_in('[')) return check_between();
      [[fallthrough]];
    case ',':
    case '}': return fail("a value is missing");
    default:
      word_start = at;
      place = Place::word;
  }
}

// Checks a value without quotes and brackets. toml++ takes it to extend to white space, a comma, a closing bracket or a comment.
void TextCheck::check_word() {
  if (byte() >= 0x80) return fail(not_in_quotes);
  if (byte() == '"' || byte() == '\'') return fail("unexpected quote within a value");
  if (std::string_view(" \t\r\n\v\f]},#").find(source[at]) == std::string_view::npos) return step();
  // A space and a digit after a date begin its time, which belongs to the same value. toml++ takes the character after that digit
  // for a part of the time, whatever it is.
  const auto is_digit = [this](size_t index) { return index < source.size() && source[index] >= '0' && source[index] <= '9'; };
  const std::string_view word = source.substr(word_start, at - word_start);
  if (word.size() == 10 && word[4] == '-' && word[7] == '-' && byte() == ' ' && is_digit(at + 1)) {
    return is_digit(at + 2) ? step(3) : fail("an hour has two digits");
  }
  place = Place::after_value;
}

// Checks a token that may end a key, a value or a line.
void TextCheck::check_between() {
  switch (byte()) {
    case '#': return skip_comment();
    case '"':
    case '\'': return check_string(source[at]);
    case ',':
      dots = 0;
      place = is_in('[') ? Place::value : Place::key;
      break;
    case ']':
    case '}':
      if (is_in(byte() == ']' ? '[' : '{')) {
        open.pop_back();
        place = Place::after_value;
      }
      break;
    case '\n':
      dots = 0;
      if (open.empty()) place = Place::key;
      break;
    default:
      if (byte() >= 0x80) return fail(not_in_quotes);
  }
  step();
}

void TextCheck::skip_comment() {
  while (at < source.size() && byte() != '\n') step();
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
      // Up to two quotes may precede the closing three.
      while (is_multiline && at < source.size() && source[at] == quote) step();
      return;
    } else if (!is_multiline && source[at] == '\n') {
      return;
    } else {
      step();
    }
  }
}

// Checks a backslash and what follows it; in a multi-line string this may be the end of the line.
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

// Writes one UTF-8 character to `rewritten` as \UXXXXXXXX.
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
