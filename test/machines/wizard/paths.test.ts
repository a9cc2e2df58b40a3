import { describe, expect, it } from 'vitest'
import { getNextTransitions, type AnyStateNode } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { customStrategySchema } from '#contract/strategies/definition.ts'
import { type WizardSnapshot, isCreating, wizardStep } from '#src/machines/wizard/machine.ts'
import type { WizardEvent } from '#src/machines/wizard/types.ts'
import { WIZARD_STEPS } from '#src/machines/wizard/steps.ts'
import { createWizard, CROSS, PATTERNS, STRUCTURE } from '#test/support/client/wizard.ts'

const { machine } = createWizard()

const SOURCES = [CROSS, STRUCTURE, PATTERNS].map(({ id }) => id)
const EVENTS: readonly WizardEvent[] = [
  ...(['open', 'hide', 'discard', 'session.changed', 'next', 'back', 'create'] as const).map((type) => ({ type })),
  ...['', 'n'].map((text): WizardEvent => ({ type: 'basics.edited', change: { name: text, description: text } })),
  ...SOURCES.flatMap((id): WizardEvent[] => [
    { type: 'source.added', id },
    { type: 'source.removed', id },
  ]),
  { type: 'source.added', id: 'no:such:stream' },
  ...(['M5', 'H1'] as const).map((timeframe): WizardEvent => ({
    type: 'source.timeframe_toggled',
    id: STRUCTURE.id,
    timeframe,
  })),
  { type: 'rule.begun' },
  { type: 'rule.edited', edit: { field: 'name', value: 'r' } },
  ...SOURCES.slice(0, 2).map((value): WizardEvent => ({ type: 'rule.edited', edit: { field: 'source', value } })),
  ...[1, 2].map((value): WizardEvent => ({ type: 'rule.edited', edit: { field: 'minSignals', value } })),
  { type: 'rule.saved' },
  { type: 'rule.dropped' },
  ...[0, 1_000].map((maxPositionSize): WizardEvent => ({ type: 'risk.edited', change: { maxPositionSize } })),
  { type: 'creation.done', strategyId: 's' },
  { type: 'creation.failed', failure: { text: 'Failed to create strategy', isUnanswered: false } },
]

/** Rule ids are unbounded, so rules are compared by content. One at a time is enough. */
function eventsOf({ context: { draft } }: WizardSnapshot): WizardEvent[] {
  const known = draft.rules.flatMap(({ id }): WizardEvent[] => [
    { type: 'rule.opened', id },
    { type: 'rule.deleted', id },
  ])
  return [...EVENTS.filter(({ type }) => type !== 'rule.begun' || draft.rules.length === 0), ...known]
}
const project = ({ value, context: { draft, form, request, error } }: WizardSnapshot) =>
  JSON.stringify([
    value,
    [draft.name, draft.sources.map(({ stream }) => stream.id).sort(), draft.risk.maxPositionSize],
    draft.rules.map(({ sourceIds, minSignals }) => [sourceIds.toSorted(), minSignals]),
    form && [form.name, form.minSignals, form.sourceIds.toSorted(), form.id === undefined],
    request !== undefined,
    error !== undefined,
  ])

const states = getShortestPaths(machine, { events: eventsOf, serializeState: project, limit: 200_000 }).map(
  ({ state }) => state,
)
const where = (isBroken: (state: WizardSnapshot) => boolean) => states.filter(isBroken).map(project)
const mayCreate = (state: WizardSnapshot) => state.can({ type: 'create' }) || isCreating(state)

describe('on every path of the wizard', () => {
  it('reaches every state', () => {
    const nodesBelow = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesBelow)]
    const reached = new Set(states.flatMap(({ _nodes: nodes }) => nodes.map(({ id }) => id)))
    const lasting = nodesBelow(machine.root).filter(({ type }) => type !== 'history')
    expect(lasting.map(({ id }) => id).filter((id) => !reached.has(id))).toEqual([])
    expect(states.length).toBeGreaterThan(1_000)
  })

  it('[TG-7] cannot create with fewer than two sources, without a rule, or with a rule over a missing source', () => {
    expect(states.some(mayCreate)).toBe(true)
    const broken = (state: WizardSnapshot) => {
      const { sources, rules } = state.context.draft
      const known = new Set(sources.map(({ stream }) => stream.id))
      return (
        known.size < 2 ||
        rules.length === 0 ||
        rules.some(
          ({ sourceIds, minSignals }) => sourceIds.some((id) => !known.has(id)) || minSignals > sourceIds.length,
        )
      )
    }
    expect(where((state) => mayCreate(state) && broken(state))).toEqual([])
  })

  it('[TG-7] sends what the draft says, valid for the service', () => {
    for (const { context } of states.filter(mayCreate)) {
      const { draft, request } = context
      expect(customStrategySchema.safeParse(request).success).toBe(true)
      expect(request?.signal_sources.map(({ id }) => id)).toEqual(draft.sources.map(({ stream }) => stream.id))
      expect(request?.confluence_rules.map(({ source_ids: ids }) => ids)).toEqual(
        draft.rules.map(({ sourceIds }) => sourceIds),
      )
    }
  })

  it('[TG-3] never reaches a step without the requirements of the earlier ones', () => {
    const standsOn = (state: WizardSnapshot) => WIZARD_STEPS.indexOf(wizardStep(state) ?? 'basics')
    expect(where((state) => standsOn(state) >= 1 && state.context.draft.name === '')).toEqual([])
    expect(where((state) => standsOn(state) >= 2 && state.context.draft.sources.length < 2)).toEqual([])
    expect(where((state) => standsOn(state) >= 3 && state.context.draft.rules.length < 1)).toEqual([])
    expect(where((state) => standsOn(state) >= 4 && state.context.draft.risk.maxPositionSize === 0)).toEqual([])
  })

  it('[TG-3] Next exists on steps 1 to 4 only, Create on step 5 only', () => {
    const stepsThatCan = (type: 'next' | 'create') => new Set(states.filter((s) => s.can({ type })).map(wizardStep))
    expect(stepsThatCan('next')).toEqual(new Set(['basics', 'sources', 'rules', 'risk']))
    expect(stepsThatCan('create')).toEqual(new Set(['review']))
  })

  it('[TG-5] can always be closed, except while the request is pending', () => {
    const isOpen = (state: WizardSnapshot) => wizardStep(state) !== undefined
    const stuck = (state: WizardSnapshot) => !state.can({ type: 'hide' }) || !state.can({ type: 'discard' })
    expect(where((state) => isOpen(state) && stuck(state) !== isCreating(state))).toEqual([])
  })

  it('uses every event', () => {
    const known = new Set(states.flatMap((state) => getNextTransitions(state).map(({ eventType }) => eventType)))
    const sent = new Set<string>([...EVENTS.map(({ type }) => type), 'rule.opened', 'rule.deleted'])
    const left = [...known].filter((type) => !sent.has(type) && !type.startsWith('xstate.'))
    expect(new Set(left)).toEqual(new Set(['pair.chosen', 'source.weighed']))
  })
})
