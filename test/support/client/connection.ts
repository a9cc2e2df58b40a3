import { vi } from 'vitest'
import { createActor } from 'xstate'
import type { ClientMessage } from '#contract/client-messages.ts'
import { connectionCommands } from '#src/machines/connection/commands.ts'
import type { ConnectionInput } from '#src/machines/connection/types.ts'
import { createConnectionMachine } from '#src/machines/connection/machine.ts'
import type { FeedName, PageEvent, SessionCheckResult, SocketEvent } from '#src/machines/connection/ports.ts'

type Report = (event: SocketEvent) => void

/** A socket as the machine sees it, with what it received. */
export interface FakeSocket {
  readonly generation: number
  readonly openedAt: number
  readonly sent: readonly ClientMessage[]
  isClosed: boolean
  readonly report: Report
  readonly acknowledge: (connectionId?: string, idleHeartbeatMs?: number) => void
  readonly receive: (isHeartbeat?: boolean) => void
  readonly drop: (code?: number, reason?: string) => void
  readonly fail: (isUnavailable?: boolean) => void
}

function fakeSocket(generation: number, report: Report): FakeSocket & { sent: ClientMessage[] } {
  return {
    generation,
    openedAt: Date.now(),
    sent: [],
    isClosed: false,
    report,
    acknowledge: (connectionId = `id-${generation}`, idleHeartbeatMs) =>
      report({ type: 'socket.ack', generation, connectionId, idleHeartbeatMs }),
    receive: (isHeartbeat = false) => report({ type: 'socket.activity', generation, at: Date.now(), isHeartbeat }),
    drop: (code = 1006, reason = '') => report({ type: 'socket.closed', generation, code, reason }),
    fail: (isUnavailable = false) =>
      report({ type: 'socket.failed', generation, message: 'WebSocket connection error', isUnavailable }),
  }
}

/**
 * A connection actor with fake ports, on the fake clock of the test. `answer` plays the server for every socket;
 * `checkResult` is the result of the session check (an Error: no answer).
 */
export function startConnection({
  feed = 'tdp',
  isPersistent = true,
  answer,
  random = () => 0,
  checkResult = () => 'alive',
  now = () => Date.now(),
}: {
  readonly feed?: FeedName
  readonly isPersistent?: boolean
  readonly answer?: (socket: FakeSocket) => void
  readonly random?: () => number
  readonly checkResult?: () => SessionCheckResult | Error
  /** Wall clock; by default it moves with the timers. */
  readonly now?: () => number
} = {}) {
  const sockets: FakeSocket[] = []
  const checks: string[] = []
  const polls: number[] = []
  let emitPageEvent: (event: PageEvent) => void = () => undefined
  const machine = createConnectionMachine({
    openSocket(generation, report) {
      const socket = fakeSocket(generation, report)
      sockets.push(socket)
      if (answer) queueMicrotask(() => answer(socket))
      return {
        send: (message) => void socket.sent.push(message),
        close: () => {
          socket.isClosed = true
        },
      }
    },
    watchPage(report) {
      emitPageEvent = report
      return () => undefined
    },
    checkSession(why) {
      checks.push(why)
      const result = checkResult()
      return result instanceof Error ? Promise.reject(result) : Promise.resolve(result)
    },
    now,
    random,
  })
  const input: ConnectionInput = { feed, maskedUrl: 'wss://host/ws/tdp?token=***&batch=1', isPersistent }
  const actor = createActor(machine, { input })
  actor.on('poll.due', () => polls.push(Date.now()))
  actor.start()
  return {
    actor,
    ...connectionCommands(actor),
    sockets,
    checks,
    polls,
    page: (type: PageEvent['type']) => emitPageEvent({ type }),
    snapshot: () => actor.getSnapshot(),
    /** The last socket opened. */
    socket: () => {
      const socket = sockets.at(-1)
      if (!socket) throw new Error('no socket was opened')
      return socket
    },
    open: () => sockets.filter(({ isClosed }) => !isClosed),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  }
}

export type ConnectionHarness = ReturnType<typeof startConnection>

/** The same, connected, with a silent server. */
export function startConnected(options: Parameters<typeof startConnection>[0] = {}): ConnectionHarness {
  const harness = startConnection(options)
  harness.connect()
  harness.socket().acknowledge()
  return harness
}
