import { type ActorRefFrom, assertEvent, assign, emit, fromPromise, setup, type SnapshotFrom } from 'xstate'
import type { CodeProof } from '#contract/factors.ts'
import type { ProofMethod } from '#contract/proof.ts'
import { errorMessage } from '#src/lib/error-message.ts'
import type { Result } from '#src/lib/result.ts'
import { eventSource } from './event-source.ts'

interface ProofContext {
  /** The ways in which the user can prove it, the usual one first; empty until they are known. */
  readonly methods: readonly ProofMethod[]
  /** The way that is asked for; undefined while there is none. */
  readonly method: ProofMethod | undefined
  /** Why the ways could not be loaded, or the last proof was not accepted. */
  readonly error: string | undefined
}

export type ProofEvent =
  /** An action waits for a proof. */
  | { readonly type: 'ask' }
  /** Loads the ways again. */
  | { readonly type: 'retry' }
  | { readonly type: 'choose'; readonly method: ProofMethod }
  /** The proof is wrapped in a function, so that inspectors and event logs cannot show it. */
  | { readonly type: 'confirm'; readonly proof: () => GivenProof }
  | { readonly type: 'cancel' }
  | { readonly type: 'session.changed' }

/** For all actions that wait: whether the user has proven it. */
interface ProofAnswer {
  readonly type: 'answered'
  readonly isProven: boolean
}

const INITIAL_CONTEXT: ProofContext = { methods: [], method: undefined, error: undefined }

/** Commands of the proof of identity. Those that the current state does not allow are ignored. */
interface ProofCommands {
  /** Asks the user; one question serves all actions that ask meanwhile. */
  readonly ask: () => void
  /** Loads the ways again after a failure. */
  readonly retry: () => void
  /** Asks for another of the ways. */
  readonly choose: (method: ProofMethod) => void
  readonly confirm: (proof: GivenProof) => void
  /** Refuses all actions that wait. */
  readonly cancel: () => void
}

export const proofCommands = (actor: Pick<ProofActor, 'send'>): ProofCommands => ({
  ask: () => actor.send({ type: 'ask' }),
  retry: () => actor.send({ type: 'retry' }),
  choose: (method) => actor.send({ type: 'choose', method }),
  confirm: (proof) => actor.send({ type: 'confirm', proof: () => proof }),
  cancel: () => actor.send({ type: 'cancel' }),
})

/** What the user gives to prove who they are. A passkey is asked for by the adapter. */
export type GivenProof =
  | { readonly method: 'password'; readonly password: string }
  | CodeProof
  | { readonly method: 'passkey' }

/** Ports of the proof of identity. */
export interface ProofPorts {
  readonly api: {
    /** The ways in which the user can prove it at this address. */
    readonly methods: (signal: AbortSignal) => Promise<Result<readonly ProofMethod[]>>
    readonly prove: (given: GivenProof, signal: AbortSignal) => Promise<Result<unknown>>
  }
  /** Calls back when another user signs in, or the user signs out. Returns a function that stops it. */
  readonly watchSession: (changed: () => void) => () => void
}

/** Whether any action waits for the user to prove who they are. */
export const isAsked = (snapshot: ProofSnapshot): boolean => snapshot.matches('asking')

/** The ways, the one that is asked for, and why the last attempt failed. */
export const proofQuestion = ({ context }: ProofSnapshot): ProofContext => context

export const isLoadingWays = (snapshot: ProofSnapshot): boolean => snapshot.matches({ asking: 'loading' })

/** Whether the ways could not be loaded. */
export const areWaysMissing = (snapshot: ProofSnapshot): boolean => snapshot.matches({ asking: 'failed' })

export const isConfirming = (snapshot: ProofSnapshot): boolean => snapshot.matches({ asking: 'confirming' })

/** Whether a proof can be given now. */
export const canConfirm = (snapshot: ProofSnapshot): boolean =>
  snapshot.matches({ asking: 'waiting' }) && snapshot.context.method !== undefined

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
