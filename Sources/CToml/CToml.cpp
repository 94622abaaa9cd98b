#include "CToml.h"

// A configuration nests four deep. Each level takes stack in the parser, in our walk and in the destructors.
#define TOML_MAX_NESTED_VALUES 32
// Without assertions toml++ turns them into assumptions, and broken input breaks some ("[" at the end of the text).
// What follows from a broken assumption is undefined: assume nothing.
#define __builtin_assume(condition) static_cast<void>(0)
#include <toml++/toml.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

// Parts of one dotted key: toml++ sets no limit, and a table within a table is a level.
constexpr size_t max_key_parts = 32;

struct Document : CTomlDocument {
  toml::table root;
  std::vector<CTomlNode> storage;
  std::string message;
};

CTomlRegion region(const toml::source_region &source) {
  return {source.begin.line, source.begin.column, source.end.line, source.end.column};
}

// Looks for a dotted key with too many parts: the dots between two of `[ ] { } = , newline`, outside of strings and
// comments. Up to the first error of syntax it sees the text as the parser does, and the parser stops there.
class DeepKey {
 public:
  explicit DeepKey(std::string_view text) : text(text) {}

  bool find() {
    while (at < text.size()) {
      switch (text[at]) {
        case '"':
        case '\'':
          skip_string(text[at]);
          continue;
        case '#':
          while (at < text.size() && text[at] != '\n') step();
          continue;
        case '.':
          if (++dots >= max_key_parts) return true;
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
      }
      step();
    }
    return false;
  }

  CTomlRegion place() const { return {line, column, line, column + 1}; }

 private:
  std::string_view text;
  size_t at = 0, dots = 0;
  uint32_t line = 1, column = 1;

  void step() {
    const auto byte = static_cast<unsigned char>(text[at++]);
    if (byte == '\n') {
      line++;
      column = 1;
    } else if (at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80) {
      column++;
    }
  }

  void step(size_t count) {
    while (count-- && at < text.size()) step();
  }

  void skip_string(char quote) {
    const std::string delimiter(3, quote);
    const bool multiline = text.substr(at, 3) == delimiter;
    step(multiline ? 3 : 1);
    while (at < text.size()) {
      if (text[at] == '\\' && quote == '"') {
        step(2);
      } else if (multiline ? text.substr(at, 3) == delimiter : text[at] == quote) {
        step(multiline ? 3 : 1);
        // Up to two quotes may stand before the closing three.
        while (multiline && at < text.size() && text[at] == quote) step();
        return;
      } else if (!multiline && text[at] == '\n') {
        return;
      } else {
        step();
      }
    }
  }
};

uint32_t flatten(const toml::node &node, std::vector<CTomlNode> &nodes);

void fill(CTomlNode &flat, const toml::node &node) {
  flat.place = region(node.source());
  if (auto string = node.as_string()) {
    flat.kind = CTomlString;
    flat.string = string->get().data();
    flat.string_length = string->get().size();
  } else if (auto integer = node.as_integer()) {
    flat.kind = CTomlInteger;
    flat.integer = integer->get();
  } else if (auto number = node.as_floating_point()) {
    flat.kind = CTomlFloat;
    flat.number = number->get();
  } else if (auto boolean = node.as_boolean()) {
    flat.kind = CTomlBoolean;
    flat.integer = boolean->get();
  } else {
    flat.kind = node.is_table() ? CTomlTable : node.is_array() ? CTomlArray : CTomlOther;
  }
}

void flatten_children(const toml::node &node, uint32_t parent, std::vector<CTomlNode> &nodes) {
  uint32_t last = CTomlNone;
  const auto append = [&](const toml::node &child) {
    const uint32_t index = flatten(child, nodes);
    (last == CTomlNone ? nodes[parent].first_child : nodes[last].next_sibling) = index;
    last = index;
  };
  if (auto table = node.as_table()) {
    for (auto &&[key, child] : *table) {
      append(child);
      nodes[last].key = key.data();
      nodes[last].key_length = key.length();
      nodes[last].key_place = region(key.source());
    }
  } else if (auto array = node.as_array()) {
    for (auto &&child : *array) append(child);
  }
}

uint32_t flatten(const toml::node &node, std::vector<CTomlNode> &nodes) {
  const auto index = static_cast<uint32_t>(nodes.size());
  nodes.push_back(CTomlNode{});
  nodes[index].first_child = nodes[index].next_sibling = CTomlNone;
  fill(nodes[index], node);
  flatten_children(node, index, nodes);
  return index;
}

void fail(Document &document, std::string_view message, CTomlRegion place) {
  document.message = message;
  document.error = document.message.data();
  document.error_length = document.message.size();
  document.error_place = place;
}

}  // namespace

CTomlDocument *CTomlParse(const char *bytes, size_t length) {
  Document *document = nullptr;
  try {
    document = new Document{};
    const std::string_view text(bytes, length);
    if (DeepKey deep(text); deep.find()) {
      fail(*document, "a key of more than 32 parts", deep.place());
      return document;
    }
    auto result = toml::parse(text);
    if (!result) {
      fail(*document, result.error().description(), region(result.error().source()));
      return document;
    }
    document->root = std::move(result).table();
    flatten(document->root, document->storage);
    document->nodes = document->storage.data();
    document->count = document->storage.size();
    return document;
  } catch (...) {
    delete document;
    return nullptr;
  }
}

void CTomlFree(CTomlDocument *document) { delete static_cast<Document *>(document); }
