import { assertEvent, assign, fromCallback, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import type { Drill, DrillFault } from '#contract/fault-injection.ts'
import { expectationOf, wellAt } from './expectation.ts'
import type { Answer, DrillPorts } from './ports.ts'
import { beginRecord, lastedS, withSighting, type DrillRecord, type Sighting } from './record.ts'

interface DrillContext {
  readonly record: DrillRecord | undefined
  /** Why the server would not start or stop it. */
  readonly error: string | undefined
}

export type DrillEvent =
  | { readonly type: 'start'; readonly fault: DrillFault }
  | { readonly type: 'stop' | 'session.changed' }
  | { readonly type: 'sighting'; readonly sighting: Sighting }

const NOTHING: DrillContext = { record: undefined, error: undefined }
/** Recovery is awaited so much longer than it should take. */
const PATIENCE = 2

/** One drill at a time: asked for, watched while it lasts and until all is well again. See docs/rules/proxy-health.md. */
export function createDrillMachine({ api, observe, watchSession, now }: DrillPorts) {
  return setup({
    types: { context: {} as DrillContext, events: {} as DrillEvent },
    actors: {
      session: fromCallback<DrillEvent>(({ sendBack }) => watchSession(() => sendBack({ type: 'session.changed' }))),
      sightings: fromCallback<DrillEvent, { fault: DrillFault }>(({ input, sendBack }) =>
        observe(input.fault, (sighting) => sendBack({ type: 'sighting', sighting })),
      ),
      starting: fromPromise<Answer<Drill>, { fault: DrillFault }>(({ input, signal }) =>
        api.start(input.fault, signal),
      ),
      stopping: fromPromise<Answer<Drill | null>>(({ signal }) => api.stop(signal)),
    },
    actions: {
      begin: assign((_, { fault }: { fault: DrillFault }) => ({
        record: beginRecord(fault, now()),
        error: undefined,
      })),
      /** The fault lasts from the server's answer on. */
      noteStart: assign(({ context }) => (context.record ? { record: { ...context.record, startedAt: now() } } : {})),
      noteRefusal: assign((_, { error }: { error: string }) => ({ record: undefined, error })),
      noteError: assign((_, { error }: { error: string }) => ({ error })),
      see: assign(({ context }, { sighting }: { sighting: Sighting }) =>
        context.record ? { record: withSighting(context.record, sighting) } : {},
      ),
      noteEnd: assign(({ context }) =>
        context.record ? { record: { ...context.record, endedAt: now() }, error: undefined } : {},
      ),
      noteRecovery: assign(({ context }) => {
        if (context.record?.endedAt === undefined) return {}
        const recoveredAt = Math.max(context.record.endedAt, wellAt(context.record) ?? now())
        return { record: { ...context.record, recoveredAt, isClosed: true } }
      }),
      close: assign(({ context }) => (context.record ? { record: { ...context.record, isClosed: true } } : {})),
      forget: assign(NOTHING),
    },
    guards: {
      isRefused: (_, { output }: { output: Answer<unknown> }) => !output.ok,
      isWell: ({ context }) => context.record !== undefined && wellAt(context.record) !== undefined,
    },
    delays: {
      rest: ({ context: { record } }) =>
        record ? Math.max(0, record.startedAt + record.fault.seconds * 1000 - now()) : 0,
      patience: ({ context: { record } }) =>
        record ? PATIENCE * expectationOf(record.fault, lastedS(record)).recoverWithinMs : 0,
    },
  }).createMachine({
    id: 'drill',
    context: NOTHING,
    invoke: { src: 'session' },
    initial: 'idle',
    on: { 'session.changed': { target: '.idle', actions: 'forget' } },
    states: {
      idle: {
        id: 'idle',
        on: { start: { target: 'active', actions: { type: 'begin', params: ({ event }) => event } } },
      },
      active: {
        invoke: {
          src: 'sightings',
          input: asked,
        },
        on: { sighting: { actions: { type: 'see', params: ({ event }) => event } } },
        initial: 'starting',
        states: {
          starting: {
            invoke: {
              src: 'starting',
              input: asked,
              onDone: [
                {
                  guard: { type: 'isRefused', params: ({ event }) => event },
                  target: '#idle',
                  actions: { type: 'noteRefusal', params: ({ event }) => errorOf(event.output) },
                },
                { target: 'running', actions: 'noteStart' },
              ],
            },
          },
          running: {
            after: { rest: 'recovering' },
            on: { stop: 'stopping' },
          },
          stopping: {
            invoke: {
              src: 'stopping',
              onDone: [
                {
                  guard: { type: 'isRefused', params: ({ event }) => event },
                  target: 'running',
                  actions: { type: 'noteError', params: ({ event }) => errorOf(event.output) },
                },
                { target: 'recovering' },
              ],
            },
            after: { rest: 'recovering' },
          },
          recovering: {
            entry: 'noteEnd',
            always: { guard: 'isWell', target: '#idle', actions: 'noteRecovery' },
            after: { patience: { target: '#idle', actions: 'close' } },
          },
        },
      },
    },
  })
}

/** A drill becomes active by being asked for. */
function asked({ event }: { readonly event: DrillEvent }): { fault: DrillFault } {
  assertEvent(event, 'start')
  return { fault: event.fault }
}
const errorOf = (answer: Answer<unknown>) => ({ error: answer.ok ? '' : answer.error })

type DrillMachine = ReturnType<typeof createDrillMachine>
export type DrillSnapshot = SnapshotFrom<DrillMachine>
export type DrillActor = ActorRefFrom<DrillMachine>
