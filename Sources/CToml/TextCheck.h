#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "CToml.h"

// Checks a text for input that toml++ can't handle, before toml++ parses it.
//
// Versions 3.3.0 and 3.4.0 of toml++ test whether characters outside ASCII are white space, and the function that does so runs off
// its end for U+00A1…U+0499, U+2C5E…U+3057 and U+FB26…U+FF1F. So no such character may be where toml++ makes this test:
// - In bare keys, numbers and white space, and after a backslash. TOML doesn't allow them there; such a text is rejected.
// - In a string or comment that toml++ takes for the rest of a value, because it looks for the end of a value before it reports
//   what is wrong with it: `1"é"`, and `1979-05-27 5#é`. No such value is valid, so it is rejected.
// - At the start of a line that a backslash joins to the previous line, in a multi-line string. This is valid, so `text` has an
//   escape there instead of the character, with the same meaning.
//
// Dotted keys of too many parts are rejected as well: toml++ sets no limit, and each part is a level of tables.
//
// Up to the first syntax error the check finds the same strings, comments, keys and values as the parser, which stops at that error.
class TextCheck {
 public:
  struct Fault {
    const char *message;
    CTomlRegion place;
  };

  explicit TextCheck(std::string_view source) : source(source) {}

  std::optional<Fault> find();

  // The text to parse, after `find` has found no fault. In a line with such an escape, the columns after it are larger by 9.
  std::string_view text() const { return rewritten.empty() ? source : std::string_view(rewritten); }

 private:
  static constexpr size_t max_key_parts = 32;

  std::string_view source;
  std::string rewritten;
  size_t copied = 0;  // the length of `source` that has been copied to `rewritten`
  size_t at = 0, dots = 0;
  uint32_t line = 1, column = 1;
  std::optional<Fault> fault;

  // The kind of token that may begin at `at`.
  enum class Place { key, value, word, after_value };
  Place place = Place::key;
  std::string open;  // the brackets of arrays and inline tables around `at`
  size_t word_start = 0;

  unsigned char byte() const { return at < source.size() ? static_cast<unsigned char>(source[at]) : 0; }
  bool is_in(char bracket) const { return !open.empty() && open.back() == bracket; }
  bool is_at_line_end() const { return byte() == '\n' || (byte() == '\r' && source.substr(at, 2) == "\r\n"); }

  void step();
  void step(size_t count);
  void skip_blanks();
  void fail(const char *message);

  void check_key();
  void check_value();
  void check_word();
  void check_between();
  void skip_comment();
  void check_string(char quote);
  void check_escape(bool is_multiline);
  void join_lines();
  void write_as_escape();
};
