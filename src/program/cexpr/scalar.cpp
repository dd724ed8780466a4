// Bit patterns and host floats are converted by memcpy; long double uses the ten bytes of the x87 format.

#include "program/cexpr/scalar.h"

#include "base/core/require.h"
#include "program/cexpr/c_constants.h"

#include <cmath>
#include <cstring>

namespace tandem::cexpr {

namespace {

template <class Float, std::size_t Size = sizeof(Float)> long double read(UInt128 bits) {
  Float value = 0;
  std::memcpy(&value, &bits, Size);
  return value;
}

} // namespace

long double float_of_bits(FloatKind kind, UInt128 bits) {
  switch (kind) {
  case FloatKind::Float: return read<float>(bits);
  case FloatKind::Double: return read<double>(bits);
  case FloatKind::LongDouble: return read<long double, 10>(bits);
  }
  unreachable();
}

const Expr& scalar_constant(Context& context, const Type& type, UInt128 bits) {
  require(type.is_scalar(), "a value given as bits should be a scalar");
  if (type.is_float()) return context.floating(type, float_of_bits(type.float_kind(), bits));
  return context.integer(type, bits);
}

std::string scalar_text(Context& context, const Type& type, UInt128 bits) {
  const Expr& constant = scalar_constant(context, type, bits);
  if (!type.is_float()) return decimal(constant);
  const long double value = constant.float_value();
  const std::string sign = std::signbit(value) ? "-" : "";
  if (std::isnan(value)) return sign + "nan";
  if (std::isinf(value)) return sign + "inf";
  std::string text = c_float(constant).text;
  while (text.back() == 'f' || text.back() == 'l') text.pop_back();
  return text;
}

} // namespace tandem::cexpr
