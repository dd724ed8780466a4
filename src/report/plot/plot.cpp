// SVG written by hand, with fixed formats of numbers, so that the same data give the same bytes. Linear axes have ticks
// at 1, 2 or 5 times a power of ten, logarithmic ones at powers of ten.

#include "report/plot/plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

namespace tandem::report {

namespace {

// The palette of Okabe and Ito, which is distinguishable with any colour vision, and two more colours.
constexpr std::array<std::string_view, 10> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00",
                                                   "#56b4e9", "#000000", "#999999", "#8b4513", "#6a3d9a"};
constexpr double width = 720, height = 400, left = 70, right = 170, top = 40, bottom = 60;
constexpr double plot_width = width - left - right, plot_height = height - top - bottom;

std::string_view colour(std::size_t i) { return colours[i % colours.size()]; }

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else
      result += c;
  }
  return result;
}

// 0.001, 25, 4000, 2e+06: short, and the same everywhere.
std::string number(double value) { return fmt::format("{:.4g}", value); }

// An axis with its ticks; maps values to [0, 1].
class Ruler {
public:
  Ruler(Scale scale, double least, double most) : scale_(scale) {
    if (scale_ == Scale::Logarithmic)
      set_up_logarithmic(least, most);
    else
      set_up_linear(least, most);
  }

  bool has(double value) const { return std::isfinite(value) && (scale_ == Scale::Linear || value > 0); }
  double at(double value) const {
    const double v = scale_ == Scale::Logarithmic ? std::log10(value) : value;
    return std::clamp((v - low_) / (high_ - low_), 0.0, 1.0);
  }
  const std::vector<double>& ticks() const { return ticks_; }

private:
  void set_up_logarithmic(double least, double most) {
    low_ = std::floor(std::log10(least) + 1e-9);
    high_ = std::max(std::ceil(std::log10(most) - 1e-9), low_ + 1);
    const double step = std::max(1.0, std::ceil((high_ - low_) / 8));
    for (double e = low_; e <= high_ + 1e-9; e += step) ticks_.push_back(std::pow(10.0, e));
  }

  void set_up_linear(double least, double most) {
    if (!(most > least)) most = least + 1;
    const double raw = (most - least) / 6;
    const double magnitude = std::pow(10.0, std::floor(std::log10(raw)));
    double step = magnitude;
    for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
      step = factor * magnitude;
      if (step >= raw * (1 - 1e-9)) break;
    }
    low_ = std::floor(least / step + 1e-9) * step;
    high_ = std::ceil(most / step - 1e-9) * step;
    const auto count = static_cast<int>(std::lround((high_ - low_) / step));
    for (int i = 0; i <= count; ++i) ticks_.push_back(low_ + i * step);
  }

  Scale scale_;
  double low_ = 0, high_ = 1;
  std::vector<double> ticks_;
};

Ruler ruler(Scale scale, const std::vector<double>& values, bool from_zero) {
  double least = 0, most = 0;
  bool any = false;
  for (const double value : values) {
    if (!std::isfinite(value) || (scale == Scale::Logarithmic && value <= 0)) continue;
    least = any ? std::min(least, value) : value;
    most = any ? std::max(most, value) : value;
    any = true;
  }
  if (!any) return {scale, 1, 10};
  return {scale, from_zero && scale == Scale::Linear ? std::min(0.0, least) : least, most};
}

std::string text(double x, double y, std::string_view anchor, std::string_view content, std::string_view more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                     escaped(content));
}

std::string head(std::string_view title) {
  return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
                     "height=\"{1:.0f}\" font-family=\"sans-serif\" font-size=\"12\">\n<title>{2}</title>\n"
                     "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
                     width, height, escaped(title)) +
         text(left, 22, "start", title, " font-size=\"14\" font-weight=\"bold\"");
}

std::string frame(const Axis& y, const Ruler& ruler) {
  std::string result;
  for (const double tick : ruler.ticks()) {
    const double at = top + plot_height * (1 - ruler.at(tick));
    result += fmt::format("<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#dddddd\"/>\n", left,
                          left + plot_width, at, at);
    result += text(left - 6, at + 4, "end", number(tick));
  }
  result += fmt::format("<path d=\"M{0:.1f},{1:.1f} V{2:.1f} H{3:.1f}\" fill=\"none\" stroke=\"#333333\"/>\n", left,
                        top, top + plot_height, left + plot_width);
  result += text(16, top + plot_height / 2, "middle", y.label,
                 fmt::format(" transform=\"rotate(-90 16 {:.1f})\"", top + plot_height / 2));
  return result;
}

std::string mark(std::size_t kind, double x, double y, std::string_view fill) {
  switch (kind % 4) {
  case 0: return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", x, y, fill);
  case 1:
    return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"6\" height=\"6\" fill=\"{}\"/>\n", x - 3, y - 3, fill);
  case 2: return fmt::format("<path d=\"M{:.1f},{:.1f} l4,7 h-8 z\" fill=\"{}\"/>\n", x, y - 4, fill);
  default: return fmt::format("<path d=\"M{:.1f},{:.1f} l4,4 l-4,4 l-4,-4 z\" fill=\"{}\"/>\n", x, y - 4, fill);
  }
}

std::string curve(const Series& series, std::size_t index, const Ruler& x, const Ruler& y, Joined joined) {
  std::string path, marks;
  bool interrupted = true;
  for (const Point& point : series.points) {
    if (!x.has(point.x) || !y.has(point.y)) {
      interrupted = true;
      continue;
    }
    const double px = left + plot_width * x.at(point.x), py = top + plot_height * (1 - y.at(point.y));
    path += fmt::format("{}{:.1f},{:.1f} ", interrupted ? "M" : "L", px, py);
    marks += mark(index, px, py, colour(index));
    interrupted = false;
  }
  if (path.empty()) return "";
  if (joined == Joined::No) return marks;
  path.pop_back();
  return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n", path, colour(index)) +
         marks;
}

double legend_y(std::size_t i) { return top + 10 + 18 * static_cast<double>(i); }

} // namespace

std::string svg(const LinePlot& plot) {
  std::vector<double> xs, ys;
  for (const Series& series : plot.series)
    for (const Point& point : series.points) {
      xs.push_back(point.x);
      ys.push_back(point.y);
    }
  // Points above and below the diagonal are compared by eye, so both axes have the same range.
  if (plot.joined == Joined::No) {
    xs.insert(xs.end(), ys.begin(), ys.end());
    ys = xs;
  }
  const Ruler x = ruler(plot.x.scale, xs, false), y = ruler(plot.y.scale, ys, plot.joined == Joined::Yes);
  std::string result = head(plot.title) + frame(plot.y, y);
  for (const double tick : x.ticks())
    result += text(left + plot_width * x.at(tick), top + plot_height + 18, "middle", number(tick));
  result += text(left + plot_width / 2, height - 14, "middle", plot.x.label);
  if (plot.joined == Joined::No)
    result += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#999999\" "
                          "stroke-dasharray=\"4 4\"/>\n",
                          left, top + plot_height, left + plot_width, top);
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    result += curve(plot.series[i], i, x, y, plot.joined);
    result += mark(i, left + plot_width + 20, legend_y(i), colour(i));
    result += text(left + plot_width + 32, legend_y(i) + 4, "start", plot.series[i].name);
  }
  return result + "</svg>\n";
}

std::string svg(const BarPlot& plot) {
  std::vector<double> ys;
  for (const BarGroup& group : plot.groups)
    for (const auto& value : group.values)
      if (value) ys.push_back(*value);
  const Ruler y = ruler(plot.y.scale, ys, true);
  std::string result = head(plot.title) + frame(plot.y, y);
  const double base = top + plot_height;
  const double room = plot_width / static_cast<double>(std::max<std::size_t>(1, plot.groups.size()));
  const double bar = 0.8 * room / static_cast<double>(std::max<std::size_t>(1, plot.bars.size()));
  for (std::size_t g = 0; g < plot.groups.size(); ++g) {
    const double start = left + room * (static_cast<double>(g) + 0.1);
    for (std::size_t i = 0; i < plot.groups[g].values.size(); ++i) {
      const double at = start + bar * static_cast<double>(i);
      const auto& value = plot.groups[g].values[i];
      if (!value || !y.has(*value)) {
        result += text(at + bar / 2, base - 3, "middle", "×", fmt::format(" fill=\"{}\"", colour(i)));
        continue;
      }
      // The smallest values would be invisible on the axis.
      const double tall = std::max(2.0, plot_height * y.at(*value));
      result += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", at,
                            base - tall, 0.9 * bar, tall, colour(i));
    }
    const double middle = left + room * (static_cast<double>(g) + 0.5);
    result += text(middle, base + 16, plot.groups.size() > 5 ? "end" : "middle", plot.groups[g].name,
                   plot.groups.size() > 5 ? fmt::format(" transform=\"rotate(-25 {:.1f} {:.1f})\"", middle, base + 16)
                                          : std::string());
  }
  for (std::size_t i = 0; i < plot.bars.size(); ++i) {
    result += mark(1, left + plot_width + 20, legend_y(i), colour(i));
    result += text(left + plot_width + 32, legend_y(i) + 4, "start", plot.bars[i]);
  }
  return result + "</svg>\n";
}

} // namespace tandem::report
