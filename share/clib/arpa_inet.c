// <arpa/inet.h> (POSIX, BSD) on a little-endian machine: byte orders, and IPv4 addresses as text.
#include "model.h"

struct in_addr {
  unsigned s_addr;
};

unsigned htonl(unsigned value) {
  return (value & 0xffu) << 24 | (value & 0xff00u) << 8 | (value >> 8 & 0xff00u) | value >> 24;
}

unsigned ntohl(unsigned value) { return htonl(value); }

unsigned short htons(unsigned short value) { return (unsigned short)((value & 0xff) << 8 | value >> 8); }

unsigned short ntohs(unsigned short value) { return htons(value); }

static int tandem_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}

// Reads a number as in C (decimal, 0 octal, 0x hexadecimal) and moves *text behind it; false if it needs over 32 bits.
static int tandem_number(const char** text, unsigned* number) {
  const char* at = *text;
  int base = 10;
  if (*at == '0') {
    base = 8;
    if ((at[1] == 'x' || at[1] == 'X') && tandem_digit(at[2]) < 16) {
      base = 16;
      at += 2;
    }
  }
  unsigned long long value = 0;
  for (; tandem_digit(*at) < base; at++) {
    value = value * (unsigned)base + (unsigned)tandem_digit(*at);
    if (value > 0xffffffffu) return 0;
  }
  *text = at;
  *number = (unsigned)value;
  return 1;
}

// One to four numbers: the last one fills the bytes that are left. White space may follow.
int inet_aton(const char* text, struct in_addr* address) {
  unsigned front = 0;
  unsigned number = 0;
  unsigned largest = 0xffffffffu;
  for (int shift = 24;; shift -= 8, text++) {
    if (*text < '0' || *text > '9' || !tandem_number(&text, &number)) return 0;
    if (*text != '.') break;
    if (shift == 0 || number > 255) return 0;
    front |= number << shift;
    largest >>= 8;
  }
  if (*text != 0 && *text != ' ' && (*text < '\t' || *text > '\r')) return 0;
  if (number > largest) return 0;
  if (address != NULL) address->s_addr = htonl(front | number);
  return 1;
}

// All ones if it is no address.
unsigned inet_addr(const char* text) {
  struct in_addr address;
  return inet_aton(text, &address) ? address.s_addr : 0xffffffffu;
}

// The text is overwritten by the next call.
char* inet_ntoa(struct in_addr address) {
  static char tandem_text[16];
  char* at = tandem_text;
  for (int shift = 0; shift < 32; shift += 8) {
    unsigned byte = address.s_addr >> shift & 0xff;
    if (byte >= 100) *at++ = (char)('0' + byte / 100);
    if (byte >= 10) *at++ = (char)('0' + byte / 10 % 10);
    *at++ = (char)('0' + byte % 10);
    *at++ = shift == 24 ? 0 : '.';
  }
  return tandem_text;
}
