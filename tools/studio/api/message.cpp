#include "tools/studio/api/message.h"

#include "support/text/json_writer.h"

namespace romas::studio {

Response error_response(int status, std::string_view code, std::string_view message) {
  JsonWriter json;
  json.begin_object();
  json.key("error");
  json.begin_object();
  json.field("code", code);
  json.field("message", message);
  json.key("diagnostics");
  json.begin_array();
  json.end_array();
  json.end_object();
  json.end_object();
  Response response;
  response.status = status;
  response.body = json.take();
  return response;
}

}  // namespace romas::studio
