import { describe, expect, it } from 'vitest'
import { getNextTransitions, type SnapshotFrom } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import {
  createFaultInjectionMachine,
  type FaultInjectionEvent,
  faultPhase,
} from '#src/machines/fault-injection/machine.ts'

const machine = createFaultInjectionMachine({
  api: {
    start: () => new Promise(() => undefined),
    stop: () => new Promise(() => undefined),
  },
  observe: () => () => undefined,
  watchSession: () => () => undefined,
  now: () => 0,
})
type Snapshot = SnapshotFrom<typeof machine>

const seen = (state: string): FaultInjectionEvent => ({
  type: 'observation',
  observation: { kind: 'state', channel: 'tdp', state, at: 0 },
})

/** All events that can happen next: commands, observations, timers and responses. */
function eventsOf(snapshot: Snapshot): FaultInjectionEvent[] {
  const events: FaultInjectionEvent[] = [
    { type: 'start', fault: { kind: 'cut-socket', seconds: 5, socket: 'tdp' } },
    { type: 'stop' },
    { type: 'session.changed' },
    seen('connected'),
    seen('reconnecting'),
  ]
  const timers = getNextTransitions(snapshot).flatMap(({ eventType }) =>
    eventType.startsWith('xstate.after') ? [{ type: eventType }] : [],
  )
  const answers = Object.keys(snapshot.children).flatMap((id) =>
    /starting|stopping/.test(id)
      ? [
          { type: `xstate.done.actor.${id}`, output: { ok: true, value: null }, actorId: id },
          { type: `xstate.done.actor.${id}`, output: { ok: false, error: 'refused' }, actorId: id },
        ]
      : [],
  )
  return [...events, ...([...timers, ...answers] as unknown as FaultInjectionEvent[])]
}

const project = ({ value, context: { record, error } }: Snapshot) =>
  JSON.stringify([
    value,
    error,
    record && [record.endedAt, record.recoveredAt, record.isClosed, record.states.tdp?.at(-1)?.state],
  ])

const paths = getShortestPaths(machine, { events: eventsOf, serializeState: project, limit: 5_000 })

describe('[PH-40] on every path of fault injection', () => {
  it('reaches every phase', () => {
    expect(new Set(paths.map(({ state }) => faultPhase(state)))).toEqual(
      new Set(['idle', 'starting', 'running', 'stopping', 'recovering']),
    )
  })

  it('is idle when closed, has a record when active, and recovers only after the end', () => {
    for (const { state } of paths) {
      const { record } = state.context
      const phase = faultPhase(state)
      if (phase !== 'idle') expect(record?.isClosed).toBe(false)
      if (phase === 'idle' && record !== undefined) expect(record.isClosed).toBe(true)
      expect(record?.endedAt === undefined).toBe(
        record === undefined || ['starting', 'running', 'stopping'].includes(phase),
      )
      if (record?.recoveredAt !== undefined)
        expect(record.recoveredAt).toBeGreaterThanOrEqual(record.endedAt ?? Infinity)
      if (phase === 'recovering') expect(record?.states.tdp?.at(-1)?.state).not.toBe('connected')
    }
  })
})
