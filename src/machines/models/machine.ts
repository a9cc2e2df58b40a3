import { assign, emit, enqueueActions, fromCallback, fromPromise, setup, type ActorRefFrom } from 'xstate'
import type { ListedModel, ModelResult } from '#contract/models/listed.ts'
import type { RolledBack } from '#contract/models/model.ts'
import { sortModels, type ModelsApi } from './model.ts'
import { failureText, loadFailure, rolledBackText, successText, type ModelAct } from './texts.ts'

type RowAct = Exclude<ModelAct, 'roll back'>
type Subject = Pick<ListedModel, 'id' | 'name'>

export interface ModelsContext {
  /** The last list that came; undefined before the first. */
  readonly models: readonly ListedModel[] | undefined
  readonly loadedAt: number | undefined
  /** Why the newest attempt to load brought nothing. */
  readonly failure: string | undefined
  /** What is under way, by the model's id. */
  readonly busy: Readonly<Record<string, RowAct>>
  readonly isRollingBack: boolean
}

type Settled =
  | {
      readonly type: 'act.settled'
      readonly act: RowAct
      readonly model: Subject
      readonly result: ModelResult<string | undefined>
    }
  | { readonly type: 'rollBack.settled'; readonly result: ModelResult<RolledBack> }

export type ModelsEvent =
  | { readonly type: 'refresh' }
  | { readonly type: 'act'; readonly act: RowAct; readonly model: Subject }
  | { readonly type: 'autoActivate' }
  | { readonly type: 'rollBack'; readonly changeId: string }
  | Settled

/** What is to be said to whoever looks on. `changed`: something about the models is different now. */
export type ModelsNotice =
  | { readonly type: 'notice'; readonly tone: 'success' | 'error' | 'info'; readonly text: string }
  | { readonly type: 'changed' }

const CALLS = { activate: 'activate', 'auto-activate': 'activate', deactivate: 'deactivate', remove: 'remove' } as const

const withModel = (
  models: readonly ListedModel[] | undefined,
  id: string,
  change: (model: ListedModel) => readonly ListedModel[],
) => models && sortModels(models.flatMap((model) => (model.id === id ? change(model) : [model])))

/** What the list comes to once the server has confirmed an act. */
function applied(models: ModelsContext['models'], act: RowAct, id: string, at: number) {
  if (act === 'remove') return withModel(models, id, () => [])
  return withModel(models, id, (model) => [{ ...model, isActive: act !== 'deactivate', updatedAt: at }])
}

const notice = (tone: 'success' | 'error' | 'info', text: string): ModelsNotice => ({ type: 'notice', tone, text })

/** When the list of models is loaded, and what is being done to which of them. Only the newest load counts. */
export const modelsMachine = (api: ModelsApi, now: () => number) =>
  setup({
    types: { context: {} as ModelsContext, events: {} as ModelsEvent, emitted: {} as ModelsNotice },
    actors: {
      load: fromPromise<ModelResult<readonly ListedModel[]>>(({ signal }) => api.list(signal)),
      act: fromCallback<ModelsEvent, { act: RowAct; model: Subject }>(({ input: { act, model }, sendBack }) => {
        void api[CALLS[act]](model.id).then((result) => sendBack({ type: 'act.settled', act, model, result }))
      }),
      rollBack: fromCallback<ModelsEvent, { changeId: string }>(({ input, sendBack }) => {
        void api.rollBack(input.changeId).then((result) => sendBack({ type: 'rollBack.settled', result }))
      }),
    },
    actions: {
      begin: enqueueActions(({ context, enqueue }, { act, model }: { act: RowAct; model: Subject }) => {
        if (context.busy[model.id] !== undefined) return
        enqueue.assign({ busy: { ...context.busy, [model.id]: act } })
        enqueue.spawnChild('act', { id: `act.${model.id}`, input: { act, model } })
      }),
      settle: enqueueActions(
        ({ context, enqueue }, { act, model, result }: Omit<Extract<Settled, { act: RowAct }>, 'type'>) => {
          const { [model.id]: _, ...busy } = context.busy
          enqueue.stopChild(`act.${model.id}`)
          enqueue.assign({ busy })
          if (!result.ok) {
            enqueue.emit(notice('error', failureText(act, result.failure)))
            return
          }
          enqueue.assign({ models: applied(context.models, act, model.id, now()) })
          enqueue.emit(notice('success', result.value ?? successText(act, model.name)))
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
      take: assign((_, { models }: { models: readonly ListedModel[] }) => ({
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
    context: { models: undefined, loadedAt: undefined, failure: undefined, busy: {}, isRollingBack: false },
    initial: 'loading',
    on: {
      act: { actions: { type: 'begin', params: ({ event }) => event } },
      autoActivate: {
        actions: enqueueActions(({ context, enqueue }) => {
          const first = context.models?.find(({ isActive }) => !isActive)
          if (first) enqueue({ type: 'begin', params: { act: 'auto-activate', model: first } })
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
      // The server knows more than what was changed here: the list is asked for again.
      'act.settled': { target: '.loading', actions: { type: 'settle', params: ({ event }) => event } },
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
                type: 'take',
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
