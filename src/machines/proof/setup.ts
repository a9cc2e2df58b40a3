import { assign, emit, fromPromise, setup } from 'xstate'
import type { ProofMethod } from '#contract/proof.ts'
import type { Result } from '#src/lib/result.ts'
import { eventSource } from '../event-source.ts'
import type { GivenProof, ProofPorts } from './ports.ts'
import { INITIAL_CONTEXT, type ProofAnswer, type ProofContext, type ProofEvent } from './types.ts'

/** Actions, guards and actors of the proof of identity. */
export const proofSetup = ({ api, watchSession }: ProofPorts) =>
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
