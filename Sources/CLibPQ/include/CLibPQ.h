// The functions of libpq that Leftoff needs: connecting, executing statements and reading their results.
//
// The shim keeps the library's headers away from Swift. All texts are UTF-8 and end with NUL.

#ifndef LEFTOFF_CLIBPQ_H
#define LEFTOFF_CLIBPQ_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// A connection, which only one thread at a time may use.
typedef struct leftoff_pq_connection leftoff_pq_connection;

/// The result of a statement.
typedef struct leftoff_pq_result leftoff_pq_result;

/// A request to cancel what a connection executes.
typedef struct leftoff_pq_cancellation leftoff_pq_cancellation;

/// Loads the library; any thread may call this any number of times.
///
/// Returns a line of text that says what is missing; NULL if the library is loaded. No other function may be called
/// before it has returned NULL.
const char *_Nullable leftoff_pq_load(void);

/// Returns true if a connection string sets a parameter.
///
/// conninfo: a URI or a list of keywords and values.
bool leftoff_pq_sets(const char *conninfo, const char *keyword);

/// Connects to a server.
///
/// keywords, values: the parameters, each list terminated by NULL. The value of `dbname` may be a connection string.
/// timeout: the time after which the attempt fails, in milliseconds.
/// Returns a connection that is open or has failed; NULL if there is no memory. leftoff_pq_close releases it.
leftoff_pq_connection *_Nullable leftoff_pq_connect(
    const char *_Nullable const *_Nonnull keywords, const char *_Nullable const *_Nonnull values, int timeout);

/// Returns true if the connection is open as far as the client knows.
bool leftoff_pq_is_open(const leftoff_pq_connection *connection);

/// Returns the last error of the connection; with the server's SQLSTATE after the severity, if it sent one.
const char *leftoff_pq_error(const leftoff_pq_connection *connection);

/// Returns the value of a parameter that the server reports, such as `server_version`; NULL if it reports none.
const char *_Nullable leftoff_pq_parameter(const leftoff_pq_connection *connection, const char *name);

/// Closes the connection and releases its memory.
void leftoff_pq_close(leftoff_pq_connection *connection);

/// Returns a request to cancel what the connection executes, which leftoff_pq_release_cancellation releases.
///
/// Returns NULL if the connection is closed or there is no memory.
leftoff_pq_cancellation *_Nullable leftoff_pq_make_cancellation(const leftoff_pq_connection *connection);

/// Asks the server to cancel the statement that the connection executes; it then fails.
///
/// Any thread may call this, also after the connection was closed. It waits for a short connection to the server. There
/// is no effect if no statement is executed.
void leftoff_pq_cancel(leftoff_pq_cancellation *cancellation);

/// Releases a request to cancel.
void leftoff_pq_release_cancellation(leftoff_pq_cancellation *cancellation);

/// Sends one statement with parameters to the server, which executes it without preparing it under a name.
///
/// values: the text of each parameter, NULL for NULL.
/// Returns false if the connection is lost or the statement cannot be sent.
bool leftoff_pq_send(
    leftoff_pq_connection *connection, const char *statement, int count,
    const char *_Nullable const *_Nullable values);

/// Waits until the statement that was sent has ended.
///
/// Returns the result; NULL if there is no memory, the connection is lost, or nothing was sent. leftoff_pq_clear
/// releases it.
leftoff_pq_result *_Nullable leftoff_pq_receive(leftoff_pq_connection *connection);

/// Executes statements without parameters, separated by semicolons, in one round trip; the result is the last one's.
leftoff_pq_result *_Nullable leftoff_pq_execute_script(leftoff_pq_connection *connection, const char *statements);

/// Returns true if the statement succeeded.
bool leftoff_pq_succeeded(const leftoff_pq_result *result);

/// Returns the SQLSTATE of a failed statement (PostgreSQL, appendix A); NULL for an error of the client.
const char *_Nullable leftoff_pq_sqlstate(const leftoff_pq_result *result);

/// Returns the primary message of a failed statement.
const char *leftoff_pq_message(const leftoff_pq_result *result);

/// Returns the name of the constraint that a statement violated; NULL for other errors.
const char *_Nullable leftoff_pq_constraint(const leftoff_pq_result *result);

/// Returns the number of rows.
int leftoff_pq_row_count(const leftoff_pq_result *result);

/// Returns the number of rows that the statement changed.
long leftoff_pq_changed_count(const leftoff_pq_result *result);

/// Returns the text of a value, which is valid until the result is cleared; NULL for NULL.
///
/// length: receives the number of bytes.
const char *_Nullable leftoff_pq_value(const leftoff_pq_result *result, int row, int column, int *length);

/// Releases a result.
void leftoff_pq_clear(leftoff_pq_result *result);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
