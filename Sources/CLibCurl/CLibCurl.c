#define _GNU_SOURCE

#include "CLibCurl.h"

#include "CurlFunctions.h"

#include <arpa/inet.h>
#include <errno.h>
#include <malloc.h>
#include <netinet/in.h>
#include <stdlib.h>
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
SAME(HTTPGET);
SAME(HTTP_CONTENT_DECODING);
SAME(HTTP_VERSION);
SAME(LOW_SPEED_LIMIT);
SAME(LOW_SPEED_TIME);
SAME(NETRC);
SAME(NOBODY);
SAME(NOSIGNAL);
SAME(PATH_AS_IS);
SAME(PIPEWAIT);
SAME(QUICK_EXIT);
SAME(SUPPRESS_CONNECT_HEADERS);
SAME(TIMEOUT_MS);
SAME(VERBOSE);
SAME(CAINFO);
SAME(COOKIEFILE);
SAME(COOKIELIST);
SAME(NETRC_FILE);
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
SAME_CODE(OUT_OF_MEMORY);
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
_Static_assert((long)CLIBCURL_NETRC_IGNORED == (long)CURL_NETRC_IGNORED, "CURL_NETRC_IGNORED");
_Static_assert((long)CLIBCURL_NETRC_OPTIONAL == (long)CURL_NETRC_OPTIONAL, "CURL_NETRC_OPTIONAL");
_Static_assert((long)CLIBCURL_ERROR_SIZE == (long)CURL_ERROR_SIZE, "CURL_ERROR_SIZE");

_Static_assert((long)CLIBCURL_PAUSE == (long)CURL_WRITEFUNC_PAUSE, "CURL_WRITEFUNC_PAUSE");

// Functions without a handle parameter load libcurl. The owner of a handle has called one of them before.

const char *clibcurl_global_init(void) {
    if (!leftoff_has_curl()) return leftoff_curl_missing();
    // libcurl allocates a buffer of 128 KiB for each transfer. By default glibc returns a block of this size to the
    // system at once and requests it again for the next transfer, which takes a tenth of the time of a run over many
    // short pages.
    mallopt(M_TRIM_THRESHOLD, 32 << 20);
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    // Reading a long list of addresses leaves free memory behind, which would count towards the peak.
    malloc_trim(0);
    return leftoff_curl.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? NULL : "libcurl cannot be initialised";
}

const char *clibcurl_version(void) {
    return leftoff_has_curl() ? leftoff_curl.curl_version_info(CURLVERSION_NOW)->version : "missing";
}

// MARK: Easy handles

clibcurl_easy *clibcurl_easy_create(void) {
    return leftoff_has_curl() ? (clibcurl_easy *)leftoff_curl.curl_easy_init() : NULL;
}

void clibcurl_easy_destroy(clibcurl_easy *easy) { leftoff_curl.curl_easy_cleanup((CURL *)easy); }

void clibcurl_easy_clear(clibcurl_easy *easy) { leftoff_curl.curl_easy_reset((CURL *)easy); }

int32_t clibcurl_set_long(clibcurl_easy *easy, clibcurl_long_option option, int64_t value) {
    return (int32_t)leftoff_curl.curl_easy_setopt((CURL *)easy, (CURLoption)option, (long)value);
}

int32_t clibcurl_set_text(clibcurl_easy *easy, clibcurl_text_option option, const char *value) {
    return (int32_t)leftoff_curl.curl_easy_setopt((CURL *)easy, (CURLoption)option, value);
}

int32_t clibcurl_set_post(clibcurl_easy *easy, const uint8_t *bytes, int64_t count) {
    CURLcode result = leftoff_curl.curl_easy_setopt((CURL *)easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    if (result != CURLE_OK) return (int32_t)result;
    return (int32_t)leftoff_curl.curl_easy_setopt((CURL *)easy, CURLOPT_COPYPOSTFIELDS, bytes);
}

int32_t clibcurl_set_header_list(clibcurl_easy *easy, clibcurl_list *list) {
    return (int32_t)leftoff_curl.curl_easy_setopt((CURL *)easy, CURLOPT_HTTPHEADER, (struct curl_slist *)list);
}

int32_t clibcurl_set_error_buffer(clibcurl_easy *easy, char *buffer) {
    return (int32_t)leftoff_curl.curl_easy_setopt((CURL *)easy, CURLOPT_ERRORBUFFER, buffer);
}

// MARK: Callbacks

// Opens a socket if the transfer may connect to the address, and reports it.
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
    int type = address->socktype | SOCK_CLOEXEC;
    int descriptor = socket(address->family, type, address->protocol);
    if (descriptor >= 0) callbacks->socket_opened(callbacks->socket_context, descriptor);
    return descriptor;
}

// A connection outlives the transfer that opened it, so this function gets the context for sockets, not the transfer's.
static clibcurl_socket_function closing_function;

// Reports a socket and closes it.
static int close_socket(void *context, curl_socket_t descriptor) {
    clibcurl_socket_function closing = __atomic_load_n(&closing_function, __ATOMIC_ACQUIRE);
    if (closing) closing(context, descriptor);
    return close(descriptor);
}

// Asks the transfer if its request may be sent on this connection.
static int before_request(void *context, char *remote, char *local, int remote_port, int local_port) {
    const clibcurl_callbacks *callbacks = context;
    (void)local;
    bool may_send = callbacks->may_send(callbacks->context, remote, remote_port, local_port);
    return may_send ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

// libcurl reports bytes after the end of a response only in its trace. After some of these reports, 7.88.1 closes the
// connection; after others, it reuses the connection.
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
    if (code == CURLE_OK) code = leftoff_curl.curl_easy_setopt(easy, option, value)
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
    if (leftoff_curl.curl_easy_getinfo((CURL *)easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || !session) return -1;
    if (session->backend != CURLSSLBACKEND_OPENSSL || !session->internals) return -1;
    // libcurl has already loaded the library. Linking to it would tie the program to one TLS library.
    int (*ssl_pending)(const void *) = (int (*)(const void *))leftoff_curl_symbol("SSL_pending");
    return ssl_pending ? ssl_pending(session->internals) : -1;
}

int32_t clibcurl_resume(clibcurl_easy *easy) {
    return (int32_t)leftoff_curl.curl_easy_pause((CURL *)easy, CURLPAUSE_CONT);
}

// MARK: Lists

clibcurl_list *clibcurl_list_append(clibcurl_list *list, const char *text) {
    if (!leftoff_has_curl()) return NULL;
    return (clibcurl_list *)leftoff_curl.curl_slist_append((struct curl_slist *)list, text);
}

void clibcurl_list_destroy(clibcurl_list *list) { leftoff_curl.curl_slist_free_all((struct curl_slist *)list); }

const char *clibcurl_list_text(const clibcurl_list *list) { return ((const struct curl_slist *)list)->data; }

const clibcurl_list *clibcurl_list_rest(const clibcurl_list *list) {
    return (const clibcurl_list *)((const struct curl_slist *)list)->next;
}

// MARK: Cookies

clibcurl_share *clibcurl_share_create(void) {
    CURLSH *share = leftoff_has_curl() ? leftoff_curl.curl_share_init() : NULL;
    // No locks are needed, because the share is used on one thread only.
    if (share) leftoff_curl.curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
    return (clibcurl_share *)share;
}

void clibcurl_share_destroy(clibcurl_share *share) { leftoff_curl.curl_share_cleanup((CURLSH *)share); }

int32_t clibcurl_set_share(clibcurl_easy *easy, clibcurl_share *share) {
    return (int32_t)leftoff_curl.curl_easy_setopt((CURL *)easy, CURLOPT_SHARE, (CURLSH *)share);
}

clibcurl_list *clibcurl_cookies(clibcurl_easy *easy) {
    struct curl_slist *cookies = NULL;
    if (leftoff_curl.curl_easy_getinfo((CURL *)easy, CURLINFO_COOKIELIST, &cookies) != CURLE_OK) return NULL;
    return (clibcurl_list *)cookies;
}

const char *clibcurl_error_text(int32_t result) {
    return leftoff_has_curl() ? leftoff_curl.curl_easy_strerror((CURLcode)result) : leftoff_curl_missing();
}

// MARK: Multi handles

// Plain connections are processed individually, when an event occurs on them. With many connections, checking all of
// them each time, as curl_multi_perform does, costs more than the pages themselves. TLS connections use
// curl_multi_perform: an HTTP/2 connection carries several transfers, and TLS may hold decrypted bytes that polling the
// socket does not show.
struct clibcurl_multi {
    CURLM *plain;
    CURLM *secure;
    size_t secure_count;

    // The sockets of plain connections. wait_numbers[descriptor] is the socket's index in waits plus one, or 0 if the
    // socket is not watched.
    struct curl_waitfd *waits;
    size_t wait_count;
    size_t wait_capacity;
    size_t *wait_numbers;
    size_t wait_number_count;

    // The sockets on which an event has occurred.
    struct curl_waitfd *ready;
    size_t ready_capacity;
};

// Returns true if a socket is in the list of sockets to wait for.
static bool is_watched(const clibcurl_multi *multi, curl_socket_t descriptor) {
    return descriptor >= 0 && (size_t)descriptor < multi->wait_number_count && multi->wait_numbers[descriptor] > 0;
}

// Removes a socket from the list of sockets to wait for.
static void unwatch(clibcurl_multi *multi, curl_socket_t descriptor) {
    if (!is_watched(multi, descriptor)) return;
    size_t index = multi->wait_numbers[descriptor] - 1;
    multi->wait_numbers[descriptor] = 0;
    multi->wait_count--;
    if (index == multi->wait_count) return;
    multi->waits[index] = multi->waits[multi->wait_count];
    multi->wait_numbers[multi->waits[index].fd] = index + 1;
}

// Enlarges an array to at least the given number of elements. Returns false if memory is short.
static bool grow(void *array, size_t *capacity, size_t count, size_t size) {
    if (count <= *capacity) return true;
    size_t larger = count * 2 + 32;
    void *old = NULL;
    memcpy(&old, array, sizeof old);
    void *new = realloc(old, larger * size);
    if (!new) return false;
    memset((char *)new + *capacity * size, 0, (larger - *capacity) * size);
    memcpy(array, &new, sizeof new);
    *capacity = larger;
    return true;
}

// Adds, changes or removes a socket to wait for, as libcurl requests.
static int watch(CURL *easy, curl_socket_t descriptor, int what, void *context, void *unused) {
    clibcurl_multi *multi = context;
    (void)easy;
    (void)unused;
    if (what == CURL_POLL_REMOVE) {
        unwatch(multi, descriptor);
        return 0;
    }
    if (descriptor < 0) return -1;
    size_t needed = (size_t)descriptor + 1;
    if (!grow(&multi->wait_numbers, &multi->wait_number_count, needed, sizeof *multi->wait_numbers)) return -1;
    if (!is_watched(multi, descriptor)) {
        if (!grow(&multi->waits, &multi->wait_capacity, multi->wait_count + 1, sizeof *multi->waits)) return -1;
        multi->waits[multi->wait_count++] = (struct curl_waitfd){.fd = descriptor};
        multi->wait_numbers[descriptor] = multi->wait_count;
    }
    short events = 0;
    if (what & CURL_POLL_IN) events |= CURL_WAIT_POLLIN;
    if (what & CURL_POLL_OUT) events |= CURL_WAIT_POLLOUT;
    multi->waits[multi->wait_numbers[descriptor] - 1].events = events;
    return 0;
}

// Creates a multi handle of libcurl. Returns NULL if memory is short.
static CURLM *create_multi(int64_t maximum_idle_connections) {
    CURLM *multi = leftoff_curl.curl_multi_init();
    if (multi) {
        leftoff_curl.curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)maximum_idle_connections);
        leftoff_curl.curl_multi_setopt(multi, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
        // The admission queue limits the number of streams for each connection.
        leftoff_curl.curl_multi_setopt(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, (long)maximum_idle_connections);
    }
    return multi;
}

clibcurl_multi *clibcurl_multi_create(int64_t maximum_idle_connections) {
    clibcurl_multi *multi = leftoff_has_curl() ? calloc(1, sizeof *multi) : NULL;
    if (!multi) return NULL;
    multi->plain = create_multi(maximum_idle_connections);
    multi->secure = create_multi(maximum_idle_connections);
    if (!multi->plain || !multi->secure) {
        clibcurl_multi_destroy(multi);
        return NULL;
    }
    leftoff_curl.curl_multi_setopt(multi->plain, CURLMOPT_SOCKETFUNCTION, watch);
    leftoff_curl.curl_multi_setopt(multi->plain, CURLMOPT_SOCKETDATA, multi);
    return multi;
}

void clibcurl_multi_destroy(clibcurl_multi *multi) {
    if (multi->plain) leftoff_curl.curl_multi_cleanup(multi->plain);
    if (multi->secure) leftoff_curl.curl_multi_cleanup(multi->secure);
    free(multi->waits);
    free(multi->wait_numbers);
    free(multi->ready);
    free(multi);
}

bool clibcurl_multi_add(clibcurl_multi *multi, clibcurl_easy *easy, bool is_secure) {
    CURLM *handle = is_secure ? multi->secure : multi->plain;
    if (leftoff_curl.curl_multi_add_handle(handle, (CURL *)easy) != CURLM_OK) return false;
    if (is_secure) multi->secure_count++;
    return true;
}

void clibcurl_multi_remove(clibcurl_multi *multi, clibcurl_easy *easy, bool is_secure) {
    leftoff_curl.curl_multi_remove_handle(is_secure ? multi->secure : multi->plain, (CURL *)easy);
    if (is_secure) multi->secure_count--;
}

// Processes the plain transfers on whose sockets an event has occurred.
static bool process_ready_sockets(clibcurl_multi *multi) {
    size_t count = 0;
    int running = 0;
    if (!grow(&multi->ready, &multi->ready_capacity, multi->wait_count, sizeof *multi->ready)) return false;
    // Processing one socket may change the list of sockets.
    for (size_t i = 0; i < multi->wait_count; i++) {
        if (!multi->waits[i].revents) continue;
        multi->ready[count++] = multi->waits[i];
        multi->waits[i].revents = 0;
    }
    for (size_t i = 0; i < count; i++) {
        int mask = 0;
        if (multi->ready[i].revents & CURL_WAIT_POLLIN) mask |= CURL_CSELECT_IN;
        if (multi->ready[i].revents & CURL_WAIT_POLLOUT) mask |= CURL_CSELECT_OUT;
        if (!is_watched(multi, multi->ready[i].fd)) continue;
        CURLMcode code = leftoff_curl.curl_multi_socket_action(multi->plain, multi->ready[i].fd, mask, &running);
        if (code != CURLM_OK) return false;
    }
    return true;
}

bool clibcurl_multi_perform(clibcurl_multi *multi) {
    int running = 0;
    long left = -1;
    if (!process_ready_sockets(multi)) return false;
    // Processes transfers that are new or resumed, and those whose timeout has passed.
    if (leftoff_curl.curl_multi_timeout(multi->plain, &left) != CURLM_OK) return false;
    if (left == 0
        && leftoff_curl.curl_multi_socket_action(multi->plain, CURL_SOCKET_TIMEOUT, 0, &running) != CURLM_OK) {
        return false;
    }
    return multi->secure_count == 0 || leftoff_curl.curl_multi_perform(multi->secure, &running) == CURLM_OK;
}

bool clibcurl_multi_poll(clibcurl_multi *multi, int32_t milliseconds) {
    long left = -1;
    if (leftoff_curl.curl_multi_timeout(multi->plain, &left) != CURLM_OK) return false;
    int limit = left >= 0 && left < milliseconds ? (int)left : milliseconds;
    unsigned int count = (unsigned int)multi->wait_count;
    return leftoff_curl.curl_multi_poll(multi->secure, multi->waits, count, limit, NULL) == CURLM_OK;
}

void clibcurl_multi_wakeup(clibcurl_multi *multi) { leftoff_curl.curl_multi_wakeup(multi->secure); }

// Returns the next message of one of the two handles; its easy handle is NULL if there is none.
static clibcurl_message next_message(CURLM *multi) {
    int left = 0;
    CURLMsg *message;
    while ((message = leftoff_curl.curl_multi_info_read(multi, &left))) {
        if (message->msg == CURLMSG_DONE) {
            return (clibcurl_message){(clibcurl_easy *)message->easy_handle, (int32_t)message->data.result};
        }
    }
    return (clibcurl_message){NULL, 0};
}

clibcurl_message clibcurl_multi_next_message(clibcurl_multi *multi) {
    clibcurl_message message = next_message(multi->plain);
    return message.easy ? message : next_message(multi->secure);
}

// MARK: Sockets

// Returns the port of an address; -1 if it has none.
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
