// <arpa/inet.h> (POSIX) on a little-endian machine: byte orders, and IPv4 addresses as text.
#include "model.h"

unsigned htonl(unsigned value) {
  return (value & 0xffu) << 24 | (value & 0xff00u) << 8 | (value >> 8 & 0xff00u) | value >> 24;
}

unsigned ntohl(unsigned value) { return htonl(value); }

unsigned short htons(unsigned short value) { return (unsigned short)((value & 0xff) << 8 | value >> 8); }

unsigned short ntohs(unsigned short value) { return htons(value); }
