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

// Of the families below, the members that begin with v take their arguments from a list.

template <typename Arguments, std::size_t format = 0> void printf_(LibraryCall& call) {
  Arguments arguments(call, format + 1);
  give_written(call, 1, formatted(call, call.text(format), arguments));
}

template <typename Arguments> void fprintf_(LibraryCall& call) {
  Arguments arguments(call, 2);
  const int descriptor = stream(call, 0);
  give_written(call, descriptor, formatted(call, call.text(1), arguments));
}

template <typename Arguments> void sprintf_(LibraryCall& call) {
  Arguments arguments(call, 2);
  const std::string text = formatted(call, call.text(1), arguments);
  call.memory().write(call.address(0), std::string_view(text.c_str(), text.size() + 1));
  call.give(static_cast<Int128>(text.size()));
}

template <typename Arguments> void snprintf_(LibraryCall& call) {
  Arguments arguments(call, 3);
  const std::string text = formatted(call, call.text(2), arguments);
  const std::uint64_t size = call.address(1);
  const std::string truncated = text.substr(0, size == 0 ? 0 : size - 1);
  if (size != 0) call.memory().write(call.address(0), std::string_view(truncated.c_str(), truncated.size() + 1));
  call.give(static_cast<Int128>(text.size()));
}

void asprintf_(LibraryCall& call) {
  CallArguments arguments(call, 2);
  const std::string text = formatted(call, call.text(1), arguments);
  const std::uint64_t block = call.memory().allocate(ObjectKind::Heap, text.size() + 1, 16, NewBytes::Zero);
  call.memory().write(block, text);
  call.store(call.address(0), call.word_size(), block);
  call.give(static_cast<Int128>(text.size()));
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

} // namespace

constinit const LibraryTable output_functions = {
    {"printf", &printf_<CallArguments>},
    {"__printf_chk", &printf_<CallArguments, 1>},
    {"fprintf", &fprintf_<CallArguments>},
    {"vprintf", &printf_<ListArguments>},
    {"vfprintf", &fprintf_<ListArguments>},
    {"sprintf", &sprintf_<CallArguments>},
    {"vsprintf", &sprintf_<ListArguments>},
    {"snprintf", &snprintf_<CallArguments>},
    {"vsnprintf", &snprintf_<ListArguments>},
    {"asprintf", &asprintf_},
    {"puts", &puts_},
    {"fputs", &fputs_},
    {"putchar", &putchar_},
    {"putchar_unlocked", &putchar_},
    {"fputc", &fputc_},
    {"putc", &fputc_},
    {"_IO_putc", &fputc_},
    {"fwrite", &fwrite_},
    {"perror", &perror_},
    {"fflush", &zero},
    {"setvbuf", &zero},
    {"setbuf", &zero},
    {"fclose", &zero},
    {"fopen", &no_file},
    {"fopen64", &no_file},
    {"fseek", &failure},
    {"remove", &failure},
    {"ferror", &zero},
};

} // namespace tandem::semantics::interpreter
