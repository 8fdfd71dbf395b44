#define _GNU_SOURCE

#include "CLibCurl.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define SAME(name) _Static_assert((long)CLIBCURL_##name == (long)CURLOPT_##name, "CURLOPT_" #name)
#define SAME_CODE(name) _Static_assert((long)CLIBCURL_##name == (long)CURLE_##name, "CURLE_" #name)

SAME(BUFFERSIZE);
SAME(CONNECTTIMEOUT_MS);
SAME(FOLLOWLOCATION);
SAME(FORBID_REUSE);
SAME(FRESH_CONNECT);
SAME(HTTP_CONTENT_DECODING);
SAME(HTTP_VERSION);
SAME(LOW_SPEED_LIMIT);
SAME(LOW_SPEED_TIME);
SAME(NOBODY);
SAME(NOSIGNAL);
SAME(PATH_AS_IS);
SAME(PIPEWAIT);
SAME(QUICK_EXIT);
SAME(SUPPRESS_CONNECT_HEADERS);
SAME(TIMEOUT_MS);
SAME(VERBOSE);
SAME(NOPROXY);
SAME(PROTOCOLS_STR);
SAME(PROXY);
SAME(REDIR_PROTOCOLS_STR);
SAME(REFERER);
SAME(URL);
SAME(USERAGENT);

SAME_CODE(OK);
SAME_CODE(UNSUPPORTED_PROTOCOL);
SAME_CODE(URL_MALFORMAT);
SAME_CODE(COULDNT_RESOLVE_PROXY);
SAME_CODE(COULDNT_RESOLVE_HOST);
SAME_CODE(COULDNT_CONNECT);
SAME_CODE(PARTIAL_FILE);
SAME_CODE(OPERATION_TIMEDOUT);
SAME_CODE(SSL_CONNECT_ERROR);
SAME_CODE(GOT_NOTHING);
SAME_CODE(SSL_ENGINE_NOTFOUND);
SAME_CODE(SSL_ENGINE_SETFAILED);
SAME_CODE(SEND_ERROR);
SAME_CODE(RECV_ERROR);
SAME_CODE(SSL_CERTPROBLEM);
SAME_CODE(SSL_CIPHER);
SAME_CODE(PEER_FAILED_VERIFICATION);
SAME_CODE(SSL_CACERT_BADFILE);
SAME_CODE(SSL_CRL_BADFILE);
SAME_CODE(SSL_ISSUER_ERROR);
SAME_CODE(SSL_PINNEDPUBKEYNOTMATCH);
SAME_CODE(SSL_INVALIDCERTSTATUS);

_Static_assert((long)CLIBCURL_HTTP_VERSION_1_1 == (long)CURL_HTTP_VERSION_1_1, "CURL_HTTP_VERSION_1_1");
_Static_assert((long)CLIBCURL_HTTP_VERSION_2TLS == (long)CURL_HTTP_VERSION_2TLS, "CURL_HTTP_VERSION_2TLS");
_Static_assert((long)CLIBCURL_ERROR_SIZE == (long)CURL_ERROR_SIZE, "CURL_ERROR_SIZE");

_Static_assert((long)CLIBCURL_PAUSE == (long)CURL_WRITEFUNC_PAUSE, "CURL_WRITEFUNC_PAUSE");

bool clibcurl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK; }

const char *clibcurl_version(void) { return curl_version_info(CURLVERSION_NOW)->version; }

// MARK: Easy handles

clibcurl_easy *clibcurl_easy_create(void) { return (clibcurl_easy *)curl_easy_init(); }

void clibcurl_easy_destroy(clibcurl_easy *easy) { curl_easy_cleanup((CURL *)easy); }

void clibcurl_easy_clear(clibcurl_easy *easy) { curl_easy_reset((CURL *)easy); }

int32_t clibcurl_set_long(clibcurl_easy *easy, clibcurl_long_option option, int64_t value) {
    return (int32_t)curl_easy_setopt((CURL *)easy, (CURLoption)option, (long)value);
}

int32_t clibcurl_set_text(clibcurl_easy *easy, clibcurl_text_option option, const char *value) {
    return (int32_t)curl_easy_setopt((CURL *)easy, (CURLoption)option, value);
}

int32_t clibcurl_set_header_list(clibcurl_easy *easy, clibcurl_list *list) {
    return (int32_t)curl_easy_setopt((CURL *)easy, CURLOPT_HTTPHEADER, (struct curl_slist *)list);
}

int32_t clibcurl_set_error_buffer(clibcurl_easy *easy, char *buffer) {
    return (int32_t)curl_easy_setopt((CURL *)easy, CURLOPT_ERRORBUFFER, buffer);
}

// MARK: Callbacks

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    const clibcurl_callbacks *callbacks = context;
    static const uint8_t nothing[1];
    const uint8_t *bytes = nothing;
    size_t length = 0;
    if (purpose != CURLSOCKTYPE_IPCXN) return CURL_SOCKET_BAD;
    if (address->family == AF_INET) {
        bytes = (const uint8_t *)&((const struct sockaddr_in *)(const void *)&address->addr)->sin_addr;
        length = 4;
    } else if (address->family == AF_INET6) {
        bytes = (const uint8_t *)&((const struct sockaddr_in6 *)(const void *)&address->addr)->sin6_addr;
        length = 16;
    }
    if (!callbacks->may_connect(callbacks->context, bytes, length)) {
        errno = EACCES;
        return CURL_SOCKET_BAD;
    }
#ifdef SOCK_CLOEXEC
    int type = address->socktype | SOCK_CLOEXEC;
#else
    int type = address->socktype;
#endif
    int descriptor = socket(address->family, type, address->protocol);
    if (descriptor >= 0) callbacks->socket_opened(callbacks->socket_context, descriptor);
    return descriptor;
}

// A connection outlives the transfer that opened it, so this gets the socket context and a function of the whole process.
static clibcurl_socket_function closing_function;

static int close_socket(void *context, curl_socket_t descriptor) {
    clibcurl_socket_function closing = __atomic_load_n(&closing_function, __ATOMIC_ACQUIRE);
    if (closing) closing(context, descriptor);
    return close(descriptor);
}

static int before_request(void *context, char *remote, char *local, int remote_port, int local_port) {
    const clibcurl_callbacks *callbacks = context;
    (void)local;
    bool may_send = callbacks->may_send(callbacks->context, remote, remote_port, local_port);
    return may_send ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

// libcurl tells of bytes beyond a response only in its trace. 7.88.1 closes the connection after some of these and reuses
// it after others.
static int trace(CURL *easy, curl_infotype type, char *bytes, size_t length, void *context) {
    static const char *const starts[] = {"Excess found", "Leftovers after chunking"};
    const clibcurl_callbacks *callbacks = context;
    (void)easy;
    if (type != CURLINFO_TEXT) return 0;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        size_t count = strlen(starts[i]);
        if (length >= count && memcmp(bytes, starts[i], count) == 0) callbacks->excess(callbacks->context);
    }
    return 0;
}

int32_t clibcurl_set_callbacks(clibcurl_easy *handle, const clibcurl_callbacks *callbacks) {
    CURL *easy = (CURL *)handle;
    CURLcode code = CURLE_OK;
    __atomic_store_n(&closing_function, callbacks->socket_closing, __ATOMIC_RELEASE);
#define SET(option, value) \
    if (code == CURLE_OK) code = curl_easy_setopt(easy, option, value)
    SET(CURLOPT_HEADERFUNCTION, (curl_write_callback)(void (*)(void))callbacks->header);
    SET(CURLOPT_HEADERDATA, callbacks->context);
    SET(CURLOPT_WRITEFUNCTION, (curl_write_callback)(void (*)(void))callbacks->body);
    SET(CURLOPT_WRITEDATA, callbacks->context);
    SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
    SET(CURLOPT_OPENSOCKETDATA, (void *)callbacks);
    SET(CURLOPT_CLOSESOCKETFUNCTION, close_socket);
    SET(CURLOPT_CLOSESOCKETDATA, callbacks->socket_context);
    SET(CURLOPT_PREREQFUNCTION, before_request);
    SET(CURLOPT_PREREQDATA, (void *)callbacks);
    SET(CURLOPT_DEBUGFUNCTION, trace);
    SET(CURLOPT_DEBUGDATA, (void *)callbacks);
#undef SET
    return (int32_t)code;
}

int64_t clibcurl_tls_pending(clibcurl_easy *easy, bool is_tls) {
    if (!is_tls) return 0;
    struct curl_tlssessioninfo *session = NULL;
    if (curl_easy_getinfo((CURL *)easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || !session) return -1;
    if (session->backend != CURLSSLBACKEND_OPENSSL || !session->internals) return -1;
    // libcurl has loaded the library already; linking to it would tie the program to one TLS library.
    int (*ssl_pending)(const void *) = (int (*)(const void *))dlsym(RTLD_DEFAULT, "SSL_pending");
    return ssl_pending ? ssl_pending(session->internals) : -1;
}

void clibcurl_resume(clibcurl_easy *easy) { curl_easy_pause((CURL *)easy, CURLPAUSE_CONT); }

// MARK: Lists

clibcurl_list *clibcurl_list_append(clibcurl_list *list, const char *text) {
    return (clibcurl_list *)curl_slist_append((struct curl_slist *)list, text);
}

void clibcurl_list_destroy(clibcurl_list *list) { curl_slist_free_all((struct curl_slist *)list); }

const char *clibcurl_error_text(int32_t result) { return curl_easy_strerror((CURLcode)result); }

// MARK: Multi handles

clibcurl_multi *clibcurl_multi_create(int64_t maximum_idle_connections) {
    CURLM *multi = curl_multi_init();
    if (multi) {
        curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)maximum_idle_connections);
        curl_multi_setopt(multi, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
    }
    return (clibcurl_multi *)multi;
}

void clibcurl_multi_destroy(clibcurl_multi *multi) { curl_multi_cleanup((CURLM *)multi); }

bool clibcurl_multi_add(clibcurl_multi *multi, clibcurl_easy *easy) {
    return curl_multi_add_handle((CURLM *)multi, (CURL *)easy) == CURLM_OK;
}

void clibcurl_multi_remove(clibcurl_multi *multi, clibcurl_easy *easy) {
    curl_multi_remove_handle((CURLM *)multi, (CURL *)easy);
}

bool clibcurl_multi_perform(clibcurl_multi *multi) {
    int running = 0;
    return curl_multi_perform((CURLM *)multi, &running) == CURLM_OK;
}

bool clibcurl_multi_poll(clibcurl_multi *multi, int32_t milliseconds) {
    return curl_multi_poll((CURLM *)multi, NULL, 0, milliseconds, NULL) == CURLM_OK;
}

void clibcurl_multi_wakeup(clibcurl_multi *multi) { curl_multi_wakeup((CURLM *)multi); }

clibcurl_message clibcurl_multi_next_message(clibcurl_multi *multi) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read((CURLM *)multi, &left))) {
        if (message->msg == CURLMSG_DONE) {
            return (clibcurl_message){(clibcurl_easy *)message->easy_handle, (int32_t)message->data.result};
        }
    }
    return (clibcurl_message){NULL, 0};
}

// MARK: Sockets

static int32_t port_of(const struct sockaddr_storage *address) {
    if (address->ss_family == AF_INET) return ntohs(((const struct sockaddr_in *)(const void *)address)->sin_port);
    if (address->ss_family == AF_INET6) return ntohs(((const struct sockaddr_in6 *)(const void *)address)->sin6_port);
    return -1;
}

clibcurl_ports clibcurl_socket_ports(int32_t descriptor) {
    clibcurl_ports ports = {-1, -1};
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (getsockname(descriptor, (struct sockaddr *)&address, &length) == 0) ports.local = port_of(&address);
    length = sizeof address;
    if (getpeername(descriptor, (struct sockaddr *)&address, &length) == 0) ports.remote = port_of(&address);
    return ports;
}

int32_t clibcurl_parse_address(const char *text, uint8_t *bytes) {
    if (inet_pton(AF_INET, text, bytes) == 1) return 4;
    if (inet_pton(AF_INET6, text, bytes) == 1) return 16;
    return 0;
}

int32_t clibcurl_socket_peek(int32_t descriptor) {
    char byte;
    ssize_t count = recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (count > 0) return 1;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return 0;
    return -1;
}
