import { enqueueActions, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import { failedWith, type ModelsPorts } from './ports.ts'
import { hasFile } from './selectors.ts'
import { modelsSetup } from './setup.ts'
import { INITIAL_CONTEXT, notice, type ActionId } from './types.ts'

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
