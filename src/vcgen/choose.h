// Which method suits a program? A rule over simple features of its single-assignment form, read off the study in
// docs/studies/vc-methods.md.
#pragma once

#include "vcgen/generate.h"

#include <cstdint>
#include <string>

namespace tandem::vcgen {

struct Features {
  std::size_t blocks = 0;
  std::size_t statements = 0;
  std::size_t asserts = 0;
  std::size_t places = 0; // of asserts: rounds of a loop count once
  std::size_t phis = 0;   // assignments of if-then-else terms
  std::size_t after = 0;  // statements that follow the last assert
};

Features features(const SingleAssignment& program);

struct Choice {
  Method method = Method::PSCondNF;
  Lemmas lemmas = Lemmas::Off;
  std::string reason; // for people
};

Choice choose_method(const Features& features);

} // namespace tandem::vcgen
