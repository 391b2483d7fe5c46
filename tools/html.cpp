#include "tools/html.hpp"

#include <fmt/format.h>

namespace alea::tools::html {

namespace {

/// c0 .. c5: the colours of series and shares, told apart by people who see red and green alike too (after Okabe and
/// Ito, 2008).
constexpr std::string_view style = R"(
:root { color-scheme: light dark;
  --back: #fff; --text: #1b1b1b; --dim: #6a6a6a; --line: #d9d9d9;
  --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #cc79a7; --c4: #a07d00; --c5: #56b4e9; }
@media (prefers-color-scheme: dark) { :root {
  --back: #161616; --text: #e6e6e6; --dim: #9b9b9b; --line: #3a3a3a;
  --c0: #56b4e9; --c1: #e69f00; --c2: #2fc79a; --c3: #e39ac3; --c4: #f0e442; --c5: #8fb8ff; } }
body { background: var(--back); color: var(--text); font: 15px/1.45 system-ui, sans-serif;
  max-width: 60em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 2em; }
p { color: var(--dim); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; display: block; overflow-x: auto; }
th, td { padding: .2em .7em; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
th { font-weight: 600; }
svg { width: 100%; height: auto; font: 12px system-ui, sans-serif; }
svg text { fill: var(--text); } svg .dim { fill: var(--dim); }
svg .grid { stroke: var(--line); stroke-width: 1; }
svg .path { fill: none; stroke-width: 1.6; } svg .error { stroke-width: 1.4; }
)";

/// Classes s0 .. s5 give lines their colour, f0 .. f5 areas.
std::string colour_classes() {
  std::string classes;
  for (int i = 0; i < 6; ++i) {
    classes += fmt::format("svg .s{0} {{ stroke: var(--c{0}); }} svg .f{0} {{ fill: var(--c{0}); }}\n", i);
  }
  return classes;
}

std::string row(const std::vector<std::string>& cells, std::string_view tag) {
  std::string row = "<tr>";
  for (const std::string& cell : cells) row += fmt::format("<{0}>{1}</{0}>", tag, escape(cell));
  return row + "</tr>\n";
}

}  // namespace

std::string escape(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return escaped;
}

std::string page(std::string_view title, std::string_view body) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>{1}{2}</style>\n</head>\n<body>\n<h1>{0}</h1>\n{3}</body>\n</html>\n",
      escape(title), style, colour_classes(), body);
}

std::string heading(std::string_view text) { return fmt::format("<h2>{}</h2>\n", escape(text)); }

std::string note(std::string_view text) { return fmt::format("<p>{}</p>\n", escape(text)); }

std::string table(const Table& table) {
  std::string html = "<table>\n" + row(table.heads, "th");
  for (const auto& cells : table.rows) html += row(cells, "td");
  return html + "</table>\n";
}

}  // namespace alea::tools::html
