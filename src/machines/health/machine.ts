import { assign, emit, fromCallback, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import { HEALTH } from '#contract/limits.ts'
import {
  CLEARED,
  withResult,
  withTestReport,
  type HealthContext,
  type HealthEvent,
  type Tested,
  type Watcher,
} from './types.ts'
import type { Result, HealthPorts } from './ports.ts'
import { fetchHealth, type HealthReport } from './report.ts'
import { runHealthTests, type HealthTestReport } from './health-tests.ts'

/**
 * Polls the health of the stream-proxy while it has watchers, and tests it on demand. See docs/rules/proxy-health.md.
 */
export function createHealthMachine({ api, watchSession, now }: HealthPorts) {
  return setup({
    types: {
      context: {} as HealthContext,
      events: {} as HealthEvent,
      emitted: {} as Tested,
    },
    actors: {
      session: fromCallback<HealthEvent>(({ sendBack }) => watchSession(() => sendBack({ type: 'session.changed' }))),
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
      recordResult: assign(({ context }, { output }: { output: Result<HealthReport> }) =>
        withResult(context, output, now()),
      ),
      recordTestReport: assign(({ context }, { output }: { output: HealthTestReport }) =>
        withTestReport(context, output, now()),
      ),
      emitTested: emit((_, { output }: { output: HealthTestReport | undefined }): Tested => ({
        type: 'tested',
        report: output,
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
  }).createMachine({
    id: 'health',
    context: { watchers: [], startedAt: 0, ...CLEARED },
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
              onDone: { target: 'waiting', actions: { type: 'recordResult', params: ({ event }) => event } },
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
                  { type: 'recordTestReport', params: ({ event }) => event },
                  { type: 'emitTested', params: ({ event }) => event },
                ],
              },
            },
            on: {
              'session.changed': { target: 'idle', actions: { type: 'emitTested', params: { output: undefined } } },
            },
          },
        },
      },
    },
  })
}

type HealthMachine = ReturnType<typeof createHealthMachine>
export type HealthSnapshot = SnapshotFrom<HealthMachine>
export type HealthActor = ActorRefFrom<HealthMachine>
