import type { ConnectionEvent, ServerRequest } from './types.ts'

/** Commands of a connection. */
export interface ConnectionCommands {
  readonly connect: () => void
  readonly disconnect: () => void
  /** Disconnects, waits a second, connects again. */
  readonly restart: () => void
  /** Call it when the session has a new token. */
  readonly tokenChanged: () => void
  /** Call it at the first successful poll after failures. */
  readonly pollRecovered: () => void
  readonly send: (message: ServerRequest) => void
}

export const connectionCommands = (actor: { send: (event: ConnectionEvent) => void }): ConnectionCommands => ({
  connect: () => actor.send({ type: 'connect' }),
  disconnect: () => actor.send({ type: 'disconnect' }),
  restart: () => actor.send({ type: 'restart' }),
  tokenChanged: () => actor.send({ type: 'token.changed' }),
  pollRecovered: () => actor.send({ type: 'poll.recovered' }),
  send: (message) => actor.send({ type: 'message.send', message }),
})
