import { describe, expect, it } from 'vitest'
import { getNextTransitions, type SnapshotFrom } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import type { HealthEvent } from '#src/machines/health/types.ts'
import { createHealthMachine } from '#src/machines/health/machine.ts'
import type { Result } from '#src/lib/result.ts'
import { failed, HEALTHY } from '#test/support/client/health.ts'

const never = () => new Promise<Result<never>>(() => undefined)
const machine = createHealthMachine({
  api: { vitals: never, system: never, consumption: never, analytics: never, streams: never },
  watchSession: () => () => undefined,
  now: () => 0,
})
type Snapshot = SnapshotFrom<typeof machine>

const WATCHERS = [{ everyMs: 15_000 }, { everyMs: 10_000 }]
const { vitals, system, consumption, analytics } = HEALTHY
const LOOKS = [
  { ok: true, value: { at: 0, responseMs: 0, vitals: vitals.ok && vitals.value, system, consumption, analytics } },
  failed('No answer from the server'),
]

function eventsOf(snapshot: Snapshot): HealthEvent[] {
  const events: HealthEvent[] = [
    ...WATCHERS.flatMap((watcher): HealthEvent[] => [
      { type: 'watch', watcher },
      { type: 'unwatch', watcher },
    ]),
    { type: 'refresh' },
    { type: 'test' },
    { type: 'session.changed' },
  ]
  const timers = getNextTransitions(snapshot).flatMap(({ eventType }) =>
    eventType.startsWith('xstate.after') ? [{ type: eventType }] : [],
  )
  const answers = Object.keys(snapshot.children).flatMap((id): object[] => {
    if (id.includes('polling')) return LOOKS.map((output) => ({ type: `xstate.done.actor.${id}`, output, actorId: id }))
    if (id.includes('running'))
      return [{ type: `xstate.done.actor.${id}`, output: { passed: true, tests: [] }, actorId: id }]
    return []
  })
  return [...events, ...([...timers, ...answers] as unknown as HealthEvent[])]
}

const project = ({ value, context: { watchers, report: reading, failure } }: Snapshot) =>
  JSON.stringify([value, watchers, reading === undefined, failure])

const paths = getShortestPaths(machine, { events: eventsOf, serializeState: project, limit: 20_000 })

describe('[PH-1] [PH-2] on every path of the monitor', () => {
  it('reaches every state', () => {
    expect(new Set(paths.map(({ state }) => JSON.stringify(state.value)))).toEqual(
      new Set(
        ['idle', 'polling', 'waiting'].flatMap((monitor) =>
          ['idle', 'running'].map((tests) => JSON.stringify({ monitor, tests })),
        ),
      ),
    )
  })

  it('waits or polls while there are watchers, and polls without one only on refresh', () => {
    for (const { state, steps } of paths) {
      const { monitor } = state.value
      if (state.context.watchers.length > 0) expect(monitor).not.toBe('idle')
      else expect(monitor === 'idle' || steps.some(({ event }) => event.type === 'refresh')).toBe(true)
      if (monitor === 'waiting') expect(state.context.watchers.length).toBeGreaterThan(0)
    }
  })
})
