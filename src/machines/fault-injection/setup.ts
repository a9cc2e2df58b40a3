import { assign, fromPromise, setup } from 'xstate'
import type { Fault, FaultInjection } from '#contract/fault-injection.ts'
import { eventSource } from '../event-source.ts'
import { allRecoveredAt, expectationOf } from './expectation.ts'
import type { Result } from '#src/lib/result.ts'
import type { FaultInjectionPorts } from './ports.ts'
import { beginRecord, durationS, withObservation, type FaultRecord, type Observation } from './record.ts'
import { INITIAL_CONTEXT, type FaultInjectionContext, type FaultInjectionEvent } from './types.ts'

/** Recovery times out after this multiple of the expected time. */
const RECOVERY_TIMEOUT_FACTOR = 2

const changed = ({ record }: FaultInjectionContext, change: (record: FaultRecord) => Partial<FaultRecord>) =>
  record ? { record: { ...record, ...change(record) } } : {}

/** Actions, guards, delays and actors of the fault injection machine. */
export function faultInjectionSetup({ api, observe, watchSession, now }: FaultInjectionPorts) {
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
