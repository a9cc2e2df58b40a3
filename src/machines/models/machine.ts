import { assign, emit, enqueueActions, fromCallback, fromPromise, setup, type ActorRefFrom } from 'xstate'
import type { ListedModel, ModelResult } from '#contract/models/listed.ts'
import type { RolledBack } from '#contract/models/model.ts'
import { sortModels, type ModelsApi } from './ports.ts'
import { failureText, loadFailure, rolledBackText, successText, type ModelAction } from './texts.ts'

type RowAction = Exclude<ModelAction, 'roll back'>
type ModelRef = Pick<ListedModel, 'id' | 'name'>

export interface ModelsContext {
  /** The last list loaded; undefined before the first. */
  readonly models: readonly ListedModel[] | undefined
  readonly loadedAt: number | undefined
  /** Why the last load failed. */
  readonly failure: string | undefined
  /** Pending actions by model id. */
  readonly pending: Readonly<Record<string, RowAction>>
  readonly isRollingBack: boolean
}

type Settled =
  | {
      readonly type: 'action.settled'
      readonly action: RowAction
      readonly model: ModelRef
      readonly result: ModelResult<string | undefined>
    }
  | { readonly type: 'rollBack.settled'; readonly result: ModelResult<RolledBack> }

export type ModelsEvent =
  | { readonly type: 'refresh' }
  | { readonly type: 'action'; readonly action: RowAction; readonly model: ModelRef }
  | { readonly type: 'autoActivate' }
  | { readonly type: 'rollBack'; readonly changeId: string }
  | Settled

/** Emitted notices. `changed`: some model has changed. */
export type ModelsNotice =
  | { readonly type: 'notice'; readonly tone: 'success' | 'error' | 'info'; readonly text: string }
  | { readonly type: 'changed' }

const CALLS = { activate: 'activate', 'auto-activate': 'activate', deactivate: 'deactivate', remove: 'remove' } as const

const updateModel = (
  models: readonly ListedModel[] | undefined,
  id: string,
  change: (model: ListedModel) => readonly ListedModel[],
) => models && sortModels(models.flatMap((model) => (model.id === id ? change(model) : [model])))

/** Applies a confirmed action to the list. */
function applyAction(models: ModelsContext['models'], action: RowAction, id: string, at: number) {
  if (action === 'remove') return updateModel(models, id, () => [])
  return updateModel(models, id, (model) => [{ ...model, isActive: action !== 'deactivate', updatedAt: at }])
}

const notice = (tone: 'success' | 'error' | 'info', text: string): ModelsNotice => ({ type: 'notice', tone, text })

/** Loads the list of models and runs actions on them. Only the latest load counts. */
export const modelsMachine = (api: ModelsApi, now: () => number) =>
  setup({
    types: { context: {} as ModelsContext, events: {} as ModelsEvent, emitted: {} as ModelsNotice },
    actors: {
      load: fromPromise<ModelResult<readonly ListedModel[]>>(({ signal }) => api.list(signal)),
      action: fromCallback<ModelsEvent, { action: RowAction; model: ModelRef }>(
        ({ input: { action, model }, sendBack }) => {
          void api[CALLS[action]](model.id).then((result) =>
            sendBack({ type: 'action.settled', action, model, result }),
          )
        },
      ),
      rollBack: fromCallback<ModelsEvent, { changeId: string }>(({ input, sendBack }) => {
        void api.rollBack(input.changeId).then((result) => sendBack({ type: 'rollBack.settled', result }))
      }),
    },
    actions: {
      begin: enqueueActions(({ context, enqueue }, { action, model }: { action: RowAction; model: ModelRef }) => {
        if (context.pending[model.id] !== undefined) return
        enqueue.assign({ pending: { ...context.pending, [model.id]: action } })
        enqueue.spawnChild('action', { id: `action.${model.id}`, input: { action, model } })
      }),
      settle: enqueueActions(
        ({ context, enqueue }, { action, model, result }: Omit<Extract<Settled, { action: RowAction }>, 'type'>) => {
          const { [model.id]: _, ...pending } = context.pending
          enqueue.stopChild(`action.${model.id}`)
          enqueue.assign({ pending })
          if (!result.ok) {
            enqueue.emit(notice('error', failureText(action, result.failure)))
            return
          }
          enqueue.assign({ models: applyAction(context.models, action, model.id, now()) })
          enqueue.emit(notice('success', result.value ?? successText(action, model.name)))
          enqueue.emit({ type: 'changed' })
        },
      ),
      settleRollBack: enqueueActions(({ enqueue }, { result }: { result: ModelResult<RolledBack> }) => {
        enqueue.stopChild('rollBack')
        enqueue.assign({ isRollingBack: false })
        enqueue.emit(
          result.ok
            ? notice('success', rolledBackText(result.value))
            : notice('error', failureText('roll back', result.failure)),
        )
        if (result.ok) enqueue.emit({ type: 'changed' })
      }),
      setModels: assign((_, { models }: { models: readonly ListedModel[] }) => ({
        models: sortModels(models),
        loadedAt: now(),
        failure: undefined,
      })),
      fail: enqueueActions(({ enqueue }, { text }: { text: string }) => {
        const failure = loadFailure(text)
        enqueue.assign({ failure })
        enqueue.emit(notice('error', failure))
      }),
    },
    guards: {
      isRollingBack: ({ context }) => context.isRollingBack,
    },
  }).createMachine({
    id: 'models',
    context: { models: undefined, loadedAt: undefined, failure: undefined, pending: {}, isRollingBack: false },
    initial: 'loading',
    on: {
      action: { actions: { type: 'begin', params: ({ event }) => event } },
      autoActivate: {
        actions: enqueueActions(({ context, enqueue }) => {
          const first = context.models?.find(({ isActive }) => !isActive)
          if (first) enqueue({ type: 'begin', params: { action: 'auto-activate', model: first } })
          else enqueue(emit(notice('info', 'No inactive models found')))
        }),
      },
      rollBack: [
        { guard: 'isRollingBack' },
        {
          actions: enqueueActions(({ event, enqueue }) => {
            enqueue.assign({ isRollingBack: true })
            enqueue.spawnChild('rollBack', { id: 'rollBack', input: { changeId: event.changeId } })
          }),
        },
      ],
      // Loads again, because the action may have changed more on the server.
      'action.settled': { target: '.loading', actions: { type: 'settle', params: ({ event }) => event } },
      'rollBack.settled': { target: '.loading', actions: { type: 'settleRollBack', params: ({ event }) => event } },
      refresh: '.loading',
    },
    states: {
      loading: {
        invoke: {
          src: 'load',
          onDone: [
            {
              guard: ({ event }) => event.output.ok,
              target: 'idle',
              actions: {
                type: 'setModels',
                params: ({ event }) => ({ models: event.output.ok ? event.output.value : [] }),
              },
            },
            {
              target: 'idle',
              actions: {
                type: 'fail',
                params: ({ event }) => ({ text: event.output.ok ? '' : event.output.failure.text }),
              },
            },
          ],
          onError: {
            target: 'idle',
            actions: { type: 'fail', params: ({ event }) => ({ text: String(event.error) }) },
          },
        },
      },
      idle: {},
    },
  })

export type ModelsActor = ActorRefFrom<ReturnType<typeof modelsMachine>>
