/** WebSocket close codes. Every code except `normal` makes the client reconnect. */
export const CLOSE = {
  normal: 1000,
  /** The client sent too many messages or too many invalid ones. */
  policy: 1008,
  tooBig: 1009,
  /** Planned restart. The reason is JSON `{"retry_after_ms":n}`. */
  restart: 1012,
  /** The server is overloaded, or this client reads too slowly. */
  tryLater: 1013,
  /** The token is missing, wrong or expired: refresh once, then connect. */
  token: 4401,
  /** The session or the account has ended: run the session check before connecting. */
  sessionEnded: 4403,
  /** The handshake was not acknowledged in time. */
  noAck: 4408,
  /** Another socket took over this connection_id. */
  replaced: 4409,
  tooMany: 4429,
} as const
export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE]
