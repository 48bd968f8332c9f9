// Debian's Xerces-C converts encodings with ICU, whose shared libraries take 30 MB and more time to load than
// the check of a robot. Documents reach Xerces as UTF-8 here (see encoding.h), which it reads without ICU.
// These functions replace its ICU service. They support ASCII alone, which Xerces uses for names of its own.
#include "frontend/xml/reader/no_icu.h"

#include <unicode/uset.h>

#include <algorithm>
#include <xercesc/util/PlatformUtils.hpp>
#include <xercesc/util/TransService.hpp>
#include <xercesc/util/Transcoders/ICU/ICUTransService.hpp>
#include <xercesc/util/XMLString.hpp>

namespace romas {
void link_without_icu() {}
}  // namespace romas

// Character sets of case-insensitive regular expressions. They are never created (see no_schemas.cpp). The
// functions are weak symbols, so that a program which links ICU itself gets the real ones.
#define ROMAS_NO_ICU extern "C" __attribute__((weak))

ROMAS_NO_ICU USet* uset_openPatternOptions(const UChar* /*pattern*/, std::int32_t /*size*/,
                                           std::uint32_t /*options*/, UErrorCode* error) {
  *error = U_UNSUPPORTED_ERROR;
  return nullptr;
}
ROMAS_NO_ICU void uset_close(USet* /*set*/) {}
ROMAS_NO_ICU std::int32_t uset_serialize(const USet* /*set*/, std::uint16_t* /*to*/, std::int32_t /*room*/,
                                         UErrorCode* error) {
  *error = U_UNSUPPORTED_ERROR;
  return 0;
}
ROMAS_NO_ICU UBool uset_getSerializedSet(USerializedSet* /*set*/, const std::uint16_t* /*from*/,
                                         std::int32_t /*size*/) {
  return 0;
}
ROMAS_NO_ICU void uset_setSerializedToOne(USerializedSet* /*set*/, UChar32 /*character*/) {}
ROMAS_NO_ICU std::int32_t uset_getSerializedRangeCount(const USerializedSet* /*set*/) { return 0; }
ROMAS_NO_ICU UBool uset_getSerializedRange(const USerializedSet* /*set*/, std::int32_t /*index*/,
                                           UChar32* /*first*/, UChar32* /*last*/) {
  return 0;
}

XERCES_CPP_NAMESPACE_BEGIN

namespace {

constexpr XMLCh kLastAscii = 0x7F;

XMLCh to_lower(XMLCh c) { return c >= u'A' && c <= u'Z' ? static_cast<XMLCh>(c - u'A' + u'a') : c; }
XMLCh to_upper(XMLCh c) { return c >= u'a' && c <= u'z' ? static_cast<XMLCh>(c - u'a' + u'A') : c; }
char narrow(XMLCh c) { return c <= kLastAscii ? static_cast<char>(c) : '?'; }
XMLCh widen(char c) { return static_cast<unsigned char>(c) <= kLastAscii ? static_cast<XMLCh>(c) : u'?'; }

template <class From, class To, class Convert>
void convert(const From* from, XMLSize_t size, To* to, Convert character) {
  std::transform(from, from + size, to, character);
  to[size] = 0;
}

// ASCII to Xerces' characters and back.
class AsciiTranscoder final : public XMLLCPTranscoder {
 public:
  char* transcode(const XMLCh* text, MemoryManager* manager) override {
    const XMLSize_t size = XMLString::stringLen(text);
    auto* copy = static_cast<char*>(manager->allocate(size + 1));
    convert(text, size, copy, narrow);
    return copy;
  }
  XMLCh* transcode(const char* text, MemoryManager* manager) override {
    const XMLSize_t size = XMLString::stringLen(text);
    auto* copy = static_cast<XMLCh*>(manager->allocate((size + 1) * sizeof(XMLCh)));
    convert(text, size, copy, widen);
    return copy;
  }
  XMLSize_t calcRequiredSize(const char* text, MemoryManager* /*manager*/) override {
    return XMLString::stringLen(text);
  }
  XMLSize_t calcRequiredSize(const XMLCh* text, MemoryManager* /*manager*/) override {
    return XMLString::stringLen(text);
  }
  bool transcode(const char* text, XMLCh* to, XMLSize_t most, MemoryManager* /*manager*/) override {
    convert(text, std::min(XMLString::stringLen(text), most), to, widen);
    return true;
  }
  bool transcode(const XMLCh* text, char* to, XMLSize_t most, MemoryManager* /*manager*/) override {
    convert(text, std::min(XMLString::stringLen(text), most), to, narrow);
    return true;
  }
};

}  // namespace

ICUTransService::ICUTransService(MemoryManager* /*manager*/) {}
ICUTransService::~ICUTransService() = default;

int ICUTransService::compareIString(const XMLCh* a, const XMLCh* b) {
  for (; *a != 0 && to_lower(*a) == to_lower(*b); ++a, ++b) {
  }
  return to_lower(*a) - to_lower(*b);
}

int ICUTransService::compareNIString(const XMLCh* a, const XMLCh* b, XMLSize_t most) {
  for (XMLSize_t i = 0; i < most; ++i)
    if (a[i] == 0 || to_lower(a[i]) != to_lower(b[i])) return to_lower(a[i]) - to_lower(b[i]);
  return 0;
}

const XMLCh* ICUTransService::getId() const { return u"ASCII"; }
XMLLCPTranscoder* ICUTransService::makeNewLCPTranscoder(MemoryManager* manager) {
  return new (manager) AsciiTranscoder;
}
bool ICUTransService::supportsSrcOfs() const { return true; }

void ICUTransService::upperCase(XMLCh* text) {
  for (; *text != 0; ++text) *text = to_upper(*text);
}
void ICUTransService::lowerCase(XMLCh* text) {
  for (; *text != 0; ++text) *text = to_lower(*text);
}

// Transcoders for encodings that Xerces does not read by itself.
XMLTranscoder* ICUTransService::makeNewXMLTranscoder(const XMLCh* /*name*/, Codes& result,
                                                     XMLSize_t /*block_size*/, MemoryManager* /*manager*/) {
  result = UnsupportedEncoding;
  return nullptr;
}

// Used only by the tables of regular expressions, which are never created (see no_schemas.cpp).
class XMLUniCharacter {
 public:
  static unsigned short getType(XMLCh character);
};
unsigned short XMLUniCharacter::getType(XMLCh /*character*/) { return 0; }

XERCES_CPP_NAMESPACE_END
