import { assertEvent, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import type { Fault } from '#contract/fault-injection.ts'
import { errorMessage } from '#src/lib/error-message.ts'
import type { Result } from '#src/lib/result.ts'
import type { FaultInjectionPorts } from './ports.ts'
import { faultInjectionSetup } from './setup.ts'
import { INITIAL_CONTEXT, type FaultInjectionEvent } from './types.ts'

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
