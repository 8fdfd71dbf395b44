// A shim over libcurl for Swift. It exists because curl_easy_setopt and its relatives are variadic, which Swift cannot
// call: here is one setter for each kind of argument. No header of libcurl is included, so that Swift sees none of it;
// CLibCurl.c asserts that the numbers below are libcurl's.

#ifndef CLIBCURL_H
#define CLIBCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// An easy handle: one transfer.
typedef struct clibcurl_easy clibcurl_easy;

/// A multi handle: the transfers of one thread and their connections.
typedef struct clibcurl_multi clibcurl_multi;

/// A linked list of strings.
typedef struct clibcurl_list clibcurl_list;

/// What the transfers of one thread share beside connections: cookies.
typedef struct clibcurl_share clibcurl_share;

/// Options that take a number.
typedef enum {
    CLIBCURL_BUFFERSIZE = 98,
    CLIBCURL_CONNECTTIMEOUT_MS = 156,
    CLIBCURL_FOLLOWLOCATION = 52,
    CLIBCURL_FORBID_REUSE = 75,
    CLIBCURL_FRESH_CONNECT = 74,
    CLIBCURL_HTTPGET = 80,
    CLIBCURL_HTTP_CONTENT_DECODING = 158,
    CLIBCURL_HTTP_VERSION = 84,
    CLIBCURL_LOW_SPEED_LIMIT = 19,
    CLIBCURL_LOW_SPEED_TIME = 20,
    CLIBCURL_NETRC = 51,
    CLIBCURL_NOBODY = 44,
    CLIBCURL_NOSIGNAL = 99,
    CLIBCURL_PATH_AS_IS = 234,
    CLIBCURL_PIPEWAIT = 237,
    CLIBCURL_QUICK_EXIT = 322,
    CLIBCURL_SUPPRESS_CONNECT_HEADERS = 265,
    CLIBCURL_TIMEOUT_MS = 155,
    CLIBCURL_VERBOSE = 41,
} clibcurl_long_option;

/// Options that take text; libcurl copies it.
typedef enum {
    CLIBCURL_CAINFO = 10065,
    CLIBCURL_COOKIEFILE = 10031,
    CLIBCURL_COOKIELIST = 10135,
    CLIBCURL_NETRC_FILE = 10118,
    CLIBCURL_NOPROXY = 10177,
    CLIBCURL_PROTOCOLS_STR = 10318,
    CLIBCURL_PROXY = 10004,
    CLIBCURL_REDIR_PROTOCOLS_STR = 10319,
    CLIBCURL_REFERER = 10016,
    CLIBCURL_URL = 10002,
    CLIBCURL_USERAGENT = 10018,
} clibcurl_text_option;

/// Values of CLIBCURL_HTTP_VERSION.
enum {
    CLIBCURL_HTTP_VERSION_1_1 = 2,
    CLIBCURL_HTTP_VERSION_2TLS = 4,
};

/// A value of CLIBCURL_NETRC: what the address says comes before what the file says.
enum { CLIBCURL_NETRC_OPTIONAL = 1 };

/// The result codes that are told apart.
enum {
    CLIBCURL_OK = 0,
    CLIBCURL_UNSUPPORTED_PROTOCOL = 1,
    CLIBCURL_URL_MALFORMAT = 3,
    CLIBCURL_COULDNT_RESOLVE_PROXY = 5,
    CLIBCURL_COULDNT_RESOLVE_HOST = 6,
    CLIBCURL_COULDNT_CONNECT = 7,
    CLIBCURL_HTTP2 = 16,
    CLIBCURL_PARTIAL_FILE = 18,
    CLIBCURL_OUT_OF_MEMORY = 27,
    CLIBCURL_OPERATION_TIMEDOUT = 28,
    CLIBCURL_SSL_CONNECT_ERROR = 35,
    CLIBCURL_GOT_NOTHING = 52,
    CLIBCURL_SSL_ENGINE_NOTFOUND = 53,
    CLIBCURL_SSL_ENGINE_SETFAILED = 54,
    CLIBCURL_SEND_ERROR = 55,
    CLIBCURL_RECV_ERROR = 56,
    CLIBCURL_SSL_CERTPROBLEM = 58,
    CLIBCURL_SSL_CIPHER = 59,
    CLIBCURL_PEER_FAILED_VERIFICATION = 60,
    CLIBCURL_SSL_CACERT_BADFILE = 77,
    CLIBCURL_SSL_CRL_BADFILE = 82,
    CLIBCURL_SSL_ISSUER_ERROR = 83,
    CLIBCURL_SSL_PINNEDPUBKEYNOTMATCH = 90,
    CLIBCURL_SSL_INVALIDCERTSTATUS = 91,
    CLIBCURL_HTTP2_STREAM = 92,
    CLIBCURL_PROXY_HANDSHAKE = 97,
};

/// What a body function returns to be called later with the same bytes, once the transfer is resumed.
enum { CLIBCURL_PAUSE = 0x10000001 };

/// Receives bytes; a result other than their number, or CLIBCURL_PAUSE for a body, ends the transfer.
typedef size_t (*clibcurl_data_function)(const char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);

/// Asked before a socket is opened: may the transfer connect to this address?
///
/// The address is in network order, 4 bytes or 16; its length is 0 for any other family.
typedef bool (*clibcurl_address_function)(void *_Nullable context, const uint8_t *address, size_t length);

/// Told of each socket that was opened for a transfer, or that is about to be closed.
typedef void (*clibcurl_socket_function)(void *_Nullable context, int32_t socket);

/// Asked just before a request is sent on a new or a reused connection; false ends the transfer.
typedef bool (*clibcurl_request_function)(
    void *_Nullable context, const char *_Nullable remote_address, int32_t remote_port, int32_t local_port);

/// Told when libcurl has read bytes of the connection which belong to no response, and dropped them.
typedef void (*clibcurl_excess_function)(void *_Nullable context);

/// What a transfer calls back, always on the thread of its multi handle. It is copied.
typedef struct {
    /// Given to all functions but socket_opened and socket_closing.
    void *_Nullable context;

    /// Given to socket_opened and socket_closing; it lives as long as the multi handle.
    void *_Nullable socket_context;
    clibcurl_data_function header;
    clibcurl_data_function body;
    clibcurl_address_function may_connect;
    clibcurl_request_function may_send;
    clibcurl_excess_function excess;
    clibcurl_socket_function socket_opened;
    clibcurl_socket_function socket_closing;
} clibcurl_callbacks;

/// A transfer that has ended.
typedef struct {
    clibcurl_easy *_Nullable easy;
    int32_t result;
} clibcurl_message;

/// The length of an error buffer, in bytes.
enum { CLIBCURL_ERROR_SIZE = 256 };

/// Loads libcurl and prepares it; it is called once, before anything else.
///
/// @return NULL, or why libcurl is missing or refuses.
const char *_Nullable clibcurl_global_init(void);

/// The version of the libcurl that runs, for example "7.88.1"; "missing" when there is none.
const char *clibcurl_version(void);

clibcurl_easy *_Nullable clibcurl_easy_create(void);
void clibcurl_easy_destroy(clibcurl_easy *easy);

/// Forgets all options of a handle.
void clibcurl_easy_clear(clibcurl_easy *easy);

/// @return The result code, as of all setters.
int32_t clibcurl_set_long(clibcurl_easy *easy, clibcurl_long_option option, int64_t value);
int32_t clibcurl_set_text(clibcurl_easy *easy, clibcurl_text_option option, const char *_Nullable value);

/// Makes the request a POST with a body, which is copied.
int32_t clibcurl_set_post(clibcurl_easy *easy, const uint8_t *bytes, int64_t count);

/// Sets the request's header fields; the list must live until the transfer has ended.
int32_t clibcurl_set_header_list(clibcurl_easy *easy, clibcurl_list *_Nullable list);

/// Sets where libcurl describes an error; the buffer must live until the transfer has ended.
int32_t clibcurl_set_error_buffer(clibcurl_easy *easy, char *_Nullable buffer);

/// Sets the functions of a transfer. The structure must live until the transfer has ended.
int32_t clibcurl_set_callbacks(clibcurl_easy *easy, const clibcurl_callbacks *callbacks);

/// The bytes that the TLS library has read of the connection but not yet given out. Only in a callback of the transfer.
///
/// @return 0 without TLS, -1 when it cannot be told.
int64_t clibcurl_tls_pending(clibcurl_easy *easy, bool is_tls);

/// Resumes a paused transfer. It calls the body function before it returns.
///
/// @return What libcurl makes of it: where the body function has refused the bytes, the transfer has to be ended by whoever called.
int32_t clibcurl_resume(clibcurl_easy *easy);

/// @return The longer list, or NULL when memory is short; then the given list is as it was.
clibcurl_list *_Nullable clibcurl_list_append(clibcurl_list *_Nullable list, const char *text);
void clibcurl_list_destroy(clibcurl_list *_Nullable list);

/// The text of a list's first element, and the rest of the list.
const char *clibcurl_list_text(const clibcurl_list *list);
const clibcurl_list *_Nullable clibcurl_list_rest(const clibcurl_list *list);

/// Makes a share of cookies for the transfers of one thread; it must outlive them.
clibcurl_share *_Nullable clibcurl_share_create(void);
void clibcurl_share_destroy(clibcurl_share *share);
int32_t clibcurl_set_share(clibcurl_easy *easy, clibcurl_share *share);

/// @return All cookies that the handle knows, in the format of Netscape's file, to be destroyed by the caller; NULL when
///     there are none.
clibcurl_list *_Nullable clibcurl_cookies(clibcurl_easy *easy);

const char *clibcurl_error_text(int32_t result);

clibcurl_multi *_Nullable clibcurl_multi_create(int64_t maximum_idle_connections);
void clibcurl_multi_destroy(clibcurl_multi *multi);

/// Begins a transfer with what its options say now.
///
/// @param is_secure Whether its address is https.
bool clibcurl_multi_add(clibcurl_multi *multi, clibcurl_easy *easy, bool is_secure);

/// Ends a transfer that was begun, and with the same is_secure.
void clibcurl_multi_remove(clibcurl_multi *multi, clibcurl_easy *easy, bool is_secure);

/// Moves transfers on as far as possible without waiting: those that are new or go on again, and those for which the last
/// clibcurl_multi_poll has found something.
bool clibcurl_multi_perform(clibcurl_multi *multi);

/// Waits until a transfer can be moved on, clibcurl_multi_wakeup is called or the time has passed.
bool clibcurl_multi_poll(clibcurl_multi *multi, int32_t milliseconds);

/// Ends the wait of clibcurl_multi_poll, the present one or the next. Any thread may call it.
void clibcurl_multi_wakeup(clibcurl_multi *multi);

/// Takes the next transfer that has ended; its easy handle is NULL when there is none.
clibcurl_message clibcurl_multi_next_message(clibcurl_multi *multi);

/// The ports of a connected socket.
typedef struct {
    int32_t local;
    int32_t remote;
} clibcurl_ports;

clibcurl_ports clibcurl_socket_ports(int32_t socket);

/// Parses an IP address as text.
///
/// @param bytes Room for 16 bytes.
/// @return The address's length, 4 or 16; 0 when the text is none.
int32_t clibcurl_parse_address(const char *text, uint8_t *bytes);

/// Tells what can be read of a socket at once without reading it.
///
/// @return 1 for bytes, 0 for nothing yet, -1 for the end or an error.
int32_t clibcurl_socket_peek(int32_t socket);

#pragma clang assume_nonnull end

#endif
