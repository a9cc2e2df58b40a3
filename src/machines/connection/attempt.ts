/** A first attempt, unless there were so many that it has to wait; waiting is what a restart does anyway. */
export const ATTEMPT = [
  {
    guard: 'canConnect',
    target: '#connection.transport.online',
    actions: { type: 'beginAttempts', params: { kind: 'first' } },
  },
  { target: '#connection.transport.restarting' },
] as const

/** Entry of every state without a socket. */
export const CLOSE_SOCKETS = ['closeCurrent', 'closeNewest', 'clearCurrent'] as const
