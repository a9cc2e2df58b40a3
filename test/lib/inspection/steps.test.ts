import { describe, expect, it } from 'vitest'
import { assign, createActor, setup } from 'xstate'
import { createRecorder } from '#src/lib/inspection/recorder.ts'
import { differences, stepOf } from '#src/lib/inspection/steps.ts'

const counter = setup({
  types: { context: {} as { count: number }, events: {} as { type: 'add' | 'end' } },
}).createMachine({
  id: 'counter',
  context: { count: 0 },
  initial: 'counting',
  states: {
    counting: { on: { add: { actions: assign({ count: ({ context }) => context.count + 1 }) }, end: 'over' } },
    over: { always: 'done' },
    done: {},
  },
})

function log() {
  const recorder = createRecorder(() => 0)
  const actor = createActor(counter, { inspect: recorder.inspect }).start()
  for (const type of ['add', 'end'] as const) actor.send({ type })
  return recorder.log()
}

describe('a step', () => {
  it('[IN-15] is the same from each of its entries: its event, the states around it, and all transitions', () => {
    const entries = log()
    const [add, end] = ['add', 'end'].map((name) => entries.filter(({ event }) => event === name))
    for (const entry of end!) {
      const step = stepOf(entries, entry.n)!
      expect([step.cause.kind, step.before?.state, step.after?.state]).toEqual(['event', 'counting', 'done'])
      expect(step.transitions).toEqual(['counter.counting 1', 'counter.over 0'])
    }
    const step = stepOf(entries, add![0]!.n)!
    expect(differences(step.before?.context, step.after?.context)).toEqual([{ path: 'count', before: 0, after: 1 }])
  })

  it('[IN-15] has no state before it where the log begins, and none at all for an entry that is gone', () => {
    const entries = log()
    expect(stepOf(entries, entries[0]!.n)?.before).toBeUndefined()
    expect(stepOf(entries, 10_000)).toBeUndefined()
  })

  it('[IN-15] differences name the innermost values, added and removed ones too', () => {
    expect(differences({ a: { b: 1, c: [1, 2] }, d: 1 }, { a: { b: 2, c: [1, 3] }, e: null })).toEqual([
      { path: 'a.b', before: 1, after: 2 },
      { path: 'a.c.1', before: 2, after: 3 },
      { path: 'd', before: 1, after: undefined },
      { path: 'e', before: undefined, after: null },
    ])
  })
})
