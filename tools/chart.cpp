#include "tools/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>

#include "tools/html.hpp"

namespace alea::tools::html {

namespace {

constexpr int colours = 6;
constexpr double width = 800;

/// The smallest interval around some numbers.
struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;

  void add(double x) {
    if (!std::isfinite(x)) return;
    low = std::min(low, x);
    high = std::max(high, x);
  }
  /// With some air, and never empty.
  Range padded(double share) const {
    if (low > high) return {0, 1};
    const double air = high > low ? share * (high - low) : std::max(1.0, std::abs(low)) * 0.5;
    return {low - air, high + air};
  }
};

/// From data to pixels, linearly.
struct Axis {
  Range data;
  double from, to;

  double operator()(double x) const { return from + (x - data.low) / (data.high - data.low) * (to - from); }
};

std::string text(double x, double y, std::string_view anchor, std::string_view content, std::string_view more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                     escape(content));
}

std::string line(double x1, double y1, double x2, double y2, std::string_view classes) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n", x1, y1, x2, y2,
                     classes);
}

std::string dot(double x, double y, std::size_t colour) {
  return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.2\" class=\"f{}\"/>\n", x, y, colour % colours);
}

std::string rectangle(double x, double y, double w, double h, std::size_t colour) {
  return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" class=\"f{}\"/>\n", x, y, w, h,
                     colour % colours);
}

std::string frame(double height, std::string_view content) {
  return fmt::format("<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\">\n{}</svg>\n", width, height, content);
}

/// Names in their colours, side by side.
std::string legend(const std::vector<std::string>& names, double x, double y) {
  std::string svg;
  for (std::size_t i = 0; i < names.size(); ++i) {
    svg += rectangle(x, y - 9, 10, 10, i) + text(x + 15, y, "start", names[i]);
    x += 35 + 7.0 * static_cast<double>(names[i].size());
  }
  return svg;
}

/// Vertical grid lines from `top` to `bottom`, their numbers and what they mean below.
std::string x_axis(const Axis& x, double top, double bottom, std::string_view label) {
  std::string svg;
  for (const double tick : ticks(x.data.low, x.data.high, 8)) {
    svg +=
        line(x(tick), top, x(tick), bottom, "grid") + text(x(tick), bottom + 16, "middle", fmt::format("{:.6g}", tick));
  }
  return svg + text((x.from + x.to) / 2, bottom + 34, "middle", label, " class=\"dim\"");
}

std::string y_axis(const Axis& y, double left, double right, std::string_view label) {
  std::string svg;
  for (const double tick : ticks(y.data.low, y.data.high, 6)) {
    svg +=
        line(left, y(tick), right, y(tick), "grid") + text(left - 6, y(tick) + 4, "end", fmt::format("{:.6g}", tick));
  }
  return svg + text(left, y.to - 8, "start", label, " class=\"dim\"");
}

std::string draw(const Series& series, std::size_t colour, const Axis& x, const Axis& y) {
  std::string path, marks;
  bool pen_down = false;
  for (const ChartPoint& point : series.points) {
    const bool drawn = std::isfinite(point.x) && std::isfinite(point.y);
    if (drawn) {
      path += fmt::format("{}{:.1f} {:.1f}", pen_down ? 'L' : 'M', x(point.x), y(point.y));
      if (series.marks) marks += dot(x(point.x), y(point.y), colour);
      if (point.error && std::isfinite(point.error->low) && std::isfinite(point.error->high)) {
        marks += line(x(point.x), y(point.error->low), x(point.x), y(point.error->high),
                      fmt::format("error s{}", colour % colours));
      }
    }
    pen_down = drawn;
  }
  return fmt::format("<path d=\"{}\" class=\"path s{}\"/>\n", path, colour % colours) + marks;
}

}  // namespace

std::vector<double> ticks(double low, double high, int most) {
  const double rough = (high - low) / most, power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double round : {5.0, 2.0, 1.0}) {
    if (round * power >= rough * (1 - 1e-9)) step = round * power;
  }
  const double first = std::ceil(low / step - 1e-9);
  std::vector<double> ticks;
  for (int i = 0; i <= most && (first + i) * step <= high + 1e-9 * step; ++i) {
    ticks.push_back((first + i) * step + 0.0);  // + 0.0: no negative zero
  }
  return ticks;
}

std::string svg(const LineChart& chart) {
  Range xs, ys;
  std::vector<std::string> names;
  for (const Series& series : chart.series) {
    names.push_back(series.name);
    for (const ChartPoint& point : series.points) {
      xs.add(point.x), ys.add(point.y);
      if (point.error) ys.add(point.error->low), ys.add(point.error->high);
    }
  }
  if (chart.y_from_zero) ys.add(0);
  constexpr double left = 60, right = width - 15, top = 45, bottom = 300;
  Range padded = ys.padded(0.05);
  if (chart.y_from_zero && ys.low == 0) padded.low = 0;
  const Axis x{xs.padded(0.02), left, right}, y{padded, bottom, top};
  std::string content = x_axis(x, top, bottom, chart.x_label) + y_axis(y, left, right, chart.y_label);
  for (std::size_t i = 0; i < chart.series.size(); ++i) content += draw(chart.series[i], i, x, y);
  if (names.size() > 1) content += legend(names, left, 14);
  return frame(bottom + 42, content);
}

std::string svg(const IntervalChart& chart) {
  Range range;
  std::size_t longest = 0;
  for (const auto& row : chart.rows) {
    for (const double x : {row.value, row.interval.low, row.interval.high}) range.add(x);
    longest = std::max(longest, row.name.size());
  }
  constexpr double row_height = 24, top = 10;
  const double left = std::min(320.0, 20 + 7.0 * static_cast<double>(longest));
  const double bottom = top + row_height * static_cast<double>(chart.rows.size());
  const Axis x{range.padded(0.05), left, width - 20};
  std::string content = x_axis(x, top, bottom, chart.label);
  for (std::size_t i = 0; i < chart.rows.size(); ++i) {
    const auto& [name, value, interval] = chart.rows[i];
    const double y = top + row_height * (static_cast<double>(i) + 0.5);
    content += text(left - 8, y + 4, "end", name);
    if (std::isfinite(interval.low) && std::isfinite(interval.high)) {
      content += line(x(interval.low), y, x(interval.high), y, "error s0");
    }
    if (std::isfinite(value)) content += dot(x(value), y, 0);
  }
  return frame(bottom + 42, content);
}

std::string svg(const ShareChart& chart) {
  std::size_t longest = 0;
  for (const auto& row : chart.rows) longest = std::max(longest, row.name.size());
  constexpr double row_height = 24, top = 30;
  const double left = std::min(320.0, 20 + 7.0 * static_cast<double>(longest)), whole = width - 20 - left;
  std::string content = legend(chart.parts, left, 14);
  for (std::size_t i = 0; i < chart.rows.size(); ++i) {
    const auto& [name, amounts] = chart.rows[i];
    const double total = std::accumulate(amounts.begin(), amounts.end(), 0.0);
    const double y = top + row_height * static_cast<double>(i);
    content += text(left - 8, y + 15, "end", name);
    double x = left;
    for (std::size_t part = 0; total > 0 && part < amounts.size(); ++part) {
      const double share = amounts[part] / total;
      content += rectangle(x, y + 3, share * whole, row_height - 6, part);
      x += share * whole;
    }
  }
  return frame(top + row_height * static_cast<double>(chart.rows.size()) + 8, content);
}

}  // namespace alea::tools::html
