// The static Xerces-C library refers to libcurl, for documents that are fetched from the network. romasc
// fetches none. With these stand-ins it links without libcurl and cannot reach the network. Xerces calls them
// only for remote documents, all of which fail.
//
// They are weak symbols, so that a program which links libcurl itself gets the real functions.
#include "frontend/xml/reader/no_network.h"

namespace romas {
void link_without_network() {}
}  // namespace romas

#define ROMAS_NO_NETWORK(type, name, result) \
  extern "C" __attribute__((weak)) type name() { return result; }

ROMAS_NO_NETWORK(void*, curl_easy_init, nullptr)
ROMAS_NO_NETWORK(void*, curl_multi_init, nullptr)
ROMAS_NO_NETWORK(void*, curl_slist_append, nullptr)
ROMAS_NO_NETWORK(void*, curl_multi_info_read, nullptr)

// CURLE_FAILED_INIT and CURLM_INTERNAL_ERROR.
constexpr int kFailedInit = 2;
constexpr int kInternalError = 4;
ROMAS_NO_NETWORK(int, curl_global_init, kFailedInit)
ROMAS_NO_NETWORK(int, curl_easy_setopt, kFailedInit)
ROMAS_NO_NETWORK(int, curl_easy_getinfo, kFailedInit)
ROMAS_NO_NETWORK(int, curl_multi_add_handle, kInternalError)
ROMAS_NO_NETWORK(int, curl_multi_remove_handle, kInternalError)
ROMAS_NO_NETWORK(int, curl_multi_perform, kInternalError)
ROMAS_NO_NETWORK(int, curl_multi_fdset, kInternalError)
ROMAS_NO_NETWORK(int, curl_multi_timeout, kInternalError)
ROMAS_NO_NETWORK(int, curl_multi_cleanup, kInternalError)

extern "C" {
__attribute__((weak)) void curl_global_cleanup() {}
__attribute__((weak)) void curl_easy_cleanup() {}
__attribute__((weak)) void curl_slist_free_all() {}
}
