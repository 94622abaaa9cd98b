#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

// The two processes share a page and a socket. In the page, the guarded process counts its reads, and the guardian notes which
// panels it has released. Through the socket, the guarded process sends the panels to guard, with their descriptors. When that
// process ends, the socket is closed.

// What the guardian notes of a panel: LETTING_GO before its release, LET_GO after.
enum { LETTING_GO = 1, LET_GO };

typedef struct message {
  int32_t place;
  ti_release release;  // without slots: forget the panel
} message;

struct ti_guardian {
  int socket;
  pid_t process;
  ti_guardian_end end;
  int number;  // exit status or signal
  ti_watch *places;
  bool taken[TI_GUARDED];
};

// ---- The guardian's process: calls only functions that are safe after a fork ----------------------------------------

typedef struct ward {
  int panel, clone;  // -1: none
  ti_release release;
  ti_stall stall;
} ward;

static void let_go(const ward *w) {
  (void)ioctl(w->panel, EVIOCGRAB, NULL);
  ti_release_all(w->clone, &w->release);
}

static void arm(int epoll, const ward *w, uint64_t at, int operation) {
  struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT, .data.u64 = at};
  (void)epoll_ctl(epoll, operation, w->panel, &event);
}

static void forget(int epoll, ward *w) {
  if (w->panel >= 0) {
    (void)epoll_ctl(epoll, EPOLL_CTL_DEL, w->panel, NULL);
    close(w->panel);
    close(w->clone);
  }
  *w = (ward){.panel = -1, .clone = -1};
}

// Receives a message; false if the guarded process has ended.
static bool receive(int socket, int epoll, ward *wards) {
  message message;
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(2 * sizeof(int))];
  } control;
  struct iovec part = {&message, sizeof message};
  struct msghdr header = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  ssize_t size = recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
  if (size < 0) return errno == EINTR || errno == EAGAIN;
  if ((size_t)size < sizeof message || message.place < 0 || message.place >= TI_GUARDED) return false;
  ward *w = &wards[message.place];
  forget(epoll, w);
  struct cmsghdr *rights = CMSG_FIRSTHDR(&header);
  if (!message.release.slots || !rights || rights->cmsg_len != CMSG_LEN(2 * sizeof(int))) return true;
  int descriptors[2];
  memcpy(descriptors, CMSG_DATA(rights), sizeof descriptors);
  *w = (ward){.panel = descriptors[0], .clone = descriptors[1], .release = message.release};
  arm(epoll, w, (uint64_t)message.place, EPOLL_CTL_ADD);
  return true;
}

static uint32_t beats(const ti_watch *place) { return __atomic_load_n(&place->beats, __ATOMIC_RELAXED); }

static void look_after(int epoll, ward *w, ti_watch *place, uint64_t at) {
  struct pollfd waiting = {w->panel, POLLIN, 0};
  bool is_ready = poll(&waiting, 1, 0) > 0;
  // A panel that was unplugged needs no release.
  if (waiting.revents & (POLLHUP | POLLERR)) is_ready = false;
  switch (ti_stall_look(&w->stall, beats(place), is_ready, ti_now())) {
  case TI_STALL_READ: arm(epoll, w, at, EPOLL_CTL_MOD); break;
  case TI_STALL_UNREAD: break;
  case TI_STALL_STALLED:
    __atomic_store_n(&place->let_go, LETTING_GO, __ATOMIC_RELEASE);
    let_go(w);
    __atomic_store_n(&place->let_go, LET_GO, __ATOMIC_RELEASE);
    break;
  }
}

static int milliseconds_to_next(const ward *wards) {
  int64_t earliest = 0;
  for (int i = 0; i < TI_GUARDED; i++)
    if (wards[i].stall.due && (!earliest || wards[i].stall.due < earliest)) earliest = wards[i].stall.due;
  if (!earliest) return -1;
  int64_t left = earliest - ti_now();
  return left <= 0 ? 0 : (int)(left / 1000) + 1;
}

static void guard(int socket, ti_watch *places) {
  ward wards[TI_GUARDED];
  for (int i = 0; i < TI_GUARDED; i++) wards[i] = (ward){.panel = -1, .clone = -1};
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event ours = {.events = EPOLLIN, .data.u64 = TI_GUARDED};
  if (epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &ours) < 0) return;
  bool goes_on = true;
  while (goes_on) {
    struct epoll_event ready[TI_GUARDED + 1];
    int count = epoll_wait(epoll, ready, TI_GUARDED + 1, milliseconds_to_next(wards));
    for (int i = 0; i < count; i++) {
      uint64_t at = ready[i].data.u64;
      if (at == TI_GUARDED) {
        goes_on = receive(socket, epoll, wards);
      } else if (ready[i].events & EPOLLIN) {
        ti_stall_begin(&wards[at].stall, beats(&places[at]), ti_now());
      }
    }
    for (uint64_t at = 0; goes_on && at < TI_GUARDED; at++)
      if (wards[at].stall.due && wards[at].stall.due <= ti_now()) look_after(epoll, &wards[at], &places[at], at);
  }
  bool has_wards = false;
  for (int i = 0; i < TI_GUARDED; i++) {
    if (wards[i].panel < 0) continue;
    let_go(&wards[i]);
    has_wards = true;
  }
  // The clones are removed when their descriptors are closed. Their readers get a moment to read the lifts before that.
  struct timespec moment = {.tv_nsec = 100 * 1000 * 1000};
  if (has_wards) (void)nanosleep(&moment, NULL);
}

static void become_guardian(int socket, ti_watch *places) {
  // Signals that end a program are meant for the guarded process; the guardian ends after it.
  static const int ignored[] = {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2, SIGPIPE, SIGQUIT};
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
  (void)setsid();  // Stopping the guarded process from its terminal must not stop the guardian.
  // When the guarded process ends, a stopped guardian must continue, as it would keep the panels grabbed. The kernel also sends this
  // signal when only the thread that forked ends, so it must be a harmless one.
  (void)prctl(PR_SET_PDEATHSIG, SIGCONT);
  (void)prctl(PR_SET_NAME, "tickled-guard");
  // Closes all descriptors of the guarded process, so that readers of its output notice when it ends.
  if (socket != 3) (void)dup2(socket, 3);
  if (syscall(SYS_close_range, 4, ~0u, 0) < 0)
    for (int fd = 4; fd < 1024; fd++) close(fd);
  for (int fd = 0; fd < 3; fd++) close(fd);
  if (open("/dev/null", O_RDWR) == 0) (void)dup2(0, 1), (void)dup2(0, 2);
  guard(3, places);
  _exit(0);
}

// ---- The guarded process --------------------------------------------------------------------------------------------

ti_guardian *ti_guardian_new(ti_failure *failure) {
  ti_guardian *g = calloc(1, sizeof *g);
  int sockets[2] = {-1, -1};
  *failure = (ti_failure){"calloc", ENOMEM};
  if (!g) return NULL;
  failure->call = "mmap";
  g->places = mmap(NULL, sizeof(ti_watch) * TI_GUARDED, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (g->places == MAP_FAILED) goto failed;
  failure->call = "socketpair";
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) < 0) goto failed;
  failure->call = "fork";
  g->process = fork();
  if (g->process == 0) become_guardian(sockets[1], g->places);
  if (g->process < 0) goto failed;
  close(sockets[1]);
  g->socket = sockets[0];
  return g;

failed:
  failure->error = errno;
  if (sockets[0] >= 0) close(sockets[0]), close(sockets[1]);
  if (g->places != MAP_FAILED) munmap(g->places, sizeof(ti_watch) * TI_GUARDED);
  free(g);
  return NULL;
}

pid_t ti_guardian_process(const ti_guardian *g) { return g->process; }

static ti_guardian_end end_of(const siginfo_t *info) {
  switch (info->si_code) {
  case CLD_STOPPED:
  case CLD_TRAPPED: return TI_GUARDIAN_STOPPED;
  case CLD_EXITED: return TI_GUARDIAN_EXITED;
  default: return TI_GUARDIAN_KILLED;
  }
}

// Notes that the guardian was stopped or has ended; reaps it if it has ended.
static void wait_for_news(ti_guardian *g, int options) {
  siginfo_t info = {0};
  int result;
  do result = waitid(P_PID, (id_t)g->process, &info, WEXITED | options);
  while (result < 0 && errno == EINTR);
  if (result < 0) g->end = TI_GUARDIAN_EXITED;  // the kernel doesn't know the process
  else if (info.si_pid) g->end = end_of(&info), g->number = info.si_status;
}

// Waits until the guardian has ended. If it is stopped meanwhile, it would never end, so it is killed.
static void wait_for_end(ti_guardian *g) {
  while (g->end == TI_GUARDIAN_RUNS) wait_for_news(g, WSTOPPED);
  if (g->end != TI_GUARDIAN_STOPPED) return;
  ti_guardian_end end = g->end;
  int number = g->number;
  (void)kill(g->process, SIGKILL);
  wait_for_news(g, 0);
  g->end = end, g->number = number;
}

ti_guardian_end ti_guardian_look(ti_guardian *g, int *number) {
  if (g->end == TI_GUARDIAN_RUNS) {
    wait_for_news(g, WSTOPPED | WNOHANG);
    if (g->end == TI_GUARDIAN_STOPPED) wait_for_end(g);
  }
  *number = g->number;
  return g->end;
}

void ti_guardian_free(ti_guardian *g) {
  if (!g) return;
  close(g->socket);
  if (g->end == TI_GUARDIAN_RUNS) wait_for_end(g);
  munmap(g->places, sizeof(ti_watch) * TI_GUARDED);
  free(g);
}

static bool send_message(const ti_guardian *g, message message, const int *descriptors) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(2 * sizeof(int))];
  } control;
  memset(&control, 0, sizeof control);
  struct iovec part = {&message, sizeof message};
  struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptors) {
    header.msg_control = control.bytes;
    header.msg_controllen = sizeof control.bytes;
    control.header = (struct cmsghdr){
      .cmsg_len = CMSG_LEN(2 * sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
    memcpy(CMSG_DATA(&control.header), descriptors, 2 * sizeof(int));
  }
  return sendmsg(g->socket, &header, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)sizeof message;
}

int ti_guardian_guard(ti_guardian *g, int panel, int clone, const ti_release *release) {
  // A process that another thread has just forked may still hold the guardian's end of the socket, and then a message to a guardian that
  // has ended is accepted.
  int number;
  if (ti_guardian_look(g, &number) != TI_GUARDIAN_RUNS) return -EPIPE;
  for (int at = 0; at < TI_GUARDED; at++) {
    if (g->taken[at]) continue;
    g->places[at] = (ti_watch){0};
    int descriptors[2] = {panel, clone};
    if (!send_message(g, (message){at, *release}, descriptors)) return -errno;
    g->taken[at] = true;
    return at;
  }
  return -ENOSPC;
}

void ti_guardian_leave(ti_guardian *g, int at) {
  if (at < 0 || at >= TI_GUARDED || !g->taken[at]) return;
  (void)send_message(g, (message){.place = at}, NULL);
  g->taken[at] = false;
}

ti_watch *ti_guardian_watch(ti_guardian *g, int at) { return &g->places[at]; }

bool ti_guardian_let_go(const ti_guardian *g, int at) {
  uint32_t let_go = __atomic_load_n(&g->places[at].let_go, __ATOMIC_ACQUIRE);
  return let_go == LET_GO || (let_go == LETTING_GO && g->end != TI_GUARDIAN_RUNS);
}
