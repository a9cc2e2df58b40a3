import { assertEvent, assign, fromCallback, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import type { FaultInjection, Fault } from '#contract/fault-injection.ts'
import { expectationOf, allRecoveredAt } from './expectation.ts'
import type { Result, FaultInjectionPorts } from './ports.ts'
import { beginRecord, durationS, withObservation, type FaultRecord, type Observation } from './record.ts'

interface FaultInjectionContext {
  readonly record: FaultRecord | undefined
  /** Why the server refused to start or stop the fault. */
  readonly error: string | undefined
}

export type FaultInjectionEvent =
  | { readonly type: 'start'; readonly fault: Fault }
  | { readonly type: 'stop' | 'session.changed' }
  | { readonly type: 'observation'; readonly observation: Observation }

const EMPTY: FaultInjectionContext = { record: undefined, error: undefined }
/** Recovery times out after this multiple of the expected time. */
const RECOVERY_TIMEOUT_FACTOR = 2

/** Injects one fault at a time and observes it until the client has recovered. See docs/rules/proxy-health.md. */
export function createFaultInjectionMachine({ api, observe, watchSession, now }: FaultInjectionPorts) {
  return setup({
    types: { context: {} as FaultInjectionContext, events: {} as FaultInjectionEvent },
    actors: {
      session: fromCallback<FaultInjectionEvent>(({ sendBack }) =>
        watchSession(() => sendBack({ type: 'session.changed' })),
      ),
      observations: fromCallback<FaultInjectionEvent, { fault: Fault }>(({ input, sendBack }) =>
        observe(input.fault, (observation) => sendBack({ type: 'observation', observation })),
      ),
      starting: fromPromise<Result<FaultInjection>, { fault: Fault }>(({ input, signal }) =>
        api.start(input.fault, signal),
      ),
      stopping: fromPromise<Result<FaultInjection | null>>(({ signal }) => api.stop(signal)),
    },
    actions: {
      begin: assign((_, { fault }: { fault: Fault }) => ({
        record: beginRecord(fault, now()),
        error: undefined,
      })),
      /** The fault starts with the server's response. */
      recordStart: assign(({ context }) => (context.record ? { record: { ...context.record, startedAt: now() } } : {})),
      recordRefusal: assign((_, { error }: { error: string }) => ({ record: undefined, error })),
      recordError: assign((_, { error }: { error: string }) => ({ error })),
      recordObservation: assign(({ context }, { observation }: { observation: Observation }) =>
        context.record ? { record: withObservation(context.record, observation) } : {},
      ),
      recordEnd: assign(({ context }) =>
        context.record ? { record: { ...context.record, endedAt: now() }, error: undefined } : {},
      ),
      recordRecovery: assign(({ context }) => {
        if (context.record?.endedAt === undefined) return {}
        const recoveredAt = Math.max(context.record.endedAt, allRecoveredAt(context.record) ?? now())
        return { record: { ...context.record, recoveredAt, isClosed: true } }
      }),
      close: assign(({ context }) => (context.record ? { record: { ...context.record, isClosed: true } } : {})),
      clear: assign(EMPTY),
    },
    guards: {
      isRefused: (_, { output }: { output: Result<unknown> }) => !output.ok,
      isRecovered: ({ context }) => context.record !== undefined && allRecoveredAt(context.record) !== undefined,
    },
    delays: {
      remaining: ({ context: { record } }) =>
        record ? Math.max(0, record.startedAt + record.fault.seconds * 1000 - now()) : 0,
      recoveryTimeout: ({ context: { record } }) =>
        record ? RECOVERY_TIMEOUT_FACTOR * expectationOf(record.fault, durationS(record)).recoverWithinMs : 0,
    },
  }).createMachine({
    id: 'fault-injection',
    context: EMPTY,
    invoke: { src: 'session' },
    initial: 'idle',
    on: { 'session.changed': { target: '.idle', actions: 'clear' } },
    states: {
      idle: {
        id: 'idle',
        on: { start: { target: 'active', actions: { type: 'begin', params: ({ event }) => event } } },
      },
      active: {
        invoke: {
          src: 'observations',
          input: faultOfStart,
        },
        on: { observation: { actions: { type: 'recordObservation', params: ({ event }) => event } } },
        initial: 'starting',
        states: {
          starting: {
            invoke: {
              src: 'starting',
              input: faultOfStart,
              onDone: [
                {
                  guard: { type: 'isRefused', params: ({ event }) => event },
                  target: '#idle',
                  actions: { type: 'recordRefusal', params: ({ event }) => errorOf(event.output) },
                },
                { target: 'running', actions: 'recordStart' },
              ],
            },
          },
          running: {
            after: { remaining: 'recovering' },
            on: { stop: 'stopping' },
          },
          stopping: {
            invoke: {
              src: 'stopping',
              onDone: [
                {
                  guard: { type: 'isRefused', params: ({ event }) => event },
                  target: 'running',
                  actions: { type: 'recordError', params: ({ event }) => errorOf(event.output) },
                },
                { target: 'recovering' },
              ],
            },
            after: { remaining: 'recovering' },
          },
          recovering: {
            entry: 'recordEnd',
            always: { guard: 'isRecovered', target: '#idle', actions: 'recordRecovery' },
            after: { recoveryTimeout: { target: '#idle', actions: 'close' } },
          },
        },
      },
    },
  })
}

/** Only the start event enters `active`. */
function faultOfStart({ event }: { readonly event: FaultInjectionEvent }): { fault: Fault } {
  assertEvent(event, 'start')
  return { fault: event.fault }
}
const errorOf = (result: Result<unknown>) => ({ error: result.ok ? '' : result.error })

type FaultInjectionMachine = ReturnType<typeof createFaultInjectionMachine>
export type FaultInjectionSnapshot = SnapshotFrom<FaultInjectionMachine>
export type FaultInjectionActor = ActorRefFrom<FaultInjectionMachine>
