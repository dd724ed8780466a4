// Plots as SVG: lines over a number, and groups of bars over names. One file, no scripts, readable without colour
// (marks differ too). Same input, same bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tandem::report {

enum class Scale { Linear, Logarithmic };

struct Axis {
  std::string label; // with the unit
  Scale scale = Scale::Linear;
};

struct Point {
  double x = 0, y = 0;
};

struct Series {
  std::string name;
  std::vector<Point> points; // by increasing x; values that are not finite, or not positive on a logarithmic axis, are
                             // left out and interrupt the line
};

enum class Joined : std::uint8_t {
  Yes,
  No, // a scatter plot, with the diagonal
};

struct LinePlot {
  std::string title;
  Axis x, y;
  std::vector<Series> series;
  Joined joined = Joined::Yes;
};

std::string svg(const LinePlot& plot);

struct BarGroup {
  std::string name;
  std::vector<std::optional<double>> values; // one for each bar; nothing: no measurement, drawn as a cross
};

struct BarPlot {
  std::string title;
  Axis y;
  std::vector<std::string> bars; // the names of a group's values
  std::vector<BarGroup> groups;
};

std::string svg(const BarPlot& plot);

} // namespace tandem::report
