import { assign, emit, fromPromise, setup } from 'xstate'
import { HEALTH } from '#contract/limits.ts'
import { eventSource } from '../event-source.ts'
import { healthTestFailure, runHealthTests, type HealthTestReport } from './health-tests.ts'
import type { Result } from '#src/lib/result.ts'
import type { HealthPorts } from './ports.ts'
import { fetchHealth, healthIssuesOf, type HealthReport } from './report.ts'
import { CLEARED, type HealthContext, type HealthEvent, type Tested, type Watcher } from './types.ts'

/** Actions, guards, delays and actors of the health machine. */
export function healthSetup({ api, watchSession, now }: HealthPorts) {
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
