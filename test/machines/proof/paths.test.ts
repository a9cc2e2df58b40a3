import { describe, expect, it } from 'vitest'
import { createActor, transition, type SnapshotFrom } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import * as z from 'zod/mini'
import { canConfirm, createProofMachine, isAsked, type ProofEvent } from '#src/machines/proof.ts'

const unanswered = () => new Promise<never>(() => undefined)
const machine = createProofMachine({
  api: { methods: unanswered, prove: unanswered },
  watchSession: () => () => undefined,
})
type Snapshot = SnapshotFrom<typeof machine>

const SECRET = '123456'
const COMMANDS: readonly ProofEvent[] = [
  { type: 'ask' },
  { type: 'retry' },
  { type: 'choose', method: 'totp' },
  { type: 'choose', method: 'recovery_code' },
  { type: 'choose', method: 'password' },
  { type: 'confirm', proof: () => ({ method: 'totp', code: SECRET }) },
  { type: 'cancel' },
  { type: 'session.changed' },
]
/** What the calls can come to. */
const OUTCOMES: Readonly<Record<string, readonly unknown[]>> = {
  loading: [
    { ok: true, value: ['totp', 'recovery_code'] },
    { ok: true, value: [] },
    { ok: false, error: 'no answer' },
  ],
  confirming: [
    { ok: true, value: {} },
    { ok: false, error: 'not correct' },
  ],
}

/** All events that can happen next: commands and the ends of calls. */
function eventsOf(snapshot: Snapshot): ProofEvent[] {
  const ends = Object.keys(snapshot.children).flatMap((id) => {
    const call = Object.keys(OUTCOMES).find((state) => id.endsWith(`proof.asking.${state}`))
    if (call === undefined) return []
    return [
      ...(OUTCOMES[call] ?? []).map((output) => ({ type: `xstate.done.actor.${id}`, output, actorId: id })),
      { type: `xstate.error.actor.${id}`, error: new Error('offline'), actorId: id },
    ]
  })
  return [...COMMANDS, ...(ends as unknown as ProofEvent[])]
}

const project = ({ value, context }: Snapshot) => JSON.stringify([value, context])
const paths = getShortestPaths(machine, { events: eventsOf, serializeState: project, limit: 5_000 })
const states = paths.map(({ state }) => state)
const where = (isBroken: (state: Snapshot) => boolean) => states.filter(isBroken).map(project)

const answerSchema = z.object({ event: z.object({ type: z.literal('answered'), isProven: z.boolean() }) })

/** What one event does in a state: the next state, and the answers to those who wait. */
function after(state: Snapshot, event: ProofEvent) {
  const [next, actions] = transition(machine, state, event)
  const answers = actions.flatMap(({ params }) => {
    const { success, data } = answerSchema.safeParse(params)
    return success ? [data.event.isProven] : []
  })
  return { next, answers }
}

describe('[SE-31] on every path of the proof of identity', () => {
  it('reaches every state', () => {
    expect(new Set(states.map(({ value }) => JSON.stringify(value)))).toEqual(
      new Set(
        ['idle', ...['loading', 'failed', 'waiting', 'confirming'].map((asking) => ({ asking }))].map((value) =>
          JSON.stringify(value),
        ),
      ),
    )
  })

  it('answers once when it stops asking, and never otherwise', () => {
    for (const state of states)
      for (const event of eventsOf(state)) {
        const { next, answers } = after(state, event)
        const isOver = isAsked(state) && !isAsked(next)
        expect([project(state), event.type, answers.length]).toEqual([project(state), event.type, isOver ? 1 : 0])
      }
  })

  it('says that it is proven after an accepted proof only', () => {
    const proven = states.flatMap((state) =>
      eventsOf(state).flatMap((event) => (after(state, event).answers.includes(true) ? [[state, event] as const] : [])),
    )
    expect(proven.length).toBeGreaterThan(0)
    for (const [state, event] of proven) {
      expect(state.matches({ asking: 'confirming' })).toBe(true)
      expect(event).toMatchObject({ output: { ok: true } })
    }
  })

  it('asks for one of the ways, takes a proof only while it waits for one, and keeps none', () => {
    expect(where(({ context }) => context.method !== undefined && !context.methods.includes(context.method))).toEqual(
      [],
    )
    for (const state of states) {
      const { next } = after(state, { type: 'confirm', proof: () => ({ method: 'totp', code: SECRET }) })
      expect(next.matches({ asking: 'confirming' })).toBe(canConfirm(state) || state.matches({ asking: 'confirming' }))
    }
    expect(where((state) => project(state).includes(SECRET))).toEqual([])
  })

  it('knows nothing of the last question when it is idle, and no failure while a call runs', () => {
    const idle = states.filter((state) => !isAsked(state))
    expect(idle.map(({ context }) => context)).toEqual([{ methods: [], method: undefined, error: undefined }])
    expect(
      where(
        (state) =>
          state.context.error !== undefined &&
          (state.matches({ asking: 'loading' }) || state.matches({ asking: 'confirming' })),
      ),
    ).toEqual([])
  })
})

describe('[SE-31] a proof that is being checked', () => {
  it('is given up when the session ends, and its answer comes too late', async () => {
    let finish: (result: { ok: true; value: unknown }) => void = () => undefined
    let changed: () => void = () => undefined
    const signals: AbortSignal[] = []
    const actor = createActor(
      createProofMachine({
        api: {
          methods: async () => ({ ok: true, value: ['password'] }),
          prove: (_, signal) => {
            signals.push(signal)
            return new Promise((resolve) => (finish = resolve))
          },
        },
        watchSession: (callback) => {
          changed = callback
          return () => undefined
        },
      }),
    ).start()
    const answers: boolean[] = []
    actor.on('answered', ({ isProven }) => answers.push(isProven))
    actor.send({ type: 'ask' })
    await expect.poll(() => canConfirm(actor.getSnapshot())).toBe(true)
    actor.send({ type: 'confirm', proof: () => ({ method: 'password', password: 'Correct-horse-7' }) })
    changed()
    finish({ ok: true, value: {} })
    await Promise.resolve()
    expect(answers).toEqual([false])
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(isAsked(actor.getSnapshot())).toBe(false)
    actor.stop()
  })
})
