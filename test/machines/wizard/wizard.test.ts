import { describe, expect, it } from 'vitest'
import { EMPTY_DRAFT } from '#src/machines/wizard/draft.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import type { WizardEvent } from '#src/machines/wizard/types.ts'
import { NEW_RULE } from '#src/machines/wizard/rule-form.ts'
import type { WizardStep } from '#src/machines/wizard/steps.ts'
import { createWizard, CROSS, PATTERNS, streamNamed, STRUCTURE, TO_REVIEW } from '#test/support/client/wizard.ts'
import { hasEntries, isCreating, isWritingRule, wizardStep } from '#src/machines/wizard/machine.ts'

/** The wizard after these events, from closed. */
function after(...events: readonly WizardEvent[]) {
  const wizard = createWizard()
  wizard.send(...events)
  const now = () => wizard.actor.getSnapshot()
  return {
    ...wizard,
    now,
    /** Opens the wizard with its own draft, as saved on this step. */
    reopen: (step: WizardStep) => {
      const { draftId: id = '', draft, form } = now().context
      wizard.send({ type: 'open', saved: { id, savedAt: 0, step, draft, form } })
    },
  }
}
const upTo = (type: WizardEvent['type'], nth = 1): WizardEvent[] => {
  const at = TO_REVIEW.flatMap((event, index) => (event.type === type ? [index] : []))[nth - 1] ?? 0
  return TO_REVIEW.slice(0, at)
}
const AT_SOURCES = upTo('source.added')
const AT_RULES = upTo('rule.begun')
const AT_RISK = upTo('next', 4)

describe('[TG-3] navigation between the steps', () => {
  const NEXT = { type: 'next' } as const

  it.each([
    ['', '', false],
    ['a', '', false],
    ['', 'b', false],
    ['  ', ' \n', false],
    [' a ', ' b ', true],
  ])('step 1 with name %j and description %j', (name, description, open) => {
    const { now } = after({ type: 'open' }, { type: 'basics.edited', change: { name, description } })
    expect(now().can(NEXT)).toBe(open)
  })

  it('step 2 needs two different sources', () => {
    const { now, send } = after(...AT_SOURCES, { type: 'source.added', id: CROSS.id })
    expect(now().can({ type: 'source.added', id: CROSS.id })).toBe(false)
    send({ type: 'source.added', id: CROSS.id })
    expect([now().context.draft.sources.length, now().can(NEXT)]).toEqual([1, false])
    send({ type: 'source.added', id: STRUCTURE.id })
    expect(now().can(NEXT)).toBe(true)
  })

  it('step 3 needs a rule', () => {
    const { now, send } = after(...AT_RULES)
    expect([wizardStep(now()), now().can(NEXT)]).toEqual(['rules', false])
    send(...TO_REVIEW.slice(AT_RULES.length, AT_RISK.length - 1))
    expect(now().can(NEXT)).toBe(true)
  })

  it('step 3 has no next or back while a rule is being edited, and cancelling leaves the list unchanged', () => {
    const { now, send } = after(...AT_RISK.slice(0, -1), { type: 'rule.begun' })
    expect([now().can(NEXT), now().can({ type: 'back' })]).toEqual([false, false])
    send({ type: 'rule.dropped' })
    expect([now().can(NEXT), now().context.form, now().context.draft.rules.length]).toEqual([true, undefined, 1])
  })

  it.each([
    [1000, 2, true],
    [0, 2, false],
    [1000, 0, false],
    [null, 2, false],
    [1000, null, false],
    [0.01, 0.1, true],
    [10_000_000, 99.9, true],
    [10_000_001, 2, false],
    [1000, 100, false],
  ])('[TG-24] step 4 with a position of %s and a stop loss of %s', (maxPositionSize, stopLossPct, open) => {
    const { now } = after(...AT_RISK, { type: 'risk.edited', change: { maxPositionSize, stopLossPct } })
    expect(now().can(NEXT)).toBe(open)
  })

  it.each([
    [1_000, 604_800, true],
    [1_000.1, 300, false],
    [-1, 300, false],
    [3, 604_801, false],
    [3, -30, false],
  ])('[TG-24] step 4 with a take profit of %s and a timeout of %s', (takeProfitPct, signalTimeoutS, open) => {
    const { now } = after(...AT_RISK, { type: 'risk.edited', change: { takeProfitPct, signalTimeoutS } })
    expect(now().can(NEXT)).toBe(open)
  })

  it('accepts an empty take profit and an empty timeout', () => {
    const { now } = after(...AT_RISK, { type: 'risk.edited', change: { takeProfitPct: null, signalTimeoutS: null } })
    expect(now().can(NEXT)).toBe(true)
  })

  it('keeps all input when going back step by step', () => {
    const { now, send } = after(...TO_REVIEW)
    const { draft } = now().context
    const steps = [wizardStep(now())]
    for (let left = 5; left > 0; left -= 1) {
      send({ type: 'back' })
      steps.push(wizardStep(now()))
    }
    expect(steps).toEqual(['review', 'risk', 'rules', 'sources', 'basics', 'basics'])
    expect(now().context.draft).toEqual(draft)
  })
})

describe('[TG-4] sources and rules', () => {
  it('weights are rounded to tenths between 0.1 and 2', () => {
    const { now, send } = after(...AT_RULES, { type: 'back' })
    const weigh = (weight: number) => {
      send({ type: 'source.weighed', id: CROSS.id, weight })
      return now().context.draft.sources[0]?.weight
    }
    expect([0, 0.1, 0.1 * 3, 1.26, 2, 9].map(weigh)).toEqual([0.1, 0.1, 0.3, 1.3, 2, 2])
  })

  it('removing a source removes it from its rules; a rule without sources is removed and listed by name', () => {
    const ruleOver = (name: string, ...ids: string[]): WizardEvent[] => [
      { type: 'rule.begun' },
      { type: 'rule.edited', edit: { field: 'name', value: name } },
      ...ids.map((value): WizardEvent => ({ type: 'rule.edited', edit: { field: 'source', value } })),
      { type: 'rule.edited', edit: { field: 'minSignals', value: ids.length } },
      { type: 'rule.saved' },
    ]
    const { now, send } = after(
      ...AT_SOURCES,
      ...[CROSS, STRUCTURE, PATTERNS].map(({ id }): WizardEvent => ({ type: 'source.added', id })),
      { type: 'next' },
      ...ruleOver('Both', CROSS.id, STRUCTURE.id),
      ...ruleOver('Alone', CROSS.id),
      { type: 'back' },
      { type: 'source.removed', id: CROSS.id },
    )
    const { draft, removedRules: lostRules } = now().context
    expect(draft.rules.map(({ name, sourceIds, minSignals }) => [name, sourceIds, minSignals])).toEqual([
      ['Both', [STRUCTURE.id], 1],
    ])
    expect(lostRules).toEqual(['Alone'])
    send({ type: 'next' })
    expect(now().context.removedRules).toEqual([])
  })

  it('[TG-28] timeframes are chosen one by one; the first adds the source, the last removes it with its rules', () => {
    const { now, send } = after(...AT_RULES, { type: 'back' })
    const toggle = (...timeframes: Timeframe[]) => {
      for (const timeframe of timeframes) send({ type: 'source.timeframe_toggled', id: STRUCTURE.id, timeframe })
      return now().context.draft.sources.find(({ stream }) => stream.id === STRUCTURE.id)?.timeframes
    }
    expect(toggle('M5')).toEqual(['M15', 'H1'])
    expect(toggle('M15', 'H1')).toBeUndefined()
    expect(toggle('H1', 'M5')).toEqual(['M5', 'H1'])
    expect(toggle('M15')).toEqual(STRUCTURE.timeframes)
  })

  it.each([
    [STRUCTURE, 'M5', true],
    [STRUCTURE, 'M30', false],
    [CROSS, 'M5', false],
    [streamNamed('Technical indicators'), 'M1', true],
    [streamNamed('Technical indicators'), 'M5', false],
  ] as const)('[TG-28] %o can be limited to %s: %s', ({ id }, timeframe, expected) => {
    const { now } = after(...AT_SOURCES)
    expect(now().can({ type: 'source.timeframe_toggled', id, timeframe })).toBe(expected)
  })

  it('ignores streams outside the catalogue', () => {
    const { now, send } = after(...AT_SOURCES)
    const foreign = { type: 'source.added', id: 'tdp:kraken:BTCUSD:processed_candles:m1' } as const
    expect(now().can(foreign)).toBe(false)
    send(foreign)
    expect(now().context.draft.sources).toEqual([])
  })

  it.each([
    ['', [CROSS.id], 1, false],
    ['  ', [CROSS.id], 1, false],
    ['R', [], 1, false],
    ['R', [CROSS.id], 2, false],
    ['R', [CROSS.id, STRUCTURE.id], 2, true],
    ['R', [CROSS.id], 0, false],
    ['R', [CROSS.id], 1.5, false],
    ['R', [CROSS.id], null, false],
    ['R', [PATTERNS.id], 1, false],
  ])('a rule named %j over %j with %s signals', (name, ids, minSignals, isWhole) => {
    const { now } = after(
      ...AT_RULES,
      { type: 'rule.begun' },
      { type: 'rule.edited', edit: { field: 'name', value: name } },
      { type: 'rule.edited', edit: { field: 'minSignals', value: minSignals } },
      ...ids.map((value): WizardEvent => ({ type: 'rule.edited', edit: { field: 'source', value } })),
    )
    expect(now().can({ type: 'rule.saved' })).toBe(isWhole)
  })

  it('a rule is edited in place, and deleted', () => {
    const { now, send } = after(...AT_RISK.slice(0, -1))
    const [rule] = now().context.draft.rules
    const id = rule?.id ?? ''
    send(
      { type: 'rule.opened', id },
      { type: 'rule.edited', edit: { field: 'operator', value: 'or' } },
      { type: 'rule.edited', edit: { field: 'confidenceThreshold', value: 0.86 } },
      { type: 'rule.edited', edit: { field: 'source', value: CROSS.id } },
      { type: 'rule.edited', edit: { field: 'minSignals', value: 1 } },
      { type: 'rule.saved' },
    )
    expect(now().context.draft.rules).toEqual([
      { ...rule, operator: 'or', confidenceThreshold: 0.85, sourceIds: [STRUCTURE.id], minSignals: 1 },
    ])
    send({ type: 'rule.deleted', id })
    expect([now().context.draft.rules, now().can({ type: 'rule.opened', id })]).toEqual([[], false])
  })
})

describe('[TG-5] the draft', () => {
  it('survives hiding, with the current step and the rule being edited', () => {
    const { now, send, reopen } = after(
      ...AT_RULES,
      { type: 'rule.begun' },
      { type: 'rule.edited', edit: { field: 'name', value: 'Half' } },
    )
    send({ type: 'hide' })
    expect([wizardStep(now()), hasEntries(now())]).toEqual([undefined, true])
    reopen('rules')
    expect([wizardStep(now()), now().context.form?.name]).toEqual(['rules', 'Half'])
  })

  it('[TG-30] is one of several: opening without one begins another', () => {
    const { now, send } = after(...TO_REVIEW)
    const { draftId, draft } = now().context
    send({ type: 'hide' }, { type: 'open' })
    expect([wizardStep(now()), now().context.draft]).toEqual(['basics', EMPTY_DRAFT])
    expect(now().context.draftId).not.toBe(draftId)
    send({ type: 'hide' }, { type: 'open', saved: { id: 'other', savedAt: 0, step: 'risk', draft, form: undefined } })
    expect([wizardStep(now()), now().context.draftId, now().context.draft]).toEqual(['risk', 'other', draft])
  })

  it.each([
    ['risk', 'rules'],
    ['rules', 'rules'],
    ['basics', 'basics'],
  ] as const)('[TG-30] saved on %s with an unfinished rule is continued on %s', (step, expected) => {
    const { draft } = after(...AT_RULES).now().context
    const { now, send } = after()
    send({ type: 'open', saved: { id: 'd', savedAt: 0, step, draft, form: step === 'rules' ? NEW_RULE : undefined } })
    expect([wizardStep(now()), isWritingRule(now())]).toEqual([expected, step === 'rules'])
  })

  it.each(['discard', 'session.changed'] as const)('is discarded by %s', (type) => {
    const { now, send } = after(...TO_REVIEW, { type })
    expect([wizardStep(now()), now().context.draft, now().context.request]).toEqual([undefined, EMPTY_DRAFT, undefined])
    send({ type: 'open' })
    expect(wizardStep(now())).toBe('basics')
  })

  it('needs no confirmation before there is input', () => {
    expect(hasEntries(after({ type: 'open' }).now())).toBe(false)
    expect(hasEntries(after({ type: 'open' }, { type: 'pair.chosen', pair: 'ETHUSD' }).now())).toBe(true)
  })
})

describe('[TG-6] creating', () => {
  const FAILED = {
    type: 'creation.failed',
    failure: { text: 'HTTP 503: Service Unavailable', isUnanswered: false },
  } as const
  const CREATE = { type: 'create' } as const

  it('is possible on step 5 only, sends one request, and cannot be left while pending', () => {
    const { now, send, sent } = after(...AT_RISK)
    expect(now().can(CREATE)).toBe(false)
    send({ type: 'next' }, CREATE, CREATE, { type: 'hide' }, { type: 'discard' }, { type: 'back' })
    expect([isCreating(now()), sent.length]).toEqual([true, 1])
    expect(['hide', 'discard', 'back', 'create', 'next'].filter((type) => now().can({ type } as WizardEvent))).toEqual(
      [],
    )
  })

  it('reports the id, closes, and starts over when done', async () => {
    const { now, send, settle: answers, created } = after(...TO_REVIEW, CREATE)
    await answers({ type: 'creation.done', strategyId: 's-1' })
    expect(created).toEqual([{ type: 'created', strategyId: 's-1', name: 'Trend and structure' }])
    expect(wizardStep(now())).toBeUndefined()
    send({ type: 'open' })
    expect([wizardStep(now()), now().context.draft]).toEqual(['basics', EMPTY_DRAFT])
  })

  it('a failure stays on step 5 with its text, and a retry sends the same request', async () => {
    const { now, send, reopen, settle: answers, sent } = after(...TO_REVIEW, CREATE)
    await answers(FAILED)
    expect([wizardStep(now()), now().context.error]).toEqual(['review', FAILED.failure])
    send({ type: 'back' }, { type: 'next' }, { type: 'hide' })
    reopen('review')
    send(CREATE)
    expect(now().context.error).toBeUndefined()
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
  })

  it('an edited draft is sent as another request and clears the failure', async () => {
    const { now, send, settle: answers, sent } = after(...TO_REVIEW, CREATE)
    await answers(FAILED)
    send({ type: 'back' }, { type: 'risk.edited', change: { takeProfitPct: 4 } })
    expect(now().context.error).toBeUndefined()
    send({ type: 'next' }, CREATE)
    expect(sent.map((request) => request.risk_parameters.take_profit_percentage)).toEqual([3, 4])
  })

  it('ignores a response after the session has changed', async () => {
    const { now, settle: answers, created } = after(...TO_REVIEW, CREATE, { type: 'session.changed' })
    await answers({ type: 'creation.done', strategyId: 's-1' })
    expect([created, wizardStep(now())]).toEqual([[], undefined])
  })
})
