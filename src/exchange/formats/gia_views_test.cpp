#include "exchange/formats/gia_views.h"

#include "exchange/gia/gia_file.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tandem::exchange::formats {
namespace {

const Gia& sample() {
  static const Gia gia =
      read_gia_text("tandem-gia 1\ndata-model LP64\nstate a initial\nstate b ut invariant s[0] == '\"'\n"
                    "a -> b on e1 e2 e3 e4 e5 if x > 0\na -> a on *\nend\n");
  return gia;
}

TEST(GiaViews, DrawingsShowWhatIsAccepted) {
  EXPECT_EQ(gia_dot(sample()),
            "digraph gia {\nnode [shape=box, style=\"rounded,filled\", fontname=\"monospace\", fontsize=10];\n"
            "edge [fontname=\"monospace\", fontsize=9];\n"
            "  s0 [label=\"a\", fillcolor=white, penwidth=2];\n"
            "  s1 [label=\"b\\nut\\ns[0] == '\\\"'\", fillcolor=palegreen];\n"
            "  s0 -> s1 [label=\"e1\\ne2\\ne3\\ne4\\nand 1 more\\n[x > 0]\"];\n"
            "  s0 -> s0 [label=\"*\"];\n}\n");
}

TEST(GiaViews, JsonHasEverything) {
  const auto json = nlohmann::json::parse(gia_json(sample()));
  EXPECT_EQ(json["header"]["data_model"], "LP64");
  EXPECT_EQ(json["initial"], "a");
  EXPECT_EQ(json["states"][1], (nlohmann::json{{"name", "b"}, {"accept", "ut"}, {"invariant", "s[0] == '\"'"}}));
  EXPECT_EQ(json["transitions"][0]["on"].size(), 5u);
  EXPECT_EQ(json["transitions"][0]["if"], "x > 0");
  EXPECT_EQ(json["transitions"][1]["on"], nlohmann::json{"*"});
  EXPECT_EQ(json["statistics"]["ut"], 1);
}

} // namespace
} // namespace tandem::exchange::formats
