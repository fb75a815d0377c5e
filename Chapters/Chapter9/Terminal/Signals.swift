import Foundation

/// The signals that a program with a terminal of its own waits for, instead of dying by them.
///
/// They are taken by the main thread, which does nothing else. Blocked in all threads, they interrupt
/// nothing, and what is done about them can take locks.
struct Signals {
  /// Those that end a program: Control-C, `kill`, a closed window, and Control-\; then those that
  /// are rarely sent.
  static let ends = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGXCPU,
  ]

  private var set = sigset_t()

  /// Blocks them in this thread, and in those that it starts from now on.
  init() {
    sigemptyset(&set)
    for signal in Self.ends + [SIGTSTP, SIGCONT, SIGWINCH] { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    // Where nobody handles it, some systems drop this one even while it is blocked.
    signal(SIGWINCH) { _ in }
  }

  /// Waits for the next one.
  func next() -> Int32 {
    var (set, signal) = (set, Int32(0))
    while sigwait(&set, &signal) != 0 {}
    return signal
  }

  /// Lets one do what it does to a program that does not wait for it: end it, or stop it for a while.
  func deliver(_ signal: Int32) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal)
    Foundation.signal(signal, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(signal)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }
}
