#include "report/plot/plot.h"

#include <gtest/gtest.h>

#include <limits>

namespace tandem::report {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t result = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++result;
  return result;
}

LinePlot growth() {
  return {.title = "a < b & c",
          .x = {"bound", Scale::Linear},
          .y = {"time (s)", Scale::Logarithmic},
          .series = {{"one", {{1, 0.01}, {2, 0.1}, {3, 1}}}, {"two", {{1, 0.02}, {2, 0}, {3, 2}}}}};
}

TEST(Plot, LinesGoThroughTheirPoints) {
  const std::string text = svg(growth());
  // 0.01 to 10 is three decades of 300 pixels; 1 to 3 spans 480.
  EXPECT_NE(text.find("M70.0,340.0 L310.0,240.0 L550.0,140.0"), std::string::npos) << text;
  EXPECT_NE(text.find(">0.01<"), std::string::npos);
  EXPECT_NE(text.find(">bound<"), std::string::npos);
}

TEST(Plot, WhatCannotBeDrawnInterruptsTheLine) {
  const std::string text = svg(growth());
  EXPECT_EQ(count(text, "L"), 2u) << "only the first line has more than one piece: " << text;
}

TEST(Plot, TextIsEscaped) {
  const std::string text = svg(growth());
  EXPECT_NE(text.find("a &lt; b &amp; c"), std::string::npos);
}

TEST(Plot, SameInputSameBytes) { EXPECT_EQ(svg(growth()), svg(growth())); }

TEST(Plot, EmptyAndDegenerateDataAreDrawn) {
  EXPECT_NE(svg(LinePlot{}).find("</svg>"), std::string::npos);
  LinePlot flat{.title = "flat", .x = {"x"}, .y = {"y"}, .series = {{"s", {{1, 5}}}}};
  EXPECT_EQ(svg(flat).find("nan"), std::string::npos);
  flat.series[0].points.push_back({2, std::numeric_limits<double>::infinity()});
  EXPECT_EQ(svg(flat).find("inf"), std::string::npos);
}

TEST(Plot, BarsStandOnTheAxisAndMissingOnesAreCrosses) {
  const BarPlot plot{.title = "bars",
                     .y = {"s", Scale::Linear},
                     .bars = {"sp", "cnf"},
                     .groups = {{"a.c", {1.0, 2.0}}, {"b.c", {std::nullopt, 4.0}}}};
  const std::string text = svg(plot);
  EXPECT_EQ(count(text, "×"), 1u);
  EXPECT_NE(text.find("y=\"40.0\" width=\"86.4\" height=\"300.0\""), std::string::npos) << text;
  EXPECT_NE(text.find("height=\"75.0\""), std::string::npos) << text;
}

TEST(Plot, AScatterPlotHasOneRangeAndADiagonal) {
  const LinePlot plot{.title = "a against b",
                      .x = {"a", Scale::Logarithmic},
                      .y = {"b", Scale::Logarithmic},
                      .series = {{"b", {{0.1, 10}, {1, 1}}}},
                      .joined = Joined::No};
  const std::string text = svg(plot);
  EXPECT_EQ(text.find("stroke-width=\"1.5\""), std::string::npos) << "no line joins the points";
  EXPECT_NE(text.find("stroke-dasharray"), std::string::npos);
}

} // namespace
} // namespace tandem::report
