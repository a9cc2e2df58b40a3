import { assertEvent, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import { errorMessage } from '#src/lib/error-message.ts'
import type { Result } from '#src/lib/result.ts'
import type { ProofPorts } from './ports.ts'
import { proofSetup } from './setup.ts'
import { INITIAL_CONTEXT } from './types.ts'

const REFUSED = { target: '#proof.idle', actions: { type: 'answer', params: { isProven: false } } } as const

/**
 * Proves again within a session who its user is, for all actions that wait for it. Whatever is proven, refused or cut short by
 * the end of the session, they get one answer. Rules: docs/rules/session.md.
 */
export const createProofMachine = (ports: ProofPorts) =>
  proofSetup(ports).createMachine({
    id: 'proof',
    context: INITIAL_CONTEXT,
    invoke: { src: 'watchSession' },
    initial: 'idle',
    states: {
      idle: { entry: 'forget', on: { ask: 'asking' } },
      asking: {
        initial: 'loading',
        on: { cancel: REFUSED, 'session.changed': REFUSED },
        states: {
          loading: {
            entry: 'clearError',
            invoke: {
              src: 'methods',
              onDone: [
                {
                  guard: { type: 'isRefused', params: ({ event }) => event },
                  target: 'failed',
                  actions: { type: 'recordError', params: ({ event }) => errorOf(event.output) },
                },
                { target: 'waiting', actions: { type: 'recordMethods', params: ({ event }) => event } },
              ],
              onError: {
                target: 'failed',
                actions: { type: 'recordError', params: ({ event }) => ({ error: errorMessage(event.error) }) },
              },
            },
          },
          failed: { on: { retry: 'loading' } },
          waiting: {
            on: {
              choose: {
                guard: { type: 'isOffered', params: ({ event }) => event },
                actions: { type: 'choose', params: ({ event }) => event },
              },
              confirm: { guard: 'hasWay', target: 'confirming' },
            },
          },
          confirming: {
            entry: 'clearError',
            invoke: {
              src: 'prove',
              input: ({ event }) => {
                assertEvent(event, 'confirm')
                return { proof: event.proof }
              },
              onDone: [
                {
                  guard: { type: 'isRefused', params: ({ event }) => event },
                  target: 'waiting',
                  actions: { type: 'recordError', params: ({ event }) => errorOf(event.output) },
                },
                { target: '#proof.idle', actions: { type: 'answer', params: { isProven: true } } },
              ],
              onError: {
                target: 'waiting',
                actions: { type: 'recordError', params: ({ event }) => ({ error: errorMessage(event.error) }) },
              },
            },
          },
        },
      },
    },
  })

const errorOf = (result: Result<unknown>) => ({ error: result.ok ? '' : result.error })

type ProofMachine = ReturnType<typeof createProofMachine>
export type ProofSnapshot = SnapshotFrom<ProofMachine>
export type ProofActor = ActorRefFrom<ProofMachine>
