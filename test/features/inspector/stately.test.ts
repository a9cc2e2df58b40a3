import { createBrowserReceiver, type StatelyInspectionEvent } from '@statelyai/inspect'
import { expect, it, vi } from 'vitest'
import { assign, createActor, fromPromise, setup } from 'xstate'
import { openStately } from '#src/features/inspector/stately.ts'
import { createRecorder } from '#src/lib/inspection/recorder.ts'

const EMAIL = 'ann@example.org'
const TOKEN = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl'

const gate = setup({
  types: {
    context: {} as { email: string; access_token: string },
    events: {} as { type: 'user.signIn'; email: string; password: string } | { type: 'user.signOut' },
    input: {} as { token: string },
  },
  actors: {
    signIn: fromPromise(({ input }: { input: { email: string } }) =>
      Promise.resolve({ access_token: TOKEN, email: input.email }),
    ),
  },
}).createMachine({
  id: 'gate',
  context: ({ input }) => ({ email: EMAIL, access_token: input.token }),
  initial: 'out',
  on: { 'user.signOut': '.out' },
  states: {
    out: { on: { 'user.signIn': 'signingIn' } },
    signingIn: {
      invoke: {
        id: 'signing in',
        src: 'signIn',
        input: ({ context }) => ({ email: context.email }),
        onDone: { target: 'in', actions: assign({ access_token: TOKEN }) },
      },
    },
    in: { tags: 'signedIn' },
  },
})

/** A page and the window that it opens, which is sent what browsers can send: structured clones, later. */
function createWindows(isBlocked = false) {
  const postTo =
    (to: () => EventTarget) =>
    (data: unknown): void => {
      const event = new MessageEvent('message', { data: structuredClone(data) })
      queueMicrotask(() => to().dispatchEvent(event))
    }
  const opened: EventTarget & { closed: boolean } = Object.assign(new EventTarget(), {
    closed: false,
    opener: { postMessage: postTo(() => page) },
    postMessage: postTo(() => opened),
  })
  Object.assign(opened, { self: opened, top: opened })
  const page: EventTarget = Object.assign(new EventTarget(), { open: () => (isBlocked ? null : opened) })
  return { page: page as Window, opened: opened as Window & { closed: boolean } }
}

const recorder = createRecorder(() => 0)

it('[IN-7] the receiver of the package is sent charts, states and events of every machine, without secrets', async () => {
  const actor = createActor(gate, { id: 'gate', input: { token: TOKEN }, inspect: recorder.inspect }).start()
  const { page, opened } = createWindows()
  openStately(recorder, page)
  const received: StatelyInspectionEvent[] = []
  createBrowserReceiver({ window: opened }).subscribe((event) => received.push(event))
  await vi.waitFor(() => expect(received).not.toEqual([]))
  const [start] = received
  expect(start).toMatchObject({ type: '@xstate.actor', sessionId: actor.sessionId, snapshot: { value: 'out' } })
  const definition: unknown = JSON.parse((start?.type === '@xstate.actor' && start.definition) || '{}')
  expect(definition).toMatchObject({ id: 'gate', states: { out: {}, signingIn: {}, in: {} } })

  actor.send({ type: 'user.signIn', email: EMAIL, password: 'a canary that is a password' })
  const values = () =>
    received.flatMap((event) =>
      event.type === '@xstate.snapshot' && event.sessionId === actor.sessionId ? [event.snapshot] : [],
    )
  await vi.waitFor(() => expect(values().at(-1)).toMatchObject({ value: 'in', tags: ['signedIn'] }))
  const events = received.flatMap((event) => (event.type === '@xstate.event' ? [event.event.type] : []))
  expect(events).toContain('user.signIn')
  expect(received.filter(({ type }) => type === '@xstate.actor')).toHaveLength(2)
  const sent = JSON.stringify(received)
  for (const secret of [EMAIL, TOKEN, 'canary']) expect(sent).not.toContain(secret)

  opened.closed = true
  const before = received.length
  actor.send({ type: 'user.signOut' })
  await new Promise((later) => setTimeout(later))
  expect(received).toHaveLength(before)
})

it('[IN-7] a window that the browser blocks is an error', () => {
  expect(() => openStately(recorder, createWindows(true).page)).toThrow('Allow pop-ups')
})
