import { type ActorRefFrom, assign, enqueueActions, fromPromise, setup, type SnapshotFrom } from 'xstate'
import type { RolledBack } from '#contract/models/model.ts'
import type { ListedModel, ModelDetails } from '#contract/models/view-model.ts'
import {
  type ActionId,
  failedWith,
  INITIAL_CONTEXT,
  type ModelRef,
  type ModelResult,
  type ModelsContext,
  type ModelsEvent,
  type ModelsPorts,
  notice,
  type Notice,
  sortModels,
} from './types.ts'
import { DETAILS_FAILED, failureText, loadFailure, rolledBackText, type RowAction, successText } from './texts.ts'

/** Commands of the model list and of the details. */
export const modelsCommands = (models: { readonly send: (event: ModelsEvent) => void }) => ({
  /** Loads the list again. */
  refresh: () => models.send({ type: 'refresh' }),
  /** Ignored while another action on the same model is pending. */
  run: (action: RowAction, model: ModelRef) => models.send({ type: 'action', action, model }),
  /** Activates the first inactive model. */
  autoActivate: () => models.send({ type: 'autoActivate' }),
  /** Restores the activations from before the change; ignored while another roll-back is pending. */
  rollBack: (changeId: string) => models.send({ type: 'rollBack', changeId }),
  openDetails: (id: string) => models.send({ type: 'details.open', id }),
  refreshDetails: () => models.send({ type: 'details.refresh' }),
  closeDetails: () => models.send({ type: 'details.close' }),
})

export type ModelsCommands = ReturnType<typeof modelsCommands>

export const modelList = ({ context }: ModelsSnapshot): ModelsContext => context
export const isLoadingList = (snapshot: ModelsSnapshot): boolean => snapshot.matches({ list: 'loading' })
export const isLoadingDetails = (snapshot: ModelsSnapshot): boolean =>
  snapshot.matches({ details: { open: 'loading' } })
export const isRollingBack = (snapshot: ModelsSnapshot): boolean => snapshot.matches({ rollBack: 'running' })

/** Whether a model's file is there, without which it cannot be activated. */
export const hasFile = ({ scoring }: ListedModel): boolean => scoring?.state !== 'file_missing'

/** The model whose details are open. */
export const openedModel = (snapshot: ModelsSnapshot): ListedModel | undefined =>
  snapshot.matches({ details: 'open' })
    ? snapshot.context.models?.find(({ id }) => id === snapshot.context.openedId)
    : undefined

const CALLS = { activate: 'activate', 'auto-activate': 'activate', deactivate: 'deactivate', remove: 'remove' } as const

/** Applies a confirmed action to the list. */
function applyAction(models: readonly ListedModel[], action: RowAction, id: string, at: number) {
  const others = models.filter((model) => model.id !== id)
  const model = models.find((model) => model.id === id)
  if (model === undefined || action === 'remove') return others
  return sortModels([...others, { ...model, isActive: action !== 'deactivate', updatedAt: at }])
}

/** Actions, guards and actors of the models machine. */
const modelsSetup = ({ api, now }: ModelsPorts) =>
  setup({
    types: { context: {} as ModelsContext, events: {} as ModelsEvent, emitted: {} as Notice },
    actors: {
      list: fromPromise<ModelResult<readonly ListedModel[]>>(({ signal }) => api.list(signal)),
      action: fromPromise<ModelResult<string | undefined>, { action: RowAction; id: string }>(
        ({ input: { action, id } }) => api[CALLS[action]](id),
      ),
      rollBack: fromPromise<ModelResult<RolledBack>, { changeId: string }>(({ input }) => api.rollBack(input.changeId)),
      details: fromPromise<ModelResult<ModelDetails>, { id: string }>(({ input, signal }) =>
        api.details(input.id, signal),
      ),
    },
    actions: {
      recordList: enqueueActions(({ enqueue }, result: ModelResult<readonly ListedModel[]>) => {
        if (result.ok) {
          enqueue.assign({ models: sortModels(result.value), loadedAt: now(), failure: undefined })
          return
        }
        const failure = loadFailure(result.error.text)
        enqueue.assign({ failure })
        enqueue.emit(notice('error', failure))
      }),
      begin: enqueueActions(({ context, enqueue }, { action, model }: { action: RowAction; model: ModelRef }) => {
        const { id, name } = model
        if (context.pending[id] !== undefined) return
        enqueue.assign({ pending: { ...context.pending, [id]: { action, name } } })
        enqueue.spawnChild('action', { id: `action.${id}`, input: { action, id } })
      }),
      settle: enqueueActions(
        ({ context, enqueue }, { id, result }: { id: string; result: ModelResult<string | undefined> }) => {
          const { [id]: settled, ...pending } = context.pending
          if (settled === undefined) return
          const { action, name } = settled
          enqueue.stopChild(`action.${id}`)
          enqueue.assign({ pending })
          if (!result.ok) {
            enqueue.emit(notice('error', failureText(action, result.error)))
            return
          }
          enqueue.assign({ models: context.models && applyAction(context.models, action, id, now()) })
          enqueue.emit(notice('success', result.value ?? successText(action, name)))
          enqueue.raise({ type: 'changed' })
        },
      ),
      settleRollBack: enqueueActions(({ enqueue }, result: ModelResult<RolledBack>) => {
        enqueue.emit(
          result.ok
            ? notice('success', rolledBackText(result.value))
            : notice('error', failureText('roll back', result.error)),
        )
        if (result.ok) enqueue.raise({ type: 'changed' })
        enqueue.raise({ type: 'refresh' })
      }),
      openDetails: assign((_, { id }: { id: string }) => ({
        openedId: id,
        details: undefined,
        detailsFailure: undefined,
      })),
      recordDetails: enqueueActions(({ enqueue }, result: ModelResult<ModelDetails>) => {
        if (result.ok) {
          enqueue.assign({ details: result.value, detailsFailure: undefined })
          return
        }
        enqueue.assign({ detailsFailure: result.error.text })
        enqueue.emit(notice('error', DETAILS_FAILED))
      }),
    },
    guards: {
      /** A model without its file cannot be activated. */
      isPossible: ({ context }, { action, model }: { action: RowAction; model: ModelRef }) => {
        const listed = context.models?.find(({ id }) => id === model.id)
        return action !== 'activate' || listed === undefined || hasFile(listed)
      },
      isOpenedGone: ({ context }) => !context.models?.some(({ id }) => id === context.openedId),
    },
  })

const idOf = (actorId: ActionId): string => actorId.slice('action.'.length)

/**
 * The list of models, the actions on them and the details of one. Actions on several models may run at once; only the
 * latest load counts. See docs/rules/models.md.
 */
export const createModelsMachine = (ports: ModelsPorts) =>
  modelsSetup(ports).createMachine({
    id: 'models',
    context: INITIAL_CONTEXT,
    type: 'parallel',
    states: {
      list: {
        initial: 'loading',
        on: {
          refresh: '.loading',
          action: {
            guard: { type: 'isPossible', params: ({ event }) => event },
            actions: { type: 'begin', params: ({ event }) => event },
          },
          autoActivate: {
            actions: enqueueActions(({ context, enqueue }) => {
              const first = context.models?.find((model) => !model.isActive && hasFile(model))
              if (first) enqueue({ type: 'begin', params: { action: 'auto-activate', model: first } })
              else enqueue.emit(notice('info', 'No inactive models found'))
            }),
          },
          // Loads again, because the action may have changed more on the server.
          'xstate.done.actor.action.*': {
            target: '.loading',
            actions: { type: 'settle', params: ({ event }) => ({ id: idOf(event.actorId), result: event.output }) },
          },
          'xstate.error.actor.action.*': {
            target: '.loading',
            actions: {
              type: 'settle',
              params: ({ event }) => ({ id: idOf(event.actorId), result: failedWith(event.error) }),
            },
          },
        },
        states: {
          loading: {
            invoke: {
              src: 'list',
              onDone: { target: 'idle', actions: { type: 'recordList', params: ({ event }) => event.output } },
              onError: {
                target: 'idle',
                actions: { type: 'recordList', params: ({ event }) => failedWith(event.error) },
              },
            },
          },
          idle: {},
        },
      },
      rollBack: {
        initial: 'idle',
        states: {
          idle: { on: { rollBack: 'running' } },
          running: {
            invoke: {
              src: 'rollBack',
              input: ({ event }) => ({ changeId: event.type === 'rollBack' ? event.changeId : '' }),
              onDone: { target: 'idle', actions: { type: 'settleRollBack', params: ({ event }) => event.output } },
              onError: {
                target: 'idle',
                actions: { type: 'settleRollBack', params: ({ event }) => failedWith(event.error) },
              },
            },
          },
        },
      },
      details: {
        initial: 'closed',
        on: { 'details.open': { target: '.open', actions: { type: 'openDetails', params: ({ event }) => event } } },
        states: {
          closed: {},
          open: {
            initial: 'loading',
            always: { guard: 'isOpenedGone', target: 'closed' },
            on: { changed: '.loading', 'details.refresh': '.loading', 'details.close': 'closed' },
            states: {
              loading: {
                invoke: {
                  src: 'details',
                  input: ({ context }) => ({ id: context.openedId }),
                  onDone: { target: 'idle', actions: { type: 'recordDetails', params: ({ event }) => event.output } },
                  onError: {
                    target: 'idle',
                    actions: { type: 'recordDetails', params: ({ event }) => failedWith(event.error) },
                  },
                },
              },
              idle: {},
            },
          },
        },
      },
    },
  })

type ModelsMachine = ReturnType<typeof createModelsMachine>
export type ModelsSnapshot = SnapshotFrom<ModelsMachine>
export type ModelsActor = ActorRefFrom<ModelsMachine>
