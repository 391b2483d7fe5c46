// Reports as one self-contained HTML file each: nothing is loaded from elsewhere. Colours follow the reader's light or
// dark mode.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace alea::tools::html {

/// Text for use between tags and in attributes: & < > " ' escaped; bytes that are no text in HTML (control characters)
/// become spaces.
std::string escape(std::string_view text);

/// A whole document. `title` is text, `body` HTML.
std::string page(std::string_view title, std::string_view body);

/// A heading, text, for the HTML that follows it up to the next.
std::string heading(std::string_view text);

/// A line under a heading; text.
std::string note(std::string_view text);

/// Rows of text under heads: the first column to the left, the others, numbers, to the right. Each row has as many
/// cells as there are heads.
struct Table {
  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> rows;
};
std::string table(const Table& table);

}  // namespace alea::tools::html
