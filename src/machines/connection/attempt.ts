/** Starts a first attempt, or waits like a restart when the connect limit is reached. */
export const ATTEMPT = [
  {
    guard: 'canConnect',
    target: '#connection.transport.online',
    actions: { type: 'beginAttempts', params: { kind: 'first' } },
  },
  { target: '#connection.transport.restarting' },
] as const

/** Entry actions of every state without a socket. */
export const CLOSE_SOCKETS = ['closeCurrent', 'closeNewest', 'clearCurrent'] as const
