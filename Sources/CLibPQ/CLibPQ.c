#include "CLibPQ.h"

#include "LazyLibrary.h"

#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PQ_SYMBOLS(DO) \
    DO(PQcancel) \
    DO(PQclear) \
    DO(PQcmdTuples) \
    DO(PQconnectPoll) \
    DO(PQconnectStartParams) \
    DO(PQconninfoFree) \
    DO(PQconninfoParse) \
    DO(PQerrorMessage) \
    DO(PQexec) \
    DO(PQfinish) \
    DO(PQfreeCancel) \
    DO(PQgetCancel) \
    DO(PQgetisnull) \
    DO(PQgetResult) \
    DO(PQgetlength) \
    DO(PQgetvalue) \
    DO(PQntuples) \
    DO(PQparameterStatus) \
    DO(PQresultErrorField) \
    DO(PQresultErrorMessage) \
    DO(PQresultStatus) \
    DO(PQsendQueryParams) \
    DO(PQsetErrorVerbosity) \
    DO(PQsetNoticeProcessor) \
    DO(PQsocket) \
    DO(PQstatus)

static struct {
    PQ_SYMBOLS(LEFTOFF_SYMBOL_FIELD)
} pq;

static char failure[512];
static bool is_loaded;

static void load(void) {
    static const char *const names[] = {PQ_SYMBOLS(LEFTOFF_SYMBOL_NAME)};
    is_loaded = leftoff_library_load(
        LEFTOFF_LIBRARY("pq", "5"), "libpq5", names, sizeof names / sizeof *names, &pq, failure, sizeof failure);
}

const char *leftoff_pq_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded ? NULL : failure;
}

// MARK: Connections

static PGconn *opened(const leftoff_pq_connection *connection) { return (PGconn *)(uintptr_t)connection; }

static const PGresult *read_result(const leftoff_pq_result *result) { return (const PGresult *)result; }

bool leftoff_pq_sets(const char *conninfo, const char *keyword) {
    PQconninfoOption *options = pq.PQconninfoParse(conninfo, NULL);
    bool is_set = false;
    for (PQconninfoOption *option = options; option && option->keyword; option++) {
        if (strcmp(option->keyword, keyword) == 0) is_set = option->val != NULL;
    }
    if (options) pq.PQconninfoFree(options);
    return is_set;
}

// Notices of the server, such as "relation exists already", are not printed.
static void ignore_notice(void *context, const char *message) {
    (void)context;
    (void)message;
}

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

leftoff_pq_connection *leftoff_pq_connect(const char *const *keywords, const char *const *values, int timeout) {
    PGconn *connection = pq.PQconnectStartParams(keywords, values, 1);
    if (!connection) return NULL;
    // The SQLSTATE of a refused connection is only in the verbose message.
    pq.PQsetErrorVerbosity(connection, PQERRORS_VERBOSE);
    pq.PQsetNoticeProcessor(connection, ignore_notice, NULL);
    int64_t end = milliseconds() + timeout;
    PostgresPollingStatusType next = PGRES_POLLING_WRITING;
    while (pq.PQstatus(connection) != CONNECTION_BAD && next != PGRES_POLLING_OK && next != PGRES_POLLING_FAILED) {
        struct pollfd descriptor = {
            .fd = pq.PQsocket(connection), .events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT};
        int64_t left = end - milliseconds();
        int count = left > 0 ? poll(&descriptor, 1, (int)left) : 0;
        if (count == 0) break;
        if (count < 0 && errno == EINTR) continue;
        next = pq.PQconnectPoll(connection);
    }
    return (leftoff_pq_connection *)connection;
}

bool leftoff_pq_is_open(const leftoff_pq_connection *connection) {
    return pq.PQstatus(opened(connection)) == CONNECTION_OK;
}

const char *leftoff_pq_error(const leftoff_pq_connection *connection) {
    // Neither open nor failed: the attempt to connect has timed out.
    ConnStatusType status = pq.PQstatus(opened(connection));
    if (status != CONNECTION_OK && status != CONNECTION_BAD) return "the server does not respond";
    return pq.PQerrorMessage(opened(connection));
}

const char *leftoff_pq_parameter(const leftoff_pq_connection *connection, const char *name) {
    return pq.PQparameterStatus(opened(connection), name);
}

void leftoff_pq_close(leftoff_pq_connection *connection) { pq.PQfinish(opened(connection)); }

// MARK: Cancelling

leftoff_pq_cancellation *leftoff_pq_make_cancellation(const leftoff_pq_connection *connection) {
    return (leftoff_pq_cancellation *)pq.PQgetCancel(opened(connection));
}

void leftoff_pq_cancel(leftoff_pq_cancellation *cancellation) {
    char error[256];
    pq.PQcancel((PGcancel *)cancellation, error, sizeof error);
}

void leftoff_pq_release_cancellation(leftoff_pq_cancellation *cancellation) {
    pq.PQfreeCancel((PGcancel *)cancellation);
}

// MARK: Statements

bool leftoff_pq_send(
    leftoff_pq_connection *connection, const char *statement, int count, const char *const *values) {
    // The result of an earlier statement, which an error kept the caller from receiving.
    leftoff_pq_result *unread = leftoff_pq_receive(connection);
    if (unread) leftoff_pq_clear(unread);
    return pq.PQsendQueryParams(opened(connection), statement, count, NULL, values, NULL, NULL, 0) == 1;
}

leftoff_pq_result *leftoff_pq_receive(leftoff_pq_connection *connection) {
    PGresult *last = NULL;
    for (PGresult *next; (next = pq.PQgetResult(opened(connection)));) {
        if (last) pq.PQclear(last);
        last = next;
        if (pq.PQstatus(opened(connection)) == CONNECTION_BAD) break;
    }
    return (leftoff_pq_result *)last;
}

leftoff_pq_result *leftoff_pq_execute_script(leftoff_pq_connection *connection, const char *statements) {
    return (leftoff_pq_result *)pq.PQexec(opened(connection), statements);
}

bool leftoff_pq_succeeded(const leftoff_pq_result *result) {
    ExecStatusType status = pq.PQresultStatus(read_result(result));
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY;
}

const char *leftoff_pq_sqlstate(const leftoff_pq_result *result) {
    return pq.PQresultErrorField(read_result(result), PG_DIAG_SQLSTATE);
}

const char *leftoff_pq_message(const leftoff_pq_result *result) {
    const char *message = pq.PQresultErrorField(read_result(result), PG_DIAG_MESSAGE_PRIMARY);
    return message ? message : pq.PQresultErrorMessage(read_result(result));
}

const char *leftoff_pq_constraint(const leftoff_pq_result *result) {
    return pq.PQresultErrorField(read_result(result), PG_DIAG_CONSTRAINT_NAME);
}

int leftoff_pq_row_count(const leftoff_pq_result *result) { return pq.PQntuples(read_result(result)); }

long leftoff_pq_changed_count(const leftoff_pq_result *result) {
    return strtol(pq.PQcmdTuples((PGresult *)(uintptr_t)result), NULL, 10);
}

const char *leftoff_pq_value(const leftoff_pq_result *result, int row, int column, int *length) {
    if (pq.PQgetisnull(read_result(result), row, column)) return NULL;
    *length = pq.PQgetlength(read_result(result), row, column);
    return pq.PQgetvalue(read_result(result), row, column);
}

void leftoff_pq_clear(leftoff_pq_result *result) { pq.PQclear((PGresult *)result); }
