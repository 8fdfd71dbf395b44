// delay LISTEN-PORT SERVER-PORT MILLISECONDS: a TCP proxy on 127.0.0.1 that simulates a round-trip time.
//
// Each direction delays every byte by half of the time, and a new connection takes the whole time, as a handshake
// would. It uses one thread and epoll. Delayed bytes are kept in memory, at most QUEUE_LIMIT for each direction of a
// connection. The kernel's network emulator (netem) would be better, but many machines lack it.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { QUEUE_LIMIT = 4 << 20, CHUNK = 64 << 10, EVENTS = 256 };

typedef struct Chunk {
    struct Chunk *next;
    int64_t due;
    size_t start, count;
    char bytes[];
} Chunk;

struct Connection;

/// One direction of a connection, with the sockets that are read and written.
typedef struct {
    struct Connection *connection;
    int from, to;
    Chunk *first, *last;
    size_t queued;
    bool ended, done;
} Way;

typedef struct Connection {
    Way ways[2];
    int64_t opened;
    int timers;
    bool closed;
} Connection;

/// The value that epoll returns: the directions that can be read and written.
typedef struct {
    Way *reading, *writing;
} Side;

typedef struct {
    int64_t due;
    Way *way;
} Timer;

static Timer *timers;
static size_t timerCount, timerRoom;
static int64_t delay;
static int poller;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void *room(void *old, size_t size) {
    void *new = realloc(old, size);
    if (!new) {
        perror("delay");
        exit(1);
    }
    return new;
}

static void addTimer(int64_t due, Way *way) {
    if (timerCount == timerRoom) {
        timerRoom = timerRoom ? 2 * timerRoom : 1024;
        timers = room(timers, timerRoom * sizeof(Timer));
    }
    size_t at = timerCount++;
    for (; at > 0 && timers[(at - 1) / 2].due > due; at = (at - 1) / 2) timers[at] = timers[(at - 1) / 2];
    timers[at] = (Timer){due, way};
    way->connection->timers++;
}

static Way *takeTimer(void) {
    Way *way = timers[0].way;
    Timer last = timers[--timerCount];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < timerCount; at = child) {
        if (child + 1 < timerCount && timers[child + 1].due < timers[child].due) child++;
        if (timers[child].due >= last.due) break;
        timers[at] = timers[child];
    }
    if (timerCount > 0) timers[at] = last;
    way->connection->timers--;
    return way;
}

static void finish(Connection *connection) {
    if (!connection->closed) {
        connection->closed = true;
        close(connection->ways[0].from);
        close(connection->ways[0].to);
        for (int index = 0; index < 2; index++) {
            for (Chunk *chunk = connection->ways[index].first, *next; chunk; chunk = next) {
                next = chunk->next;
                free(chunk);
            }
            connection->ways[index].first = NULL;
        }
    }
}

/// Reads the available bytes, which become due after the delay.
static void receive(Way *way) {
    Connection *connection = way->connection;
    while (!connection->closed && !way->ended && way->queued < QUEUE_LIMIT) {
        static char buffer[CHUNK];
        ssize_t count = read(way->from, buffer, sizeof buffer);
        if (count < 0) {
            if (errno == EINTR) continue;
            if (errno != EAGAIN) finish(connection);
            return;
        }
        Chunk *chunk = room(NULL, sizeof(Chunk) + count);
        *chunk = (Chunk){.due = now() + delay, .count = count};
        __builtin_memcpy(chunk->bytes, buffer, count);
        // The client's first bytes also wait for the handshake, which loopback completes at once.
        int64_t earliest = connection->opened + 3 * delay;
        if (way == &connection->ways[0] && chunk->due < earliest) chunk->due = earliest;
        way->ended = count == 0;
        way->queued += count;
        if (way->last) way->last->next = chunk;
        else way->first = chunk;
        way->last = chunk;
        addTimer(chunk->due, way);
    }
}

/// Writes the bytes that are due.
static void send_due(Way *way) {
    Connection *connection = way->connection;
    bool wasFull = way->queued >= QUEUE_LIMIT;
    while (!connection->closed && way->first && way->first->due <= now()) {
        Chunk *chunk = way->first;
        if (chunk->count == 0) {
            shutdown(way->to, SHUT_WR);
            way->done = true;
        } else {
            ssize_t count = write(way->to, chunk->bytes + chunk->start, chunk->count - chunk->start);
            if (count < 0) {
                if (errno == EINTR) continue;
                if (errno != EAGAIN) finish(connection);
                return;
            }
            chunk->start += count;
            way->queued -= count;
            if (chunk->start < chunk->count) continue;
        }
        way->first = chunk->next;
        if (!way->first) way->last = NULL;
        free(chunk);
    }
    if (connection->ways[0].done && connection->ways[1].done) finish(connection);
    // Edge-triggered epoll does not report unread bytes again.
    else if (wasFull && way->queued < QUEUE_LIMIT) receive(way);
}

static struct sockaddr_in loopback(const char *port) {
    return (struct sockaddr_in){
        .sin_family = AF_INET, .sin_port = htons(atoi(port)), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static void prepare(int descriptor, void *data, uint32_t events) {
    int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct epoll_event event = {.events = events, .data.ptr = data};
    epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event);
}

static void openConnections(int listener, struct sockaddr_in server) {
    for (;;) {
        int client = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
        if (client < 0) return;
        int upstream = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
        if (upstream < 0
            || (connect(upstream, (struct sockaddr *)&server, sizeof server) < 0 && errno != EINPROGRESS)) {
            perror("delay: connect");
            close(client);
            if (upstream >= 0) close(upstream);
            continue;
        }
        // Connections are never freed, so that no event can refer to a freed one; there are only few of them.
        Connection *connection = room(NULL, sizeof *connection);
        *connection = (Connection){.opened = now()};
        connection->ways[0] = (Way){.connection = connection, .from = client, .to = upstream};
        connection->ways[1] = (Way){.connection = connection, .from = upstream, .to = client};
        Side *sides = room(NULL, 2 * sizeof *sides);
        sides[0] = (Side){&connection->ways[0], &connection->ways[1]};
        sides[1] = (Side){&connection->ways[1], &connection->ways[0]};
        prepare(client, &sides[0], EPOLLIN | EPOLLOUT | EPOLLET);
        prepare(upstream, &sides[1], EPOLLIN | EPOLLOUT | EPOLLET);
    }
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: delay LISTEN-PORT SERVER-PORT MILLISECONDS\n");
        return 64;
    }
    signal(SIGPIPE, SIG_IGN);
    delay = (int64_t)(atof(argv[3]) * 500000);
    struct sockaddr_in here = loopback(argv[1]), server = loopback(argv[2]);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), on = 1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listener, (struct sockaddr *)&here, sizeof here) < 0 || listen(listener, 4096) < 0) {
        perror("delay: listen");
        return 69;
    }
    poller = epoll_create1(0);
    prepare(listener, NULL, EPOLLIN);
    for (;;) {
        while (timerCount > 0 && timers[0].due <= now()) send_due(takeTimer());
        struct timespec wait = {0};
        if (timerCount > 0) {
            int64_t left = timers[0].due - now();
            if (left > 0) wait = (struct timespec){left / 1000000000, left % 1000000000};
        }
        struct epoll_event events[EVENTS];
        int count = epoll_pwait2(poller, events, EVENTS, timerCount > 0 ? &wait : NULL, NULL);
        for (int index = 0; index < count; index++) {
            Side *side = events[index].data.ptr;
            if (!side) {
                openConnections(listener, server);
                continue;
            }
            if (events[index].events & EPOLLOUT) send_due(side->writing);
            if (events[index].events & (EPOLLIN | EPOLLHUP | EPOLLERR | EPOLLRDHUP)) receive(side->reading);
        }
    }
}
