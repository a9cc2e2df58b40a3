import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { assign, createActor, setup, SimulatedClock } from 'xstate'
import { testOf } from '#src/lib/inspection/as-test.ts'
import { valueText } from '#src/lib/inspection/graph.ts'
import { createRecorder } from '#src/lib/inspection/recorder.ts'

const lift = (patience: number) =>
  setup({
    types: { context: {} as { rides: number }, events: {} as { type: 'call' } | { type: 'light'; on: boolean } },
  }).createMachine({
    id: 'lift',
    type: 'parallel',
    context: { rides: 0 },
    states: {
      cabin: {
        initial: 'waiting',
        states: {
          waiting: {
            on: { call: { target: 'riding', actions: assign({ rides: ({ context }) => context.rides + 1 }) } },
          },
          riding: { after: { [patience]: 'waiting' } },
        },
      },
      lamp: {
        initial: 'off',
        states: {
          off: { on: { light: { guard: ({ event }) => event.on, target: 'on' } } },
          on: { on: { light: { guard: ({ event }) => !event.on, target: 'off' } } },
        },
      },
    },
  })

/** Two rides, the light switched on in between. */
function recorded() {
  const clock = new SimulatedClock()
  const recorder = createRecorder(() => clock.now())
  const machine = lift(500)
  const actor = createActor(machine, { id: 'lift', clock, inspect: recorder.inspect }).start()
  clock.increment(100)
  actor.send({ type: 'call' })
  clock.increment(200)
  actor.send({ type: 'light', on: true })
  clock.increment(300)
  actor.send({ type: 'call' })
  return { log: recorder.log(), graph: recorder.graph('a1')!, entry: recorder.last('a1')! }
}

/** Runs the text of a test with this machine; throws what it throws. */
function run(text: string, machine: unknown): number {
  let states = 0
  const body = text.replaceAll(/^import .*$/gm, '')
  const ownExpect = (value: unknown) => {
    states += 1
    return expect(value)
  }
  const names = { createActor, SimulatedClock, valueText, machine, expect: ownExpect }
  runInNewContext(body, { ...names, it: (_: string, test: () => void) => test() })
  return states
}

describe('a span of the log as a test', () => {
  it('[IN-21] passes on the machine that was recorded, and fails on another', () => {
    const { log, graph, entry } = recorded()
    const text = testOf(log, graph, entry, { after: undefined, until: entry.n })
    expect(run(text, lift(500))).toBe(4)
    expect(() => run(text, lift(900))).toThrow(/riding/)
  })

  it('[IN-21] starts in the state and with the context of its first moment', () => {
    const { log, graph, entry } = recorded()
    const lit = log.find(({ state }) => state === '(cabin.riding | lamp.on)')!
    const text = testOf(log, graph, entry, { after: lit.n, until: entry.n })
    expect(text).toContain('"value":{"cabin":"riding","lamp":"on"},"context":{"rides":1}')
    expect(run(text, lift(500))).toBe(2)
  })

  it('[IN-21] starts where the log does if that no longer has the start of the actor', () => {
    const { log, graph, entry } = recorded()
    const lit = log.findIndex(({ state }) => state === '(cabin.riding | lamp.on)')
    const text = testOf(log.slice(lit), graph, entry, { after: undefined, until: entry.n })
    expect(text).toContain('"value":{"cabin":"riding","lamp":"on"}')
    expect(run(text, lift(500))).toBe(2)
  })
})
