import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, setup } from 'xstate'
import { createRecorder, LOG_LENGTH } from '#src/lib/inspection/recorder.ts'

const machine = setup({
  types: { events: {} as { type: 'go' | 'stay' | 'back' } },
  actors: { work: fromPromise(async () => 'done') },
}).createMachine({
  id: 'walker',
  initial: 'here',
  states: {
    here: { on: { go: 'there', stay: {} } },
    there: { invoke: { src: 'work', onDone: 'back' }, on: { back: 'here' } },
    back: { always: 'here' },
  },
})

function recorded() {
  let at = 100
  const recorder = createRecorder(() => (at += 1))
  const actor = createActor(machine, { inspect: recorder.inspect }).start()
  return { recorder, actor }
}

describe('the recorder', () => {
  it('[IN-1] logs starts, events, steps and states in order, with the time', async () => {
    const { recorder, actor } = recorded()
    actor.send({ type: 'go' })
    await Promise.resolve()
    await new Promise((later) => setTimeout(later))
    const lines = recorder
      .log()
      .filter(({ actorName }) => actorName === 'walker')
      .map(({ kind, event, state }) => [kind, event, state])
    expect(lines).toEqual([
      ['actor', 'started', undefined],
      ['event', 'xstate.init', undefined],
      ['snapshot', 'xstate.init', 'here'],
      ['event', 'go', undefined],
      ['microstep', 'go', 'there'],
      ['snapshot', 'go', 'there'],
      ['event', 'done: there', undefined],
      ['microstep', 'done: there', 'back'],
      ['microstep', 'done: there', 'here'],
      ['snapshot', 'done: there', 'here'],
    ])
    expect(recorder.log().every(({ at }, index, all) => index === 0 || at > all[index - 1]!.at)).toBe(true)
  })

  it('[IN-2] lists parents with their children, and stopped actors without a reference to them', () => {
    const { recorder, actor } = recorded()
    actor.send({ type: 'go' })
    const [parent, child] = recorder.actors()
    expect([parent?.name, child?.name, child?.parent]).toEqual(['walker', 'work', parent?.key])
    actor.stop()
    expect(recorder.actors().map(({ name, ref, endedAt }) => [name, ref, endedAt === undefined])).toEqual([
      ['walker', undefined, false],
      ['work', undefined, false],
    ])
  })

  it('[IN-4] counts every transition taken', () => {
    const { recorder, actor } = recorded()
    for (const type of ['stay', 'stay', 'go', 'back', 'go'] as const) actor.send({ type })
    const key = recorder.actors()[0]!.key
    const graph = recorder.graph(key)!
    const taken = graph.transitions.map(({ id, label }) => [label, recorder.transitionCounts(key).get(id) ?? 0])
    expect(taken).toEqual([
      ['go', 2],
      ['stay', 2],
      ['back', 1],
      ['done: there', 0],
      ['always', 0],
    ])
  })

  it('[IN-1] limits the log and notifies listeners until they unsubscribe', () => {
    const { recorder, actor } = recorded()
    let notifications = 0
    const unsubscribe = recorder.onChange(() => (notifications += 1))
    for (let index = 0; index < LOG_LENGTH; index += 1) actor.send({ type: 'stay' })
    expect(recorder.log()).toHaveLength(LOG_LENGTH)
    expect(recorder.log().at(-1)?.event).toBe('stay')
    const before = notifications
    unsubscribe()
    actor.send({ type: 'stay' })
    expect([before > LOG_LENGTH, notifications]).toEqual([true, before])
  })
})
