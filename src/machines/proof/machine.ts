import { type ActorRefFrom, assertEvent, assign, emit, fromPromise, setup, type SnapshotFrom } from 'xstate'
import type { ProofMethod } from '#contract/proof.ts'
import { errorMessage } from '#src/lib/error-message.ts'
import type { Result } from '#src/lib/result.ts'
import { eventSource } from '../event-source.ts'
import type { GivenProof, ProofPorts } from './ports.ts'
import { INITIAL_CONTEXT, type ProofAnswer, type ProofContext, type ProofEvent } from './types.ts'

/** Actions, guards and actors of the proof of identity. */
const proofSetup = ({ api, watchSession }: ProofPorts) =>
  setup({
    types: { context: {} as ProofContext, events: {} as ProofEvent, emitted: {} as ProofAnswer },
    actors: {
      watchSession: eventSource<ProofEvent>((report) => watchSession(() => report({ type: 'session.changed' }))),
      methods: fromPromise<Result<readonly ProofMethod[]>>(({ signal }) => api.methods(signal)),
      prove: fromPromise<Result<unknown>, { proof: () => GivenProof }>(({ input, signal }) =>
        api.prove(input.proof(), signal),
      ),
    },
    actions: {
      forget: assign(INITIAL_CONTEXT),
      recordMethods: assign((_, { output }: { output: Result<readonly ProofMethod[]> }) => {
        const methods = output.ok ? output.value : []
        return { methods, method: methods[0] }
      }),
      choose: assign((_, { method }: { method: ProofMethod }) => ({ method, error: undefined })),
      recordError: assign((_, { error }: { error: string }) => ({ error })),
      clearError: assign({ error: undefined }),
      answer: emit((_, { isProven }: { isProven: boolean }) => ({ type: 'answered' as const, isProven })),
    },
    guards: {
      isRefused: (_, { output }: { output: Result<unknown> }) => !output.ok,
      isOffered: ({ context }, { method }: { method: ProofMethod }) => context.methods.includes(method),
      hasWay: ({ context }) => context.method !== undefined,
    },
  })

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
