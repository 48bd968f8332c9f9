#include "frontend/xml/reader/xerces_reader.h"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <xercesc/framework/MemBufInputSource.hpp>
#include <xercesc/sax2/Attributes.hpp>
#include <xercesc/sax2/DefaultHandler.hpp>
#include <xercesc/sax2/SAX2XMLReader.hpp>
#include <xercesc/sax2/XMLReaderFactory.hpp>
#include <xercesc/util/OutOfMemoryException.hpp>
#include <xercesc/util/PlatformUtils.hpp>
#include <xercesc/util/XMLUni.hpp>

#include "frontend/xml/mistakes/xml_errors.h"
#include "frontend/xml/reader/no_icu.h"
#include "frontend/xml/reader/no_network.h"
#include "frontend/xml/reader/no_schemas.h"
#include "frontend/xml/reader/recovering_reader.h"
#include "frontend/xml/reader/xml_tree_builder.h"
#include "frontend/xml/text/declaration.h"
#include "frontend/xml/text/doctype.h"
#include "frontend/xml/text/encoding.h"
#include "frontend/xml/text/xml_limits.h"
#include "support/text/text.h"

namespace romas {

namespace {

namespace xc = xercesc;

// Thrown by our handlers to leave the parser; it never leaves this file.
struct StopParsing {};

// Whether a UTF-16 unit is the first of a surrogate pair.
constexpr bool is_lead(XMLCh c) { return c >= 0xD800 && c < 0xDC00; }

void append_utf8(std::string& out, const XMLCh* text, XMLSize_t size) {
  for (XMLSize_t i = 0; i < size; ++i) {
    char32_t c = text[i];
    if (is_lead(text[i]) && i + 1 < size) c = 0x10000 + ((c - 0xD800) << 10U) + (text[++i] - 0xDC00U);
    romas::append_utf8(out, c);
  }
}

std::string to_utf8(const XMLCh* text) {
  std::string out;
  XMLSize_t size = 0;
  while (text != nullptr && text[size] != 0) ++size;
  append_utf8(out, text, size);
  return out;
}

// Looks for the first complaint of the parser.
class ComplaintFinder : public xc::DefaultHandler {
 public:
  explicit ComplaintFinder(xc::SAX2XMLReader& reader) : reader_(reader) {}

  // Empty if the parser has none.
  const std::string& complaint() const { return complaint_; }
  // Its place in the text that the parser got.
  std::size_t place() const { return place_; }

  void startElement(const XMLCh*, const XMLCh*, const XMLCh*, const xc::Attributes&) override {
    if (++depth_ > kMaxXmlDepth) throw StopParsing();
  }
  void endElement(const XMLCh*, const XMLCh*, const XMLCh*) override { --depth_; }

  // Never reached, because DOCTYPE declarations are not read; an empty text if it ever is.
  xc::InputSource* resolveEntity(const XMLCh*, const XMLCh*) override {
    static constexpr XMLByte kNothing = 0;
    return new xc::MemBufInputSource(&kNothing, 0, "nothing");  // the parser takes it over
  }

  void warning(const xc::SAXParseException&) override {}
  void error(const xc::SAXParseException& exception) override { complain(exception); }
  void fatalError(const xc::SAXParseException& exception) override { complain(exception); }
  void resetErrors() override {}

 protected:
  std::size_t offset() const { return static_cast<std::size_t>(reader_.getSrcOffset()); }

 private:
  void complain(const xc::SAXParseException& exception) {
    if (!complaint_.empty()) return;
    complaint_ = to_utf8(exception.getMessage());
    place_ = offset();
  }

  xc::SAX2XMLReader& reader_;
  std::string complaint_;
  std::size_t place_ = 0;
  std::size_t depth_ = 0;
};

// Passes the parser's events to the builder, up to an offset.
class Handler final : public ComplaintFinder {
 public:
  Handler(xc::SAX2XMLReader& reader, XmlTreeBuilder& builder, std::size_t end)
      : ComplaintFinder(reader), builder_(builder), end_(end) {}

  bool stopped() const { return stopped_; }

  void startElement(const XMLCh*, const XMLCh*, const XMLCh*, const xc::Attributes& attributes) override {
    if (is_beyond()) return;
    if (!builder_.start_element([&](std::size_t i, std::string_view) {
          return i < attributes.getLength() ? to_utf8(attributes.getValue(i)) : std::string();
        }))
      stop();
  }
  void endElement(const XMLCh*, const XMLCh*, const XMLCh*) override {
    if (!is_beyond()) builder_.end_element();
  }
  void characters(const XMLCh* text, XMLSize_t size) override {
    if (is_beyond()) return;
    buffer_.clear();
    if (lead_ != 0 && size > 0) {
      append_utf8(buffer_, std::array{lead_, text[0]}.data(), 2);
      lead_ = 0;
      ++text;
      --size;
    }
    if (size > 0 && is_lead(text[size - 1])) lead_ = text[--size];
    append_utf8(buffer_, text, size);
    builder_.characters(buffer_);
  }
  void ignorableWhitespace(const XMLCh*, XMLSize_t) override {}
  void comment(const XMLCh*, XMLSize_t) override {
    if (!is_beyond() && !builder_.comment()) stop();
  }
  void processingInstruction(const XMLCh*, const XMLCh*) override {
    if (!is_beyond() && !builder_.instruction()) stop();
  }

 private:
  [[noreturn]] void stop() {
    stopped_ = true;
    throw StopParsing();
  }
  bool is_beyond() {
    beyond_ = beyond_ || offset() > end_;
    return beyond_;
  }

  XmlTreeBuilder& builder_;
  std::size_t end_;
  std::string buffer_;
  XMLCh lead_ = 0;  // the first unit of a pair that is split: the parser passes long texts in pieces
  bool stopped_ = false;
  bool beyond_ = false;
};

// Xerces' own handler ends the process.
class PanicAsException final : public xc::PanicHandler {
 public:
  void panic(PanicReasons reason) override { throw std::runtime_error(getPanicReasonString(reason)); }
};

// Initializes Xerces once, for the first XML file. It is never terminated, because other threads may be using
// it.
void start_xerces() {
  static std::once_flag once;
  static bool started = false;  // an initialization that failed half-way cannot be repeated
  static std::string panic;
  std::call_once(once, [] {
    link_without_icu();
    link_without_network();
    link_without_schemas();
    try {
      static PanicAsException on_panic;
      xc::XMLPlatformUtils::Initialize(xc::XMLUni::fgXercescDefaultLocale, nullptr, &on_panic);
      started = true;
    } catch (const xc::OutOfMemoryException&) {
    } catch (const std::bad_alloc&) {
    } catch (const std::runtime_error& problem) {
      panic = problem.what();
    }
  });
  if (!panic.empty()) throw std::runtime_error(panic);
  if (!started) throw std::bad_alloc();
}

std::unique_ptr<xc::SAX2XMLReader> make_reader() {
  std::unique_ptr<xc::SAX2XMLReader> reader(xc::XMLReaderFactory::createXMLReader());
  // Checks well-formedness and nothing else: no DTD, no schema. Without a DTD there is no entity but the five
  // of XML, each one character long, so that a limit for expansions would only hit texts with many &lt;.
  reader->setProperty(xc::XMLUni::fgXercesScannerName, const_cast<XMLCh*>(xc::XMLUni::fgWFXMLScanner));
  reader->setFeature(xc::XMLUni::fgSAX2CoreValidation, false);
  reader->setFeature(xc::XMLUni::fgXercesDynamic, false);
  reader->setFeature(xc::XMLUni::fgXercesSchema, false);
  reader->setFeature(xc::XMLUni::fgXercesLoadExternalDTD, false);
  reader->setFeature(xc::XMLUni::fgXercesDisableDefaultEntityResolution, true);
  // The builder checks prefixes, because files with undeclared ones are common and readers of URDF accept
  // them.
  reader->setFeature(xc::XMLUni::fgSAX2CoreNameSpaces, false);
  reader->setFeature(xc::XMLUni::fgXercesCalculateSrcOfs, true);
  return reader;
}

// Idle parsers, because making one takes longer than reading a small file. They are not thread-local:
// registering their destruction at a thread's end needs memory, and the process may have none left.
std::array<std::atomic<xc::SAX2XMLReader*>, 8> spare_readers;

class LentReader {
 public:
  LentReader() : reader_(take()) {}
  ~LentReader() {
    if (reusable_) give_back();
  }
  LentReader(const LentReader&) = delete;
  LentReader& operator=(const LentReader&) = delete;

  xc::SAX2XMLReader& operator*() const { return *reader_; }
  xc::SAX2XMLReader* operator->() const { return reader_.get(); }

  // Call it when a text has been read to its end. A parser that stopped in the middle of a text is not used
  // again, and neither is one that has grown with a large text.
  void keep(std::size_t text_size) {
    constexpr std::size_t kLargest = 1'000'000;  // bytes
    if (text_size > kLargest) return;
    reader_->setContentHandler(nullptr);
    reader_->setLexicalHandler(nullptr);
    reader_->setErrorHandler(nullptr);
    reader_->setEntityResolver(nullptr);
    reusable_ = true;
  }

 private:
  static std::unique_ptr<xc::SAX2XMLReader> take() {
    for (auto& spare : spare_readers)
      if (xc::SAX2XMLReader* reader = spare.exchange(nullptr); reader != nullptr)
        return std::unique_ptr<xc::SAX2XMLReader>(reader);
    return make_reader();
  }
  void give_back() {
    for (auto& spare : spare_readers) {
      xc::SAX2XMLReader* none = nullptr;
      if (!spare.compare_exchange_strong(none, reader_.get())) continue;
      static_cast<void>(reader_.release());
      return;
    }
  }

  std::unique_ptr<xc::SAX2XMLReader> reader_;
  bool reusable_ = false;
};

// Runs `work` and turns the parser's exceptions into a message. Empty if there was none, or if the handler
// has reported why it stopped.
template <class Work>
std::string guarded(const Work& work) {
  try {
    work();
    return {};
  } catch (const StopParsing&) {
    return {};
  } catch (const xc::OutOfMemoryException&) {
    throw std::bad_alloc();
  } catch (const xc::XMLException& exception) {
    return concat("the XML parser failed: ", to_utf8(exception.getMessage()));
  } catch (const xc::SAXException& exception) {
    return concat("the XML parser failed: ", to_utf8(exception.getMessage()));
  }
}

// Hands a text to a parser with the handler that `make_handler` makes for it. `use` gets the handler and what
// went wrong.
template <class MakeHandler, class Use>
void parse(std::string_view content, const MakeHandler& make_handler, const Use& use) {
  LentReader reader;
  auto handler = make_handler(*reader);
  reader->setContentHandler(&handler);
  reader->setLexicalHandler(&handler);
  reader->setErrorHandler(&handler);
  reader->setEntityResolver(&handler);
  xc::MemBufInputSource input(reinterpret_cast<const XMLByte*>(content.data()), content.size(), "text");
  input.setCopyBufToStream(false);
  input.setEncoding(
      xc::XMLUni::fgUTF8EncodingString);  // whatever the declaration says: ensure_utf8 has converted the text
  use(handler, guarded([&] {
        reader->parse(input);
        reader.keep(content.size());
      }));
}

// The text is read twice: a mistake may stand far in front of the place where the parser complains, and only
// what comes before it is built.
bool read(FileId file, SourceManager& sources, DiagnosticEngine& diagnostics, const XmlSink& sink,
          std::size_t max_elements, bool recovers) {
  start_xerces();
  const std::string_view text = sources.text(file);
  const std::size_t begin = document_begin(text);
  const std::optional<std::string> blanked = blank_doctype(text);
  const std::string_view content = (blanked ? std::string_view(*blanked) : text).substr(begin);
  std::size_t end = content.size();
  bool complete = true;
  ExplainedXml explained;
  parse(
      content, [](xc::SAX2XMLReader& reader) { return ComplaintFinder(reader); },
      [&](const ComplaintFinder& finder, const std::string&) {
        if (finder.complaint().empty()) return;
        complete = false;
        explained = explain_malformed(file, sources, diagnostics, finder.complaint(), begin + finder.place());
        end = explained.first - begin;
      });
  XmlTreeBuilder builder(file, text, diagnostics, sink, max_elements);
  if (recovers && !complete && can_be_recovered(explained))
    return read_around_mistakes(explained.xml, file, builder);
  parse(
      content, [&](xc::SAX2XMLReader& reader) { return Handler(reader, builder, end); },
      [&](const Handler& handler, const std::string& trouble) {
        if (!trouble.empty()) diagnostics.report(Rule::xml_malformed, {file, 0, 0}, trouble);
        complete = complete && trouble.empty() && !handler.stopped();
      });
  return complete;
}

}  // namespace

bool read_with_xerces(FileId file, SourceManager& sources, DiagnosticEngine& diagnostics, const XmlSink& sink,
                      std::size_t max_elements, bool recovers) {
  bool complete = false;
  const std::string trouble =
      guarded([&] { complete = read(file, sources, diagnostics, sink, max_elements, recovers); });
  if (!trouble.empty()) diagnostics.report(Rule::xml_malformed, {file, 0, 0}, trouble);
  return complete;
}

}  // namespace romas
