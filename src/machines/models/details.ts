import { assign, emit, fromPromise, setup } from 'xstate'
import type { ModelDetails, ModelResult } from '#contract/models/listed.ts'
import type { ModelsApi } from './ports.ts'

export const DETAILS_FAILED = 'Failed to load model details'

interface DetailsContext {
  readonly details: ModelDetails | undefined
  /** Why the last load failed. */
  readonly failure: string | undefined
}

/** Details of one model: loaded at once, and again on refresh. */
export const detailsMachine = ({ details }: Pick<ModelsApi, 'details'>, id: string) =>
  setup({
    types: {
      context: {} as DetailsContext,
      events: {} as { readonly type: 'refresh' },
      emitted: {} as { readonly type: 'failed'; readonly text: string },
    },
    actors: { load: fromPromise<ModelResult<ModelDetails>>(({ signal }) => details(id, signal)) },
    actions: {
      setResult: assign((_, { result }: { result: ModelResult<ModelDetails> }) =>
        result.ok ? { details: result.value, failure: undefined } : { failure: result.failure.text },
      ),
      emitFailed: emit({ type: 'failed', text: DETAILS_FAILED }),
    },
  }).createMachine({
    id: 'model-details',
    context: { details: undefined, failure: undefined },
    initial: 'loading',
    on: { refresh: '.loading' },
    states: {
      loading: {
        invoke: {
          src: 'load',
          onDone: [
            {
              guard: ({ event }) => event.output.ok,
              target: 'idle',
              actions: { type: 'setResult', params: ({ event }) => ({ result: event.output }) },
            },
            {
              target: 'idle',
              actions: [{ type: 'setResult', params: ({ event }) => ({ result: event.output }) }, 'emitFailed'],
            },
          ],
          onError: { target: 'idle', actions: 'emitFailed' },
        },
      },
      idle: {},
    },
  })
