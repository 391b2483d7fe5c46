// Charts as inline SVG, for pages of tools/html.hpp, whose style sheet colours them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "selfplay/statistics.hpp"

namespace alea::tools::html {

struct ChartPoint {
  double x;
  double y;
  std::optional<Interval> error = {};  ///< drawn as a vertical bar through the point
};

/// Points that are not finite leave a gap.
struct Series {
  std::string name;
  std::vector<ChartPoint> points;
  bool marks = false;  ///< a dot at each point
};

/// Lines over a common x axis.
struct LineChart {
  std::string x_label;
  std::string y_label;
  std::vector<Series> series;
  bool y_from_zero = false;  ///< the y axis includes 0
};
std::string svg(const LineChart& chart);

/// One line for each name: an estimate with its interval, over a common horizontal axis.
struct IntervalChart {
  struct Row {
    std::string name;
    double value;
    Interval interval;  ///< not finite: none is drawn
  };
  std::string label;
  std::vector<Row> rows;
};
std::string svg(const IntervalChart& chart);

/// For each name a bar of whole length, divided into shares.
struct ShareChart {
  struct Row {
    std::string name;
    std::vector<double> amounts;  ///< as many as there are parts, 0 or more
  };
  std::vector<std::string> parts;
  std::vector<Row> rows;
};
std::string svg(const ShareChart& chart);

/// Round numbers, at most `most` + 1 of them, evenly spaced between low and high; low < high, both finite.
std::vector<double> ticks(double low, double high, int most);

}  // namespace alea::tools::html
