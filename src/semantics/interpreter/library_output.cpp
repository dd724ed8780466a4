// Output of <stdio.h>: to standard output and standard error, which are the only open streams, and to strings.

#include "semantics/interpreter/format.h"
#include "semantics/interpreter/library.h"

namespace tandem::semantics::interpreter {

namespace {

constexpr std::int64_t end_of_file = -1;

// The file descriptor of a stream argument; faults on anything that is not an open stream.
int stream(LibraryCall& call, std::size_t i) {
  const auto& streams = call.machine().library.streams;
  for (int descriptor = 0; descriptor < 3; ++descriptor)
    if (call.address(i) == streams[descriptor]) return descriptor;
  throw Fault(call.address(i) == 0 ? FaultKind::NullDereference : FaultKind::Library,
              "the stream is not standard input, output or error");
}

void give_written(LibraryCall& call, int descriptor, const std::string& text) {
  call.machine().write_output(descriptor, text);
  call.give(static_cast<Int128>(text.size()));
}

void printf_(LibraryCall& call) {
  CallArguments arguments(call, 1);
  give_written(call, 1, formatted(call, call.text(0), arguments));
}

void printf_chk(LibraryCall& call) {
  CallArguments arguments(call, 2);
  give_written(call, 1, formatted(call, call.text(1), arguments));
}

void fprintf_(LibraryCall& call) {
  CallArguments arguments(call, 2);
  const int descriptor = stream(call, 0);
  give_written(call, descriptor, formatted(call, call.text(1), arguments));
}

void vprintf_(LibraryCall& call) {
  ListArguments arguments(call, 1);
  give_written(call, 1, formatted(call, call.text(0), arguments));
}

void vfprintf_(LibraryCall& call) {
  ListArguments arguments(call, 2);
  const int descriptor = stream(call, 0);
  give_written(call, descriptor, formatted(call, call.text(1), arguments));
}

void to_string(LibraryCall& call, const std::string& text) {
  call.memory().write(call.address(0), std::string_view(text.c_str(), text.size() + 1));
  call.give(static_cast<Int128>(text.size()));
}

void sprintf_(LibraryCall& call) {
  CallArguments arguments(call, 2);
  to_string(call, formatted(call, call.text(1), arguments));
}

void vsprintf_(LibraryCall& call) {
  ListArguments arguments(call, 2);
  to_string(call, formatted(call, call.text(1), arguments));
}

void to_bounded_string(LibraryCall& call, const std::string& text) {
  const std::uint64_t size = call.address(1);
  const std::string truncated = text.substr(0, size == 0 ? 0 : size - 1);
  if (size != 0) call.memory().write(call.address(0), std::string_view(truncated.c_str(), truncated.size() + 1));
  call.give(static_cast<Int128>(text.size()));
}

void snprintf_(LibraryCall& call) {
  CallArguments arguments(call, 3);
  to_bounded_string(call, formatted(call, call.text(2), arguments));
}

void vsnprintf_(LibraryCall& call) {
  ListArguments arguments(call, 3);
  to_bounded_string(call, formatted(call, call.text(2), arguments));
}

void give_new_string(LibraryCall& call, const std::string& text) {
  const std::uint64_t block = call.memory().allocate(ObjectKind::Heap, text.size() + 1, 16, NewBytes::Zero);
  call.memory().write(block, text);
  call.store(call.address(0), call.word_size(), block);
  call.give(static_cast<Int128>(text.size()));
}

void asprintf_(LibraryCall& call) {
  CallArguments arguments(call, 2);
  give_new_string(call, formatted(call, call.text(1), arguments));
}

void puts_(LibraryCall& call) { give_written(call, 1, call.text(0) + "\n"); }

void fputs_(LibraryCall& call) {
  const int descriptor = stream(call, 1);
  give_written(call, descriptor, call.text(0));
}

void put_character(LibraryCall& call, int descriptor) {
  const char c = static_cast<char>(call.integer(0));
  call.machine().write_output(descriptor, std::string_view(&c, 1));
  call.give(static_cast<unsigned char>(c));
}

void putchar_(LibraryCall& call) { put_character(call, 1); }
void fputc_(LibraryCall& call) { put_character(call, stream(call, 1)); }

void fwrite_(LibraryCall& call) {
  const int descriptor = stream(call, 3);
  const std::uint64_t size = call.address(1) * call.address(2);
  if (size != 0) call.memory().require_written(call.address(0), size);
  if (size != 0)
    call.machine().write_output(descriptor,
                                {reinterpret_cast<const char*>(call.memory().readable(call.address(0), size)), size});
  call.give(static_cast<Int128>(call.address(2)));
}

void perror_(LibraryCall& call) {
  const std::string text = call.address(0) == 0 ? "" : call.text(0) + ": ";
  call.machine().write_output(2, text + "error\n");
}

void zero(LibraryCall& call) { call.give(0); }

// No file can be opened.
void no_file(LibraryCall& call) {
  call.set_error_number(2); // ENOENT
  call.give(0);
}

void failure(LibraryCall& call) { call.give(end_of_file); }

constexpr LibraryEntry entries[] = {
    {"printf", &printf_},       {"__printf_chk", &printf_chk},
    {"fprintf", &fprintf_},     {"vprintf", &vprintf_},
    {"vfprintf", &vfprintf_},   {"sprintf", &sprintf_},
    {"vsprintf", &vsprintf_},   {"snprintf", &snprintf_},
    {"vsnprintf", &vsnprintf_}, {"asprintf", &asprintf_},
    {"puts", &puts_},           {"fputs", &fputs_},
    {"putchar", &putchar_},     {"putchar_unlocked", &putchar_},
    {"fputc", &fputc_},         {"putc", &fputc_},
    {"_IO_putc", &fputc_},      {"fwrite", &fwrite_},
    {"perror", &perror_},       {"fflush", &zero},
    {"setvbuf", &zero},         {"setbuf", &zero},
    {"fclose", &zero},          {"fopen", &no_file},
    {"fopen64", &no_file},      {"fseek", &failure},
    {"remove", &failure},       {"ferror", &zero},
};

} // namespace

std::span<const LibraryEntry> output_functions() { return entries; }

} // namespace tandem::semantics::interpreter
