import { describe, expect, it } from 'vitest'
import { assign, createActor, fromPromise, sendTo, setup } from 'xstate'
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

type DoorEvent = { type: 'try' | 'pay' }
const door = setup({
  types: { context: {} as { paid: number }, events: {} as DoorEvent },
  guards: { hasPaid: ({ context }) => context.paid > 0, isPatient: () => true },
}).createMachine({
  id: 'door',
  context: { paid: 0 },
  initial: 'shut',
  on: { try: { guard: 'isPatient' } },
  states: {
    shut: { on: { try: { guard: 'hasPaid', target: 'open' }, pay: { actions: assign({ paid: 1 }) } } },
    open: {},
  },
})

/** A machine that forwards its events to a door. */
function guarded() {
  const hall = setup({ types: { events: {} as DoorEvent }, actors: { door } }).createMachine({
    id: 'hall',
    invoke: { src: 'door', id: 'front door' },
    on: { '*': { actions: sendTo('front door', ({ event }) => event) } },
  })
  const recorder = createRecorder(() => 0)
  const parent = createActor(hall, { inspect: recorder.inspect }).start()
  return { recorder, parent, child: 'front door' }
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

  it('[IN-14] says which guards were asked, which context came of it, and who sent the event', () => {
    const { recorder, child, parent } = guarded()
    parent.send({ type: 'try' })
    parent.send({ type: 'pay' })
    parent.send({ type: 'try' })
    const asked = recorder
      .log()
      .filter(({ kind, event, actorName }) => kind === 'microstep' && event === 'try' && actorName === child)
      .map(({ guards, transitions, context, from }) => ({ guards, transitions, context, from }))
    expect(asked).toEqual([
      {
        guards: [
          { transition: 'door.shut 0', held: false },
          { transition: 'door 0', held: true },
        ],
        transitions: ['door 0'],
        context: { paid: 0 },
      },
      {
        guards: [{ transition: 'door.shut 0', held: true }],
        transitions: ['door.shut 0'],
        context: { paid: 1 },
      },
    ])
    expect(recorder.log().filter(({ event, kind }) => kind === 'event' && event === 'try')).toMatchObject([
      { actorName: 'hall' },
      { actorName: child, from: 'hall' },
      { actorName: 'hall' },
      { actorName: child, from: 'hall' },
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
