// A shim over libcurl for Swift, which cannot call variadic functions such as curl_easy_setopt: there is one setter for
// each type of argument. No header of libcurl is included, so Swift sees none of its declarations. CLibCurl.c asserts
// that the numbers below are libcurl's.

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

/// The state that the transfers of one thread share beside connections: cookies.
typedef struct clibcurl_share clibcurl_share;

/// Options whose value is a number.
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

/// Options whose value is text, which libcurl copies.
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

/// Values of CLIBCURL_NETRC: the file is not read, or credentials in the URL take precedence over the file's.
enum {
    CLIBCURL_NETRC_IGNORED = 0,
    CLIBCURL_NETRC_OPTIONAL = 1,
};

/// The result codes that Leftoff distinguishes.
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

/// A body function returns this to be called again with the same bytes after the transfer is resumed.
enum { CLIBCURL_PAUSE = 0x10000001 };

/// Receives bytes. A result other than their number, or CLIBCURL_PAUSE for a body, ends the transfer.
typedef size_t (*clibcurl_data_function)(
    const char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);

/// Returns true if the transfer may connect to an address. Called before a socket is opened.
///
/// The address is in network order and has 4 or 16 bytes; the length is 0 for any other address family.
typedef bool (*clibcurl_address_function)(void *_Nullable context, const uint8_t *address, size_t length);

/// Called for each socket that was opened for a transfer or is about to be closed.
typedef void (*clibcurl_socket_function)(void *_Nullable context, int32_t socket);

/// Returns false to end the transfer. Called just before a request is sent on a new or a reused connection.
typedef bool (*clibcurl_request_function)(
    void *_Nullable context, const char *_Nullable remote_address, int32_t remote_port, int32_t local_port);

/// Called when libcurl has read and dropped bytes that belong to no response.
typedef void (*clibcurl_excess_function)(void *_Nullable context);

/// The callbacks of a transfer, called on the thread of its multi handle. The structure is copied.
typedef struct {
    /// Passed to all functions except socket_opened and socket_closing.
    void *_Nullable context;

    /// Passed to socket_opened and socket_closing. It must live as long as the multi handle.
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

/// Loads and initialises libcurl. Called once, before any other function.
///
/// @return NULL on success, otherwise the reason why libcurl is missing or failed to initialise.
const char *_Nullable clibcurl_global_init(void);

/// Returns the version of the loaded libcurl, for example "7.88.1", or "missing".
const char *clibcurl_version(void);

/// Creates an easy handle. Returns NULL if memory is short or libcurl is missing.
clibcurl_easy *_Nullable clibcurl_easy_create(void);

/// Frees an easy handle, which must not be part of a multi handle.
void clibcurl_easy_destroy(clibcurl_easy *easy);

/// Resets all options of a handle.
void clibcurl_easy_clear(clibcurl_easy *easy);

/// Sets an option whose value is a number.
///
/// @return libcurl's result code, as for all setters.
int32_t clibcurl_set_long(clibcurl_easy *easy, clibcurl_long_option option, int64_t value);

/// Sets an option whose value is text, which is copied; NULL resets it.
int32_t clibcurl_set_text(clibcurl_easy *easy, clibcurl_text_option option, const char *_Nullable value);

/// Makes the request a POST with a body, which is copied.
int32_t clibcurl_set_post(clibcurl_easy *easy, const uint8_t *bytes, int64_t count);

/// Sets the request's header fields. The list must live until the transfer has ended.
int32_t clibcurl_set_header_list(clibcurl_easy *easy, clibcurl_list *_Nullable list);

/// Sets the buffer that receives libcurl's description of an error. It must live until the transfer has ended.
int32_t clibcurl_set_error_buffer(clibcurl_easy *easy, char *_Nullable buffer);

/// Sets the functions of a transfer. The structure must live until the transfer has ended.
int32_t clibcurl_set_callbacks(clibcurl_easy *easy, const clibcurl_callbacks *callbacks);

/// Returns the number of bytes that the TLS library has decrypted but libcurl has not yet read. Only valid in a
/// callback of the transfer.
///
/// @return 0 without TLS, -1 if the number is unknown.
int64_t clibcurl_tls_pending(clibcurl_easy *easy, bool is_tls);

/// Resumes a paused transfer. Calls the body function before it returns.
///
/// @return libcurl's result code. If the body function has refused the bytes, the caller must end the transfer.
int32_t clibcurl_resume(clibcurl_easy *easy);

/// Appends text to a list.
///
/// @return The longer list, or NULL if memory is short; the given list is then unchanged.
clibcurl_list *_Nullable clibcurl_list_append(clibcurl_list *_Nullable list, const char *text);

/// Frees a list.
void clibcurl_list_destroy(clibcurl_list *_Nullable list);

/// Returns the text of a list's first element.
const char *clibcurl_list_text(const clibcurl_list *list);

/// Returns the list without its first element; NULL if that was the last.
const clibcurl_list *_Nullable clibcurl_list_rest(const clibcurl_list *list);

/// Creates a share of cookies for the transfers of one thread. It must outlive them.
clibcurl_share *_Nullable clibcurl_share_create(void);

/// Frees a share.
void clibcurl_share_destroy(clibcurl_share *share);

/// Makes a transfer use the cookies of a share.
int32_t clibcurl_set_share(clibcurl_easy *easy, clibcurl_share *share);

/// Returns all cookies of the handle in the Netscape file format.
///
/// @return A list that the caller must destroy; NULL if there are no cookies.
clibcurl_list *_Nullable clibcurl_cookies(clibcurl_easy *easy);

/// Returns libcurl's description of a result code.
const char *clibcurl_error_text(int32_t result);

/// Creates a multi handle. Returns NULL if memory is short or libcurl is missing.
///
/// @param maximum_idle_connections The maximum number of connections that are kept open for reuse.
clibcurl_multi *_Nullable clibcurl_multi_create(int64_t maximum_idle_connections);

/// Frees a multi handle, from which all transfers must have been removed.
void clibcurl_multi_destroy(clibcurl_multi *multi);

/// Starts a transfer with its current options.
///
/// @param is_secure True if the URL's scheme is https.
bool clibcurl_multi_add(clibcurl_multi *multi, clibcurl_easy *easy, bool is_secure);

/// Removes a transfer that was started with the same value of is_secure.
void clibcurl_multi_remove(clibcurl_multi *multi, clibcurl_easy *easy, bool is_secure);

/// Processes transfers as far as possible without waiting: new and resumed ones, and those for which the last
/// clibcurl_multi_poll has found an event.
bool clibcurl_multi_perform(clibcurl_multi *multi);

/// Waits until a transfer can be processed, clibcurl_multi_wakeup is called or the timeout has passed.
bool clibcurl_multi_poll(clibcurl_multi *multi, int32_t milliseconds);

/// Ends the current or the next wait in clibcurl_multi_poll. Any thread may call it.
void clibcurl_multi_wakeup(clibcurl_multi *multi);

/// Removes and returns the next message about an ended transfer. Its easy handle is NULL if there is none.
clibcurl_message clibcurl_multi_next_message(clibcurl_multi *multi);

/// The ports of a connected socket.
typedef struct {
    int32_t local;
    int32_t remote;
} clibcurl_ports;

/// Returns the ports of a connected socket; -1 for a port that is unknown.
clibcurl_ports clibcurl_socket_ports(int32_t socket);

/// Parses the text of an IP address.
///
/// @param bytes A buffer of 16 bytes.
/// @return The length of the address, 4 or 16; 0 if the text is not an IP address.
int32_t clibcurl_parse_address(const char *text, uint8_t *bytes);

/// Checks for input on a socket without reading it.
///
/// @return 1 if there are bytes, 0 if there are none yet, -1 at the end or after an error.
int32_t clibcurl_socket_peek(int32_t socket);

#pragma clang assume_nonnull end

#endif
