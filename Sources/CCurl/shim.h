// libcurl. Swift cannot call functions with a variable number of arguments, so each type of
// argument has a function here; nothing else is in this file.
#pragma once
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

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

// What OpenSSL is asked for is looked up at run time, so that its headers are not needed; libcurl,
// which loads it, may have been built with another library.
#define CCURL_FUNCTION(name, type) \
  __typeof__(type) name = (__typeof__(type))dlsym(RTLD_DEFAULT, #name)

// Sets the Boolean value of the context when the peer has sent its closing alert.
static inline void ccurl_on_tls_event(const void *connection, int event, int value) {
  CCURL_FUNCTION(SSL_get_SSL_CTX, void *(*)(const void *));
  CCURL_FUNCTION(SSL_CTX_get_ex_data, void *(*)(const void *, int));
  // SSL_CB_READ_ALERT; a warning with the number 0.
  if (event != 0x4004 || (value & 0xFF) != 0 || !SSL_get_SSL_CTX || !SSL_CTX_get_ex_data) return;
  bool *has_ended = (bool *)SSL_CTX_get_ex_data(SSL_get_SSL_CTX(connection), 0);
  if (has_ended) *has_ended = true;
}

static inline CURLcode ccurl_on_tls_context(CURL *handle, void *context, void *has_ended) {
  (void)handle;
  CCURL_FUNCTION(SSL_CTX_set_ex_data, int (*)(void *, int, void *));
  CCURL_FUNCTION(
      SSL_CTX_set_info_callback, void (*)(void *, void (*)(const void *, int, int)));
  if (!SSL_CTX_set_ex_data || !SSL_CTX_set_info_callback) return CURLE_OK;
  SSL_CTX_set_ex_data(context, 0, has_ended);
  SSL_CTX_set_info_callback(context, ccurl_on_tls_event);
  return CURLE_OK;
}

// Has a Boolean value set when a TLS connection ends with the closing alert, without which libcurl
// takes a body without a length for complete. Returns false where that is not known.
static inline bool ccurl_watch_tls_end(CURL *handle, bool *has_ended) {
  const char *library = curl_version_info(CURLVERSION_NOW)->ssl_version;
  if (library == NULL || strncmp(library, "OpenSSL/", 8) != 0) return false;
  curl_easy_setopt(handle, CURLOPT_SSL_CTX_DATA, has_ended);
  return curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, ccurl_on_tls_context) == CURLE_OK;
}
