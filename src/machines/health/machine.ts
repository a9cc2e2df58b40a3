import { type ActorRefFrom, assign, emit, fromPromise, setup, type SnapshotFrom } from 'xstate'
import { HEALTH } from '#contract/limits.ts'
import { errorMessage } from '#src/lib/error-message.ts'
import type { Result } from '#src/lib/result.ts'
import { eventSource } from '../event-source.ts'
import {
  failedTests,
  fetchHealth,
  healthIssuesOf,
  type HealthReport,
  type HealthState,
  healthTestFailure,
  type HealthTestReport,
  overallOf,
  runHealthTests,
} from './health-tests.ts'
import {
  CLEARED,
  type HealthContext,
  type HealthError,
  type HealthEvent,
  type HealthPorts,
  INITIAL_CONTEXT,
  type Tested,
  type Watcher,
} from './types.ts'

/** Overall state; a failed poll is an error, whatever was known before. Undefined before the first poll. */
export function healthState({ context: { report, failure } }: HealthSnapshot): HealthState | undefined {
  if (failure !== undefined) return 'error'
  return report === undefined ? undefined : overallOf(report.vitals)
}

/** Report of the last successful poll, however old. */
export const healthReport = ({ context }: HealthSnapshot): HealthReport | undefined => context.report

/** Why the last poll failed. */
export const healthFailure = ({ context }: HealthSnapshot): string | undefined => context.failure

/** The last 5, oldest first. */
export const healthErrors = ({ context }: HealthSnapshot): readonly HealthError[] => context.errors

export const healthTestReport = ({ context }: HealthSnapshot): HealthTestReport | undefined => context.testReport

export const isPolling = ({ value }: HealthSnapshot): boolean => value.monitor === 'polling'

/** Whether there are watchers, so that polling goes on. */
export const isMonitoring = ({ context }: HealthSnapshot): boolean => context.watchers.length > 0

export const isTesting = ({ value }: HealthSnapshot): boolean => value.tests === 'running'

/** Actions, guards, delays and actors of the health machine. */
function healthSetup({ api, watchSession, now }: HealthPorts) {
  const withErrors = ({ errors }: HealthContext, texts: readonly string[]) => ({
    errors: [...errors, ...texts.map((text) => ({ at: now(), text }))].slice(-HEALTH.maxErrors),
  })
  return setup({
    types: { context: {} as HealthContext, events: {} as HealthEvent, emitted: {} as Tested },
    actors: {
      session: eventSource<HealthEvent>((report) => watchSession(() => report({ type: 'session.changed' }))),
      poll: fromPromise<Result<HealthReport>>(({ signal }) => fetchHealth(api, now, signal)),
      tests: fromPromise<HealthTestReport>(({ signal }) => runHealthTests(api, now, signal)),
    },
    actions: {
      addWatcher: assign(({ context }, { watcher }: { watcher: Watcher }) => ({
        watchers: [...context.watchers.filter((known) => known !== watcher), watcher],
      })),
      removeWatcher: assign(({ context }, { watcher }: { watcher: Watcher }) => ({
        watchers: context.watchers.filter((known) => known !== watcher),
      })),
      recordStart: assign({ startedAt: () => now() }),
      /** A failure retains the last report. */
      recordResult: assign(({ context }, result: Result<HealthReport>) =>
        result.ok
          ? { report: result.value, failure: undefined, ...withErrors(context, healthIssuesOf(result.value)) }
          : { failure: result.error, ...withErrors(context, [result.error]) },
      ),
      recordTestReport: assign(({ context }, { report }: { report: HealthTestReport }) => {
        const failure = healthTestFailure(report)
        return { testReport: report, ...withErrors(context, failure === undefined ? [] : [failure]) }
      }),
      emitTested: emit((_, { report }: { report: HealthTestReport | undefined }): Tested => ({
        type: 'tested',
        report,
      })),
      clear: assign(CLEARED),
    },
    guards: {
      isUnwatched: ({ context }) => context.watchers.length === 0,
      isLast: ({ context }, { watcher }: { watcher: Watcher }) => context.watchers.every((known) => known === watcher),
    },
    delays: {
      /**
       * Time to the next poll, counted from the start of the last one. Polls missed during a slow response are skipped.
       */
      nextPoll: ({ context }) => {
        const everyMs = context.watchers[0]?.everyMs ?? HEALTH.pollMs
        return everyMs - (Math.max(0, now() - context.startedAt) % everyMs)
      },
    },
  })
}

/**
 * Polls the health of the stream-proxy while it has watchers, and tests it on demand. See docs/rules/proxy-health.md.
 */
export const createHealthMachine = (ports: HealthPorts) =>
  healthSetup(ports).createMachine({
    id: 'health',
    context: INITIAL_CONTEXT,
    type: 'parallel',
    invoke: { src: 'session' },
    on: { watch: { actions: { type: 'addWatcher', params: ({ event }) => event } } },
    states: {
      monitor: {
        initial: 'idle',
        on: {
          unwatch: [
            {
              guard: { type: 'isLast', params: ({ event }) => event },
              target: '.idle',
              actions: { type: 'removeWatcher', params: ({ event }) => event },
            },
            { actions: { type: 'removeWatcher', params: ({ event }) => event } },
          ],
          'session.changed': { target: '.deciding', actions: 'clear' },
        },
        states: {
          idle: {
            on: {
              watch: { target: 'polling', actions: { type: 'addWatcher', params: ({ event }) => event } },
              refresh: 'polling',
              unwatch: {},
              'session.changed': { actions: 'clear' },
            },
          },
          polling: {
            entry: 'recordStart',
            invoke: {
              src: 'poll',
              onDone: { target: 'waiting', actions: { type: 'recordResult', params: ({ event }) => event.output } },
              onError: {
                target: 'waiting',
                actions: {
                  type: 'recordResult',
                  params: ({ event }) => ({ ok: false, error: errorMessage(event.error) }),
                },
              },
            },
          },
          waiting: {
            always: { guard: 'isUnwatched', target: 'idle' },
            after: { nextPoll: 'polling' },
            on: {
              refresh: 'polling',
              unwatch: {
                target: 'waiting',
                reenter: true,
                actions: { type: 'removeWatcher', params: ({ event }) => event },
              },
            },
          },
          deciding: { always: [{ guard: 'isUnwatched', target: 'idle' }, { target: 'polling' }] },
        },
      },
      tests: {
        initial: 'idle',
        states: {
          idle: { on: { test: 'running' } },
          running: {
            invoke: {
              src: 'tests',
              onDone: {
                target: 'idle',
                actions: [
                  { type: 'recordTestReport', params: ({ event }) => ({ report: event.output }) },
                  { type: 'emitTested', params: ({ event }) => ({ report: event.output }) },
                ],
              },
              onError: {
                target: 'idle',
                actions: [
                  { type: 'recordTestReport', params: ({ event }) => ({ report: failedTests(event.error) }) },
                  { type: 'emitTested', params: ({ event }) => ({ report: failedTests(event.error) }) },
                ],
              },
            },
            on: {
              'session.changed': { target: 'idle', actions: { type: 'emitTested', params: { report: undefined } } },
            },
          },
        },
      },
    },
  })

type HealthMachine = ReturnType<typeof createHealthMachine>
export type HealthSnapshot = SnapshotFrom<HealthMachine>
export type HealthActor = ActorRefFrom<HealthMachine>
