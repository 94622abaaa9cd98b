// toml: tests every character in every context where it could break toml++. Its last line is "N passed, N failed".
//
// Versions 3.3.0 and 3.4.0 run off the end of a function for some characters outside ASCII (TextCheck.h says which). Here each
// character of the Basic Multilingual Plane, and a sample of the others, is put in each context. Every version must accept the
// same texts.
#include <cstdio>
#include <cstring>
#include <string>

#include "CToml.h"

namespace {

struct Context {
  const char *text;  // "%" stands for the character
  bool takes_other;  // whether a character outside ASCII is accepted, except control characters and surrogates
  const char *value;  // the expected first value
};

const Context contexts[] = {
  {"\n%", false, nullptr},
  {"a% = 1", false, nullptr},
  {"a = %", false, nullptr},
  {"a = 1%", false, nullptr},
  {"a = 1 %", false, nullptr},
  {"a = tr%", false, nullptr},
  {"a = 0x%", false, nullptr},
  {"a = inf%", false, nullptr},
  {"a = 1979-05-27%", false, nullptr},
  {"a = [1, %]", false, nullptr},
  {"a = {b% = 1}", false, nullptr},
  {"[%]", false, nullptr},
  {"[a.%]", false, nullptr},
  {"a = 1\n%", false, nullptr},
  {"a = -\"%\"", false, nullptr},
  {"a = 1.'%'", false, nullptr},
  {"a = [1[\"%\"]", false, nullptr},
  {"a = 1='%'", false, nullptr},
  {"a = [}'%']", false, nullptr},
  {"a = #%\n", false, nullptr},
  {"a = 1979-05-27 0#%", false, nullptr},
  {"a = 1979-05-27 07:'%'", false, nullptr},
  {"a = [1979-05-27 0,'%']", false, nullptr},
  {"a = 1979-05-27 0\n'%' = 1", false, nullptr},
  {"a = maybe\"\"\"%\"\"\"", false, nullptr},
  {"a = 1\"\"\"\\\n%\"\"\"", false, nullptr},
  {"a = ''\"%\"", false, nullptr},
  {"a = 1979-05-27 0\"%\"", false, nullptr},
  {"a = \"\\%\"", false, nullptr},
  {"a = \"\"\"\\%\"\"\"", false, nullptr},
  {"a = \"\"\"\\ %\n\"\"\"", false, nullptr},
  {"a = 1 # %\n", true, nullptr},
  {"\"%\" = 2", true, nullptr},
  {"['%']", true, nullptr},
  {"a.\"%\" = 1", true, nullptr},
  {"[a.'%'.b]\n[[c.\"%\"]]", true, nullptr},
  {"a = 1#%", true, nullptr},
  {"a = [ # %\n 1, # %\n '%', # %\n ]", true, nullptr},
  {"a = [[1], {b.'%' = 2, c = [{}]}] # %\n'%' = 1", true, nullptr},
  {"a = [\"%\"]", true, nullptr},
  {"a = {\"%\"=1,'%%'=2}", true, nullptr},
  {"a = \"%\"", true, "%"},
  {"a = '%'", true, "%"},
  {"a = \"\"\"%\"\"\"", true, "%"},
  {"a = '''\\\n%'''", true, "\\\n%"},
  {"a = \"\"\"x\\\n  \n%y%\"\"\"", true, "x%y%"},
  {"a = \"\"\"\\\r\n\t%\"\"\"\"\"", true, "%\"\""},
  {"\xEF\xBB\xBF" "a = '%'", true, "%"},
};

std::string utf8(uint32_t c) {
  const auto tail = [c](int shift) { return static_cast<char>(0x80 | (c >> shift & 63)); };
  if (c < 0x800) return {static_cast<char>(0xC0 | c >> 6), tail(0)};
  if (c < 0x10000) return {static_cast<char>(0xE0 | c >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xF0 | c >> 18), tail(12), tail(6), tail(0)};
}

std::string filled(const char *text, const std::string &character) {
  std::string result;
  for (; *text; text++) {
    if (*text == '%') result += character;
    else result += *text;
  }
  return result;
}

bool is_right(const Context &context, uint32_t c) {
  const std::string character = utf8(c), text = filled(context.text, character);
  CTomlDocument *document = CTomlParse(text.data(), text.size());
  if (!document) return false;
  const bool is_refused = document->error != nullptr;
  bool is_right = is_refused != context.takes_other;
  if (!is_refused && context.value) {
    const CTomlNode &value = document->nodes[1];
    is_right = is_right && std::string(value.string, value.string_length) == filled(context.value, character);
  }
  CTomlFree(document);
  return is_right;
}

}  // namespace

int main() {
  size_t passed = 0, failed = 0;
  for (uint32_t c = 0xA0; c < 0x110000; c += c < 0x10000 ? 1 : 97) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    for (const Context &context : contexts) {
      if (is_right(context, c)) {
        passed++;
      } else if (failed++ < 10) {
        std::printf("FAILED U+%04X in %s\n", static_cast<unsigned>(c), context.text);
      }
    }
  }
  std::printf("%zu passed, %zu failed\n", passed, failed);
  return failed ? 1 : 0;
}
