#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "CToml.h"

// Looks through a text before toml++ does, for what toml++ cannot be given.
//
// Up to the first syntax error this sees strings, comments and keys as the parser does, and the parser stops at that error.
// What it looks for:
// - A dotted key of too many parts. toml++ sets no limit, and each part is a level of tables.
// - Characters outside ASCII where TOML allows none: in bare keys, numbers and white space, and behind a backslash. Versions
//   3.3.0 and 3.4.0 of toml++ ask of these whether they are white space, and the function that answers runs off its end
//   for U+00A1…U+0499, U+2C5E…U+3057 and U+FB26…U+FF1F.
// - The one place where such a character is allowed and toml++ asks nevertheless: at the start of a line that a backslash
//   joins to the line before, in a string of several lines. `text` has it as an escape there, which means the same.
class TextCheck {
 public:
  struct Fault {
    const char *message;
    CTomlRegion place;
  };

  explicit TextCheck(std::string_view source) : source(source) {}

  std::optional<Fault> find();

  // What to parse, once `find` has found nothing. In a line with such an escape the columns behind it are larger by 9.
  std::string_view text() const { return rewritten.empty() ? source : std::string_view(rewritten); }

 private:
  static constexpr size_t max_key_parts = 32;

  std::string_view source;
  std::string rewritten;
  size_t copied = 0;  // of `source` to `rewritten`
  size_t at = 0, dots = 0;
  uint32_t line = 1, column = 1;
  std::optional<Fault> fault;

  unsigned char byte() const { return at < source.size() ? static_cast<unsigned char>(source[at]) : 0; }
  bool is_at_line_end() const { return byte() == '\n' || (byte() == '\r' && source.substr(at, 2) == "\r\n"); }

  void step();
  void step(size_t count);
  void skip_blanks();
  void fail(const char *message);

  void check_outside_of_strings();
  void check_string(char quote);
  void check_escape(bool is_multiline);
  void join_lines();
  void write_as_escape();
};
