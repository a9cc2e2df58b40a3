import { describe, expect, it } from 'vitest'
import { transition } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { createModelsMachine, isRollingBack, type ModelsSnapshot, openedModel } from '#src/machines/models/machine.ts'
import type { ModelsEvent } from '#src/machines/models/types.ts'
import { nodesBelow } from '#test/support/client/machines.ts'
import { fakeModelsApi, listed, modelDetails, ok, refused } from '#test/support/client/models-api.ts'

const machine = createModelsMachine({ api: fakeModelsApi(), now: () => 0 })

const FAST = listed()
const OLD = listed({ id: 'm-2', name: 'Old', isActive: true })
const REFUSED = refused('HTTP 500: Internal Server Error')

const COMMANDS: readonly ModelsEvent[] = [
  { type: 'refresh' },
  { type: 'action', action: 'activate', model: FAST },
  { type: 'action', action: 'remove', model: OLD },
  { type: 'autoActivate' },
  { type: 'rollBack', changeId: 'c-1' },
  { type: 'details.open', id: FAST.id },
  { type: 'details.open', id: OLD.id },
  { type: 'details.refresh' },
  { type: 'details.close' },
]

/** Responses to the call of an actor. */
function responsesTo(id: string): readonly unknown[] {
  if (id.includes('list')) return [ok([FAST, OLD]), ok([]), REFUSED]
  if (id.includes('details')) return [ok(modelDetails()), REFUSED]
  return [
    id.includes('rollBack') ? ok({ activated: [], deactivated: [], gone: [], file_missing: [] }) : ok(undefined),
    REFUSED,
  ]
}

/** All events that can happen next: commands, responses and rejections. */
function eventsOf({ children }: ModelsSnapshot): ModelsEvent[] {
  const settled = Object.keys(children).flatMap((actorId): object[] => [
    ...responsesTo(actorId).map((output) => ({ type: `xstate.done.actor.${actorId}`, output, actorId })),
    { type: `xstate.error.actor.${actorId}`, error: new Error('offline'), actorId },
  ])
  return [...COMMANDS, ...(settled as ModelsEvent[])]
}

/** Texts are left out, and what is known of a model whose details are closed. */
const project = ({ value, context: { models, pending, openedId, details, detailsFailure } }: ModelsSnapshot) =>
  JSON.stringify([
    value,
    models?.map(({ id, isActive }) => [id, isActive]),
    pending,
    value.details === 'closed' ? undefined : [openedId, details === undefined, detailsFailure === undefined],
  ])

const states = getShortestPaths(machine, { events: eventsOf, serializeState: project, limit: 100_000 }).map(
  ({ state }) => state,
)
const where = (isBroken: (state: ModelsSnapshot) => boolean) => states.filter(isBroken).map(project)
const childrenNamed = ({ children }: ModelsSnapshot, part: string) =>
  Object.keys(children).filter((id) => id.includes(part))

describe('on every path of the models', () => {
  it('reaches every state, and none has failed', () => {
    const reached = new Set(states.flatMap(({ _nodes: nodes }) => nodes.map(({ id }) => id)))
    expect(nodesBelow(machine.root).filter(({ id }) => !reached.has(id))).toEqual([])
    expect(where(({ status }) => status !== 'active')).toEqual([])
    expect(states.length).toBeGreaterThan(1_000)
  })

  it('[ML-83] runs exactly the pending actions, one for each model', () => {
    for (const state of states) {
      const pending = Object.keys(state.context.pending).map((id) => `action.${id}`)
      expect(childrenNamed(state, 'action.').toSorted()).toEqual(pending.toSorted())
    }
    expect(where((state) => childrenNamed(state, 'rollBack').length !== Number(isRollingBack(state)))).toEqual([])
  })

  /** Every transition: the state before, the event and the state after. */
  const transitions = states.flatMap((before) =>
    eventsOf(before).map((event) => ({ before, event, after: transition(machine, before, event)[0] })),
  )

  it('[ML-83] changes a model only once the server has confirmed, and then loads the list again', () => {
    const changes = transitions.filter(({ before, after }) => before.context.models !== after.context.models)
    const isLoad = ({ event }: (typeof changes)[number]) => event.type.includes('models.list')
    expect(changes.every(({ event }) => event.type.startsWith('xstate.done.actor.'))).toBe(true)
    const actions = changes.filter((change) => !isLoad(change))
    expect(actions.length).toBeGreaterThan(0)
    expect(actions.filter(({ event }) => !event.type.includes('.action.'))).toEqual([])
    expect(actions.filter(({ after }) => after.value.list !== 'loading')).toEqual([])
  })

  it('[ML-83] ignores an action while another on the same model is pending', () => {
    const repeated = transitions.filter(
      ({ before, event }) => event.type === 'action' && before.context.pending[event.model.id] !== undefined,
    )
    expect(repeated.length).toBeGreaterThan(0)
    expect(repeated.filter(({ before, after }) => before.context.pending !== after.context.pending)).toEqual([])
  })

  it('[ML-82] keeps the last list when a later load fails', () => {
    const isLost = ({ before, after }: (typeof transitions)[number]) =>
      before.context.models !== undefined && after.context.models === undefined
    expect(transitions.filter(isLost)).toEqual([])
  })

  it('[ML-87] opens the details of listed models only, and closes them with the model', () => {
    expect(states.some((state) => openedModel(state) !== undefined)).toBe(true)
    expect(where((state) => state.matches({ details: 'open' }) !== (openedModel(state) !== undefined))).toEqual([])
  })
})
