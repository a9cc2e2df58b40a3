import { describe, expect, it } from 'vitest'
import { getShortestPaths } from 'xstate/graph'
import { getNextTransitions, transition, type AnyStateNode, type SnapshotFrom } from 'xstate'
import { initialContext, type ConnectionEvent } from '#src/machines/connection/types.ts'
import { createConnectionMachine } from '#src/machines/connection/machine.ts'
import { connectionStatus, isFallback } from '#src/machines/connection/selectors.ts'

const machine = createConnectionMachine({
  openSocket: () => ({ send: () => undefined, close: () => undefined }),
  watchPage: () => () => undefined,
  checkSession: () => Promise.resolve('alive'),
  now: () => 0,
  random: () => 0,
})
type Snapshot = SnapshotFrom<typeof machine>

/** Generation numbers are replaced by their meaning, because they are unbounded. */
const project = ({ value, context: c }: Snapshot) =>
  JSON.stringify([
    value,
    c.attempts,
    c.attemptKind,
    c.closeCode,
    c.isSessionChecked,
    c.current === undefined ? 'none' : c.current === c.generation ? 'newest' : 'older',
  ])

const socketEvents = (generation: number): ConnectionEvent[] => [
  { type: 'socket.open', generation },
  // The clock stands still: a promise of 0 ms is broken at once.
  { type: 'socket.ack', generation, connectionId: 'id', idleHeartbeatMs: 0 },
  { type: 'socket.live', generation },
  { type: 'socket.activity', generation, at: 0, isHeartbeat: true },
  { type: 'socket.failed', generation, message: 'WebSocket connection error', isUnavailable: false },
  { type: 'socket.unsent', generation, message: 'Failed to send message' },
  { type: 'socket.closed', generation, code: 1000, reason: '' },
  { type: 'socket.closed', generation, code: 1006, reason: '' },
  { type: 'socket.closed', generation, code: 4401, reason: '' },
  { type: 'socket.closed', generation, code: 4403, reason: '' },
]

/** All events that can happen next, including timers and the session check. */
function eventsOf(snapshot: Snapshot): ConnectionEvent[] {
  const { context, children } = snapshot
  const generations = [...new Set([context.generation, context.current ?? 0, context.generation - 1])]
  const fromSockets = generations.flatMap(socketEvents)
  const commands = (
    [
      'connect',
      'disconnect',
      'restart',
      'token.changed',
      'poll.recovered',
      'page.visible',
      'page.hidden',
      'page.online',
      'page.offline',
      'page.hide',
      'page.show',
    ] as const
  ).map((type): ConnectionEvent => ({ type }))
  const timers = getNextTransitions(snapshot).flatMap(({ eventType }) =>
    eventType.startsWith('xstate.after') ? [{ type: eventType }] : [],
  )
  const checks = Object.keys(children).flatMap((id) =>
    id.endsWith('checking')
      ? [
          { type: `xstate.done.actor.${id}`, output: 'alive', actorId: id },
          { type: `xstate.done.actor.${id}`, output: 'ended', actorId: id },
          { type: `xstate.error.actor.${id}`, error: new Error('no answer'), actorId: id },
        ]
      : [],
  )
  return [...fromSockets, ...commands, ...([...timers, ...checks] as unknown as ConnectionEvent[])]
}

const pathsFrom = (isPersistent: boolean) =>
  getShortestPaths(machine, {
    input: { feed: 'tdp', maskedUrl: '', isPersistent },
    events: eventsOf,
    serializeState: project,
    limit: 200_000,
  })

const nodesBelow = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesBelow)]
/** Transient: left at once, so no snapshot shows them. */
const isTransient = ({ always }: AnyStateNode) => always?.some(({ guard }) => guard === undefined) === true

describe('on every path of a connection', () => {
  const states = [...pathsFrom(true), ...pathsFrom(false)].map(({ state }) => state)

  it('reaches every state', () => {
    const reached = new Set(states.flatMap(({ _nodes: nodes }) => nodes.map(({ id }) => id)))
    const lasting = nodesBelow(machine.root).filter((node) => !isTransient(node))
    expect(lasting.map(({ id }) => id).filter((id) => !reached.has(id))).toEqual([])
  })

  it('[CO-18] shows all five statuses', () => {
    expect(new Set(states.map(connectionStatus))).toEqual(
      new Set(['disconnected', 'connecting', 'connected', 'reconnecting', 'error']),
    )
  })

  /** The states that violate a condition. */
  const where = (isBroken: (state: Snapshot) => boolean) => states.filter(isBroken).map(project)

  it('[CO-1] is connected exactly when a socket is acknowledged', () => {
    expect(
      where((state) => (state.context.current !== undefined) !== (connectionStatus(state) === 'connected')),
    ).toEqual([])
  })

  it('[CO-7] polls in error, never when connected or disconnected on request, and never counts beyond five', () => {
    const mayPoll = {
      error: [true],
      connected: [false],
      disconnected: [false],
      connecting: [true, false],
      reconnecting: [true, false],
    }
    expect(where((state) => !mayPoll[connectionStatus(state)].includes(isFallback(state)))).toEqual([])
    expect(where(({ context }) => context.attempts > 5)).toEqual([])
  })

  it('[CO-17] keeps at most two sockets, and none where there is no attempt and no connection', () => {
    const socketsOf = ({ children }: Snapshot) => Object.keys(children).filter((id) => id.startsWith('socket.'))
    const mayHave = ({ value: { transport } }: Snapshot) =>
      typeof transport === 'object' &&
      ('online' in transport || ('error' in transport && transport.error === 'probing'))
    expect(where((state) => socketsOf(state).length > (mayHave(state) ? 2 : 0))).toEqual([])
    expect(
      where(
        (state) => state.context.current !== undefined && !socketsOf(state).includes(`socket.${state.context.current}`),
      ),
    ).toEqual([])
  })

  it('[CO-18] handles every event in every state: only unknown ones are counted', () => {
    expect(where(({ context }) => context.unknownEvents > 0)).toEqual([])
    const unknown = { type: 'unknown.type' } as unknown as ConnectionEvent
    for (const state of states) {
      const [next] = transition(machine, state, unknown)
      expect({ ...next.context, unknownEvents: 0 }).toEqual(state.context)
      expect([next.value, next.context.unknownEvents]).toEqual([state.value, 1])
    }
  })

  it('[CO-22] holds neither a frame nor a token', () => {
    expect(Object.keys(initialContext({ feed: 'tdp', maskedUrl: '', isPersistent: true })).sort())
      .toMatchInlineSnapshot(`
      [
        "attemptKind",
        "attempts",
        "closeCode",
        "connectedAt",
        "connectionId",
        "connects",
        "current",
        "dueAt",
        "errors",
        "feed",
        "generation",
        "heartbeatSentAt",
        "idleHeartbeatMs",
        "isPersistent",
        "isSessionChecked",
        "isUnavailable",
        "lastActivityAt",
        "lastHeartbeat",
        "maskedUrl",
        "reconnectCount",
        "retryAfterMs",
        "unansweredSince",
        "unknownEvents",
        "wasConnected",
      ]
    `)
  })
})
