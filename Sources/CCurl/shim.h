// libcurl. Swift cannot call functions with a variable number of arguments, so each type of
// argument has a function here; nothing else is in this file.
#pragma once
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

static inline CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_address(CURL *handle, CURLU *address) {
  return curl_easy_setopt(handle, CURLOPT_CURLU, address);
}

// A function that takes bytes, and returns how many of them it has taken.
typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_receiver(
    CURL *handle, CURLoption option, ccurl_receiver receiver) {
  return curl_easy_setopt(handle, option, receiver);
}

// A macro that Swift does not import.
static const long ccurl_basic_authentication = CURLAUTH_BASIC;

// Allows http and https, and no other protocol of libcurl.
static inline CURLcode ccurl_allow_http_only(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

// The error number of the system at which a connection failed, or 0.
static inline long ccurl_system_error(CURL *handle) {
  long number = 0;
  curl_easy_getinfo(handle, CURLINFO_OS_ERRNO, &number);
  return number;
}
