// The static Xerces-C library refers to libcurl, for documents that are fetched from the network. romasc
// fetches none: these stand-ins let it link without that library, and leave it without a door to the network.
// Xerces never calls them unless it is asked for a remote document, and then every one fails.
//
// They are weak, so that a program which links libcurl for its own sake gets the real ones.
#include "frontend/xml/no_network.h"

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
