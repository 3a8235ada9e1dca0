//===- Sha256.cpp - Names by content --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "support/Sha256.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

std::string tasklet::sha256(const std::string &Text) {
  // Otherwise the exit of a process takes libcrypto away from threads that
  // still build.
  OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr);
  unsigned char Digest[EVP_MAX_MD_SIZE];
  unsigned Size = 0;
  if (!EVP_Digest(Text.data(), Text.size(), Digest, &Size, EVP_sha256(),
                  nullptr))
    return std::string();
  static const char Hex[] = "0123456789abcdef";
  std::string Result;
  for (unsigned I = 0; I < Size; ++I) {
    Result += Hex[Digest[I] >> 4];
    Result += Hex[Digest[I] & 15];
  }
  return Result;
}
