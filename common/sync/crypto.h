// Crypto: the key of a sync folder and what is done with it (libsodium).
//
// Sealed:    nonce[24] | XChaCha20-Poly1305 of the bytes, with the tag; `bound`
//            is authenticated and not stored, so that a file that is moved to
//            another name, machine or folder does not open.
// Words:     a key in proquints (arXiv:0901.4016), 16 bits each, so that it can
//            be read aloud; the last word is a check.
// Linked:    only `synapse` has libsodium. The shell modules do not refer to
//            this room.
// Tested by tests/sync/crypto_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/status.h"

namespace synapse::sync {

inline constexpr size_t kKeyBytes = 32;
inline constexpr size_t kHashBytes = 16;
using Key = std::array<unsigned char, kKeyBytes>;

Status StartCrypto();
std::string RandomBytes(size_t size);
Key NewKey();

std::string Seal(const Key& key, std::string_view bound,
                 std::string_view bytes);
// No value: the key is another one, or a byte is.
std::optional<std::string> OpenSealed(const Key& key, std::string_view bound,
                                      std::string_view sealed);
// kHashBytes that nobody can compute without the key.
std::string KeyedHash(const Key& key, std::string_view bytes);

std::string WordsOf(const Key& key);
// Any blanks and dashes between the words, in upper or lower case.
std::optional<Key> KeyOfWords(std::string_view words);

}  // namespace synapse::sync
