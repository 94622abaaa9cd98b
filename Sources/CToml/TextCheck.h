#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "CToml.h"

// Looks through a text before toml++ does, for what toml++ cannot be given.
//
// Versions 3.3.0 and 3.4.0 of toml++ ask of characters outside ASCII whether they are white space, and the function that answers
// runs off its end for U+00A1…U+0499, U+2C5E…U+3057 and U+FB26…U+FF1F. So none may be where that is asked:
// - In bare keys, numbers and white space, and behind a backslash. TOML allows none there; neither do we.
// - In a string or comment that toml++ takes for the rest of a value, as it looks to the end of a value before it says what is
//   wrong with it: `1"é"`, and `1979-05-27 5#é`. No such value is valid, so it is refused here.
// - At the start of a line that a backslash joins to the line before, in a string of several lines. That is valid: `text` has
//   the character as an escape there, which means the same.
//
// It also refuses dotted keys of too many parts: toml++ sets no limit, and each part is a level of tables.
//
// Up to the first syntax error this sees strings, comments, keys and values as the parser does, and the parser stops there.
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

  // What `at` may be the start of.
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
