import { assign, enqueueActions, fromPromise, setup } from 'xstate'
import type { ListedModel, ModelDetails } from '#contract/models/view-model.ts'
import type { RolledBack } from '#contract/models/model.ts'
import { hasFile } from './selectors.ts'
import { sortModels, type ModelsPorts, type ModelResult } from './ports.ts'
import { DETAILS_FAILED, failureText, loadFailure, rolledBackText, successText, type RowAction } from './texts.ts'
import { notice, type ModelRef, type ModelsContext, type ModelsEvent, type Notice } from './types.ts'

const CALLS = { activate: 'activate', 'auto-activate': 'activate', deactivate: 'deactivate', remove: 'remove' } as const

/** Applies a confirmed action to the list. */
function applyAction(models: readonly ListedModel[], action: RowAction, id: string, at: number) {
  const others = models.filter((model) => model.id !== id)
  const model = models.find((model) => model.id === id)
  if (model === undefined || action === 'remove') return others
  return sortModels([...others, { ...model, isActive: action !== 'deactivate', updatedAt: at }])
}

/** Actions, guards and actors of the models machine. */
export const modelsSetup = ({ api, now }: ModelsPorts) =>
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
