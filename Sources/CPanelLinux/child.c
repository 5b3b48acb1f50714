#define _GNU_SOURCE
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Older headers have none of these; the numbers are the same on all architectures. */
#define NUMBER_OF_PIDFD_SEND_SIGNAL 424
#define NUMBER_OF_PIDFD_OPEN 434
#define WAIT_FOR_PIDFD ((idtype_t)3)
/* Since Linux 6.9; older ones say EINVAL. */
#define SIGNAL_PROCESS_GROUP (1U << 2)

static int prepare(posix_spawn_file_actions_t *files, posix_spawnattr_t *how, int32_t output,
                   int32_t errors) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int result = posix_spawn_file_actions_addopen(files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (result == 0)
    result = posix_spawn_file_actions_adddup2(files, output, STDOUT_FILENO);
  if (result == 0)
    result = posix_spawn_file_actions_adddup2(files, errors, STDERR_FILENO);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  /* Ours are close-on-exec; those of libraries may not be, such as a connection to a broker. */
  if (result == 0)
    result = posix_spawn_file_actions_addclosefrom_np(files, STDERR_FILENO + 1);
#endif
  if (result == 0)
    result = posix_spawnattr_setflags(how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                               POSIX_SPAWN_SETSIGDEF);
  if (result == 0)
    result = posix_spawnattr_setpgroup(how, 0);
  if (result == 0)
    result = posix_spawnattr_setsigmask(how, &none);
  if (result == 0)
    result = posix_spawnattr_setsigdefault(how, &all);
  return result;
}

static int spawn(char *const argv[], char *const environment[], int32_t output, int32_t errors,
                 pid_t *id) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  int result = posix_spawn_file_actions_init(&files);
  if (result != 0)
    return result;
  result = posix_spawnattr_init(&how);
  if (result != 0) {
    posix_spawn_file_actions_destroy(&files);
    return result;
  }
  result = prepare(&files, &how, output, errors);
  if (result == 0)
    result = posix_spawnp(id, argv[0], &files, &how, argv, environment);
  posix_spawnattr_destroy(&how);
  posix_spawn_file_actions_destroy(&files);
  return result;
}

int32_t pl_child_start(char *const argv[], char *const environment[], int32_t output,
                       int32_t errors, struct pl_child *child) {
  pid_t id = 0;
  int result = spawn(argv, environment, output, errors, &id);
  if (result != 0)
    return -result;
  child->id = id;
  /* Nobody else waits for it, so the number is still its own; a pidfd is close-on-exec. */
  child->watch = (int32_t)syscall(NUMBER_OF_PIDFD_OPEN, id, 0);
  return 0;
}

/* waitid, by the pidfd where the kernel takes one. */
static int look(const struct pl_child *child, siginfo_t *end, int flags) {
  memset(end, 0, sizeof *end);
  if (child->watch >= 0) {
    if (waitid(WAIT_FOR_PIDFD, (id_t)child->watch, end, WEXITED | WNOHANG | flags) == 0)
      return 0;
    if (errno != EINVAL)
      return -errno;
  }
  return waitid(P_PID, (id_t)child->id, end, WEXITED | WNOHANG | flags) == 0 ? 0 : -errno;
}

int32_t pl_child_has_ended(const struct pl_child *child) {
  siginfo_t end;
  int result = look(child, &end, WNOWAIT);
  return result < 0 ? result : end.si_signo != 0;
}

int32_t pl_child_signal(const struct pl_child *child, int32_t number) {
  if (child->watch >= 0) {
    long sent =
        syscall(NUMBER_OF_PIDFD_SEND_SIGNAL, child->watch, number, NULL, SIGNAL_PROCESS_GROUP);
    if (sent == 0)
      return 0;
    if (errno == ESRCH)
      return -ESRCH;
  }
  /* So long as its end was not taken away, no other process or group can have its number. */
  int result = pl_child_has_ended(child);
  if (result < 0)
    return result;
  return kill(-child->id, number) < 0 ? -errno : 0;
}

int32_t pl_child_release(const struct pl_child *child) {
  siginfo_t end;
  int result = look(child, &end, 0);
  if (result < 0)
    return result;
  if (end.si_signo == 0)
    return -EAGAIN;
  return end.si_code == CLD_EXITED ? end.si_status & 0xff : 256 + end.si_status;
}

int32_t pl_children_wait(void) {
  /* Ignored, or with SA_NOCLDWAIT, children leave no end behind and their numbers are free at once. */
  struct sigaction usual = {.sa_handler = SIG_DFL};
  return sigaction(SIGCHLD, &usual, NULL) < 0 ? -errno : 0;
}

int32_t pl_pipe_open(int32_t *reading, int32_t *writing) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0)
    return -errno;
  /* The command's end stays as commands expect it. */
  int flags = fcntl(ends[0], F_GETFL);
  if (flags < 0 || fcntl(ends[0], F_SETFL, flags | O_NONBLOCK) < 0) {
    int32_t result = -errno;
    close(ends[0]);
    close(ends[1]);
    return result;
  }
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}
