// Verdicts about programs with constructs that tandem does not understand (program/model/not_understood.h). Paths end
// at such a construct, so that errors which engines find before it or on other paths are errors. A proof has to show
// that no path reaches one. Therefore a verifier is asked first about the property and the constructs; if that leaves
// the question open, it is asked about the property alone, for an error that does not need them.
#pragma once

#include "task/actor.h"

#include <functional>
#include <memory>
#include <string>

namespace tandem::task {

// A verifier that confirms its alarms by this property.
using MakeActor = std::function<std::shared_ptr<Actor>(const Property& property)>;

// Of programs of which calls reach no error function.
inline constexpr std::string_view nothing_to_check = "nothing to check: no assertion or error call can be reached";
inline constexpr std::string_view no_check_is_left =
    "no check is left for an engine: all hold by types, branches and loops; no assertion or error call can be reached";

// A definite verdict names what it rests on (task/assumptions.h); TRUE of a program without anything to check has a
// reason that says so.
class Understood : public Actor {
public:
  explicit Understood(MakeActor make, std::string name = "") : make_(std::move(make)), name_(std::move(name)) {}

  std::string name() const override { return name_; }
  Outcome run(const Task& task, Monitor& monitor) override;

private:
  Outcome decide(const Task& task, Monitor& monitor);

  MakeActor make_;
  std::string name_;
};

} // namespace tandem::task
