import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { errorMessage } from '#src/lib/error-message.ts'
import { failedTests } from './health-tests.ts'
import type { HealthPorts } from './ports.ts'
import { healthSetup } from './setup.ts'
import { INITIAL_CONTEXT } from './types.ts'

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
