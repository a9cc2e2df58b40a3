import { type ActorRefFrom, assertEvent, assign, fromPromise, setup, type SnapshotFrom } from 'xstate'
import type { Fault, FaultInjection } from '#contract/fault-injection.ts'
import { errorMessage } from '#src/lib/error-message.ts'
import type { Result } from '#src/lib/result.ts'
import { eventSource } from '../event-source.ts'
import { allRecoveredAt, expectationOf } from './expectation.ts'
import { beginRecord, durationS, type FaultRecord, type Observation, withObservation } from './record.ts'

/** Ports of the fault injection machine. */
export interface FaultInjectionPorts {
  /** Fault injection of this session on the server. Never rejects. */
  readonly api: {
    readonly start: (fault: Fault, signal: AbortSignal) => Promise<Result<FaultInjection>>
    readonly stop: (signal: AbortSignal) => Promise<Result<FaultInjection | null>>
  }
  /** Reports the current state and every change that this fault can cause. Returns a function that stops it. */
  readonly observe: (fault: Fault, report: (observation: Observation) => void) => () => void
  /** Calls back when another user signs in, or the user signs out. Returns a function that stops it. */
  readonly watchSession: (changed: () => void) => () => void
  /** Wall clock, unix ms. */
  readonly now: () => number
}

/** Commands of fault injection. */
export interface FaultInjectionCommands {
  /** Asks the server to inject a fault; ignored while one is active or being recovered from. */
  readonly start: (fault: Fault) => void
  /** Ends the fault early. */
  readonly stop: () => void
}

export const faultInjectionCommands = (actor: Pick<FaultInjectionActor, 'send'>): FaultInjectionCommands => ({
  start: (fault) => actor.send({ type: 'start', fault }),
  stop: () => actor.send({ type: 'stop' }),
})

export type FaultPhase = 'idle' | 'starting' | 'running' | 'stopping' | 'recovering'

export const faultPhase = ({ value }: FaultInjectionSnapshot): FaultPhase => (value === 'idle' ? 'idle' : value.active)

/** The record of the current or last fault. */
export const faultRecord = ({ context }: FaultInjectionSnapshot): FaultRecord | undefined => context.record

/** Why the server refused to start or stop the fault. */
export const faultError = ({ context }: FaultInjectionSnapshot): string | undefined => context.error

interface FaultInjectionContext {
  readonly record: FaultRecord | undefined
  /** Why the server refused to start or stop the fault. */
  readonly error: string | undefined
}

export type FaultInjectionEvent =
  | { readonly type: 'start'; readonly fault: Fault }
  | { readonly type: 'stop' | 'session.changed' }
  | { readonly type: 'observation'; readonly observation: Observation }

const INITIAL_CONTEXT: FaultInjectionContext = { record: undefined, error: undefined }

/** Recovery times out after this multiple of the expected time. */
const RECOVERY_TIMEOUT_FACTOR = 2

const changed = ({ record }: FaultInjectionContext, change: (record: FaultRecord) => Partial<FaultRecord>) =>
  record ? { record: { ...record, ...change(record) } } : {}

/** Actions, guards, delays and actors of the fault injection machine. */
function faultInjectionSetup({ api, observe, watchSession, now }: FaultInjectionPorts) {
  return setup({
    types: { context: {} as FaultInjectionContext, events: {} as FaultInjectionEvent },
    actors: {
      session: eventSource<FaultInjectionEvent>((report) => watchSession(() => report({ type: 'session.changed' }))),
      observations: eventSource<FaultInjectionEvent, { fault: Fault }>((report, { fault }) =>
        observe(fault, (observation) => report({ type: 'observation', observation })),
      ),
      starting: fromPromise<Result<FaultInjection>, { fault: Fault }>(({ input, signal }) =>
        api.start(input.fault, signal),
      ),
      stopping: fromPromise<Result<FaultInjection | null>>(({ signal }) => api.stop(signal)),
    },
    actions: {
      begin: assign((_, { fault }: { fault: Fault }) => ({ record: beginRecord(fault, now()), error: undefined })),
      /** The fault starts with the server's response. */
      recordStart: assign(({ context }) => changed(context, () => ({ startedAt: now() }))),
      recordRefusal: assign((_, { error }: { error: string }) => ({ record: undefined, error })),
      recordError: assign((_, { error }: { error: string }) => ({ error })),
      recordObservation: assign(({ context }, { observation }: { observation: Observation }) =>
        context.record ? { record: withObservation(context.record, observation) } : {},
      ),
      recordEnd: assign(({ context }) => ({ ...changed(context, () => ({ endedAt: now() })), error: undefined })),
      recordRecovery: assign(({ context }) =>
        changed(context, (record) => ({
          recoveredAt: Math.max(record.endedAt ?? now(), allRecoveredAt(record) ?? now()),
          isClosed: true,
        })),
      ),
      close: assign(({ context }) => changed(context, () => ({ isClosed: true }))),
      clear: assign(INITIAL_CONTEXT),
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
  })
}

/** Injects one fault at a time and observes it until the client has recovered. See docs/rules/proxy-health.md. */
export const createFaultInjectionMachine = (ports: FaultInjectionPorts) =>
  faultInjectionSetup(ports).createMachine({
    id: 'fault-injection',
    context: INITIAL_CONTEXT,
    invoke: { src: 'session' },
    initial: 'idle',
    on: { 'session.changed': { target: '.idle', actions: 'clear' } },
    states: {
      idle: {
        id: 'idle',
        on: { start: { target: 'active', actions: { type: 'begin', params: ({ event }) => event } } },
      },
      active: {
        invoke: { src: 'observations', input: faultOfStart },
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
              onError: {
                target: '#idle',
                actions: { type: 'recordRefusal', params: ({ event }) => ({ error: errorMessage(event.error) }) },
              },
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
              onError: {
                target: 'running',
                actions: { type: 'recordError', params: ({ event }) => ({ error: errorMessage(event.error) }) },
              },
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

/** Only the start event enters `active`. */
function faultOfStart({ event }: { readonly event: FaultInjectionEvent }): { fault: Fault } {
  assertEvent(event, 'start')
  return { fault: event.fault }
}
const errorOf = (result: Result<unknown>) => ({ error: result.ok ? '' : result.error })

type FaultInjectionMachine = ReturnType<typeof createFaultInjectionMachine>
export type FaultInjectionSnapshot = SnapshotFrom<FaultInjectionMachine>
export type FaultInjectionActor = ActorRefFrom<FaultInjectionMachine>
