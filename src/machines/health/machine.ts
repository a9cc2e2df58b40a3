import { assign, emit, fromCallback, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import { HEALTH } from '#contract/limits.ts'
import {
  FORGOTTEN,
  withAnswer,
  withReport,
  type HealthContext,
  type HealthEvent,
  type Tested,
  type Watcher,
} from './context.ts'
import type { Answer, HealthPorts } from './ports.ts'
import { readHealth, type HealthReading } from './report.ts'
import { runHealthTests, type HealthTestReport } from './tests.ts'

/**
 * Follows the health of the stream-proxy for as long as somebody watches, and tests it on demand.
 * See docs/rules/proxy-health.md.
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
      look: fromPromise<Answer<HealthReading>>(({ signal }) => readHealth(api, now, signal)),
      tests: fromPromise<HealthTestReport>(({ signal }) => runHealthTests(api, now, signal)),
    },
    actions: {
      addWatcher: assign(({ context }, { watcher }: { watcher: Watcher }) => ({
        watchers: [...context.watchers.filter((held) => held !== watcher), watcher],
      })),
      removeWatcher: assign(({ context }, { watcher }: { watcher: Watcher }) => ({
        watchers: context.watchers.filter((held) => held !== watcher),
      })),
      noteStart: assign({ startedAt: () => now() }),
      noteAnswer: assign(({ context }, { output }: { output: Answer<HealthReading> }) =>
        withAnswer(context, output, now()),
      ),
      noteReport: assign(({ context }, { output }: { output: HealthTestReport }) => withReport(context, output, now())),
      tellTested: emit((_, { output }: { output: HealthTestReport | undefined }): Tested => ({
        type: 'tested',
        report: output,
      })),
      forget: assign(FORGOTTEN),
    },
    guards: {
      isUnwatched: ({ context }) => context.watchers.length === 0,
      isLast: ({ context }, { watcher }: { watcher: Watcher }) => context.watchers.every((held) => held === watcher),
    },
    delays: {
      /** To the next beat, counted from the start of the last look: beats that a slow answer missed are left out. */
      pace: ({ context }) => {
        const everyMs = context.watchers[0]?.everyMs ?? HEALTH.pollMs
        return everyMs - (Math.max(0, now() - context.startedAt) % everyMs)
      },
    },
  }).createMachine({
    id: 'health',
    context: { watchers: [], startedAt: 0, ...FORGOTTEN },
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
          'session.changed': { target: '.deciding', actions: 'forget' },
        },
        states: {
          idle: {
            on: {
              watch: { target: 'looking', actions: { type: 'addWatcher', params: ({ event }) => event } },
              refresh: 'looking',
              unwatch: {},
              'session.changed': { actions: 'forget' },
            },
          },
          looking: {
            entry: 'noteStart',
            invoke: {
              src: 'look',
              onDone: { target: 'resting', actions: { type: 'noteAnswer', params: ({ event }) => event } },
            },
          },
          resting: {
            always: { guard: 'isUnwatched', target: 'idle' },
            after: { pace: 'looking' },
            on: {
              refresh: 'looking',
              unwatch: {
                target: 'resting',
                reenter: true,
                actions: { type: 'removeWatcher', params: ({ event }) => event },
              },
            },
          },
          deciding: { always: [{ guard: 'isUnwatched', target: 'idle' }, { target: 'looking' }] },
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
                  { type: 'noteReport', params: ({ event }) => event },
                  { type: 'tellTested', params: ({ event }) => event },
                ],
              },
            },
            on: {
              'session.changed': { target: 'idle', actions: { type: 'tellTested', params: { output: undefined } } },
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
