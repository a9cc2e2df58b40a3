import { describe, expect, it } from 'vitest'
import type { ConfluenceRule } from '#contract/strategies/definition.ts'
import { recordTrade, evaluate, NO_TRADES, prepare, type TradeHistory } from '#server/strategies/evaluator/evaluate.ts'
import { nearestMiss } from '#server/strategies/evaluator/nearest-miss.ts'
import { NOON, marketStateOf, streamSignal, ruleOver, sourceOn, strategyBody } from '#test/support/server/strategies.ts'

type Said = readonly [score: number, confidence?: number, ageS?: number]

const NAMES = ['m1', 'm5', 'm15', 'h1'] as const

/** A strategy of one rule over the sources m1, m5, m15 and h1, as many as speak. */
function decide(
  rule: Partial<ConfluenceRule>,
  said: readonly Said[],
  { acts = NO_TRADES, risk = {} }: { acts?: TradeHistory; risk?: object } = {},
) {
  const names = NAMES.slice(0, Math.max(2, said.length))
  const parts = strategyBody({
    signal_sources: names.map((name) => sourceOn(`technical_indicators:${name}`)),
    confluence_rules: [
      ruleOver(names.slice(0, said.length), {
        minimum_sources: 1,
        minimum_total_weight: 0,
        consensus_threshold: 0,
        ...rule,
      }),
    ],
    risk_parameters: { min_signal_strength: null, signal_cooldown_minutes: null, max_daily_trades: null, ...risk },
  })
  const readings = said.map(([score, confidence = 1, age = 0], n) => [
    `technical_indicators:${NAMES[n]}`,
    streamSignal({ score, confidence }, { asOf: NOON - age * 1000 }),
  ])
  return evaluate(prepare(parts, 'BTCUSD'), marketStateOf(Object.fromEntries(readings)), acts, NOON)
}
const typeOf = (...given: Parameters<typeof decide>) => decide(...given).outcome.decision_type
const custom = (custom_function: ConfluenceRule['custom_function']) => ({
  operator: 'custom_function' as const,
  custom_function,
})

describe('operators', () => {
  it.each<[string, Partial<ConfluenceRule>, readonly Said[], string]>([
    ['[SG-31] and: all for', { operator: 'and' }, [[1], [0.6]], 'BUY'],
    ['[SG-31] and: one undecided', { operator: 'and' }, [[1], [0.5]], 'HOLD'],
    ['[SG-31] and: one against', { operator: 'and' }, [[-1], [1]], 'HOLD'],
    ['[SG-31] and: one thrown out does not count', { operator: 'and' }, [[-1], [1, 0.4]], 'SELL'],
    ['[SG-32] or: one of three', { operator: 'or' }, [[0], [-0.8], [0.1]], 'SELL'],
    ['[SG-32] or: nobody', { operator: 'or' }, [[0.5], [-0.5]], 'HOLD'],
    [
      '[SG-32] or: the side with more confidence',
      { operator: 'or' },
      [
        [1, 0.6],
        [-1, 0.9],
      ],
      'SELL',
    ],
    [
      '[SG-32] or: two equal sides',
      { operator: 'or' },
      [
        [1, 0.6],
        [-1, 0.6],
      ],
      'HOLD',
    ],
    ['[SG-33] average above the thresholds', { operator: 'weighted_average' }, [[1], [0.2]], 'BUY'],
    ['[SG-33] average below the thresholds', { operator: 'weighted_average' }, [[1], [0.1]], 'HOLD'],
    [
      '[SG-33] average by confidence',
      { operator: 'weighted_average' },
      [
        [-1, 1],
        [0.1, 0.5],
      ],
      'SELL',
    ],
    ['[SG-34] majority', { operator: 'majority_vote' }, [[1], [1], [-1]], 'BUY'],
    ['[SG-34] half is no majority', { operator: 'majority_vote' }, [[1], [0]], 'HOLD'],
    ['[SG-35] no opposition, undecided allowed', custom('no_opposition'), [[1], [0.3]], 'BUY'],
    ['[SG-35] opposition', custom('no_opposition'), [[1], [1], [-0.6]], 'HOLD'],
    ['[SG-35] two thirds', custom('two_thirds'), [[-1], [-1], [1]], 'SELL'],
    ['[SG-35] less than two thirds', custom('two_thirds'), [[-1], [-1], [1], [1]], 'HOLD'],
    ['[SG-35] the strongest signal', custom('strongest_signal'), [[0.7], [0.7], [-1]], 'SELL'],
    ['[SG-35] the strongest signal is undecided', custom('strongest_signal'), [[0.59], [0.6, 0.5]], 'HOLD'],
    ['[SG-35] of equally strong signals the first of the rule', custom('strongest_signal'), [[0.7], [-0.7]], 'BUY'],
    ['[SG-35] the slowest leads', custom('slowest_leads'), [[0.2], [0.3], [1]], 'BUY'],
    ['[SG-35] the slowest is undecided', custom('slowest_leads'), [[1], [1], [0.3]], 'HOLD'],
    ['[SG-35] the slowest is opposed', custom('slowest_leads'), [[-1], [0.3], [1]], 'HOLD'],
  ])('%s', (_, rule, said, type) => {
    expect(typeOf(rule, said)).toBe(type)
  })
})

describe('requirements of a rule', () => {
  it('[SG-30] counts, quorum and consensus, required and reached', () => {
    const needed = { minimum_sources: 2, minimum_total_weight: 0.9, consensus_threshold: 0.9 }
    const { trace } = decide({ operator: 'or', ...needed }, [
      [1, 0.8],
      [-1, 0.5],
      [0, 0.4],
    ])

    expect(trace.rules).toEqual([
      {
        rule_id: 'rule',
        name: 'Together',
        operator: 'or',
        custom_function: null,
        inputs: [
          { source_id: 'm1', excluded: null },
          { source_id: 'm5', excluded: null },
          { source_id: 'm15', excluded: 'low_confidence' },
        ],
        needed: { ...needed, max_time_spread_seconds: 60 },
        reached: { sources: 1, total_weight: expect.closeTo(2 / 3, 10), consensus: 0.4, average: null },
        side: 'BUY',
        unmet: ['minimum_sources', 'minimum_total_weight', 'consensus_threshold'],
        strength: 1,
      },
    ])
    expect(trace.blocked_by).toEqual(['rules'])
  })

  /** What the rule reached, of the signals that were considered. */
  const reached = (rule: Partial<ConfluenceRule>, said: readonly Said[]) => {
    const { sources, consensus } = decide(rule, said).trace.rules[0]?.reached ?? {}
    return [sources, consensus]
  }
  const one: readonly Said[] = [
    [1, 0.8],
    [0.2, 1],
  ]
  it.each<[string, Partial<ConfluenceRule>, number, number]>([
    ['[SG-31] and: both are considered', { operator: 'and' }, 1, 0.4],
    ['[SG-32] or: HOLD is not considered', { operator: 'or' }, 1, 0.8],
    ['[SG-33] weighted average: what leans towards the side supports it', { operator: 'weighted_average' }, 2, 0.9],
    ['[SG-34] majority: both are considered', { operator: 'majority_vote' }, 1, 0.4],
    ['[SG-35] no opposition: HOLD is not considered', custom('no_opposition'), 1, 0.8],
    ['[SG-35] the slowest leads: HOLD is not considered', custom('slowest_leads'), 1, 0.8],
    ['[SG-35] two thirds: both are considered', custom('two_thirds'), 1, 0.4],
    ['[SG-35] the strongest signal: both are considered', custom('strongest_signal'), 1, 0.4],
  ])('%s', (_, rule, sources, consensus) => {
    expect(reached(rule, one)).toEqual([sources, expect.closeTo(consensus, 10)])
  })

  it('[SG-30] a threshold is reached by an equal value', () => {
    expect(
      typeOf({ consensus_threshold: 0.7 }, [
        [1, 0.7],
        [1, 0.7],
        [1, 0.7],
      ]),
    ).toBe('BUY')
    expect(
      typeOf({ consensus_threshold: 0.7 }, [
        [1, 0.7],
        [1, 0.7],
        [1, 0.69],
      ]),
    ).toBe('HOLD')
  })

  it('[SG-36] B12 an hour-old reading of H1 counts beside a new one of M1', () => {
    const spread = { operator: 'and' as const, minimum_sources: 4, max_time_spread_seconds: 60 }
    expect(typeOf(spread, [[1], [1, 1, 299], [1, 1, 899], [1, 1, 3_600]])).toBe('BUY')
    expect(typeOf(spread, [[1], [1, 1, 299], [1, 1, 899], [1, 1, 3_661]])).toBe('HOLD')
  })

  it('[SG-36] signals overdue for much longer than the least overdue are not counted', () => {
    const spread = { operator: 'and' as const, max_time_spread_seconds: 60 }
    expect(typeOf(spread, [[1], [-1, 1, 361]])).toBe('BUY')
    expect(typeOf(spread, [[1], [-1, 1, 360]])).toBe('HOLD')
    expect(decide(spread, [[1], [-1, 1, 361]]).trace.rules[0]?.inputs[1]).toEqual({
      source_id: 'm5',
      excluded: 'time_spread',
    })
  })
})

describe('requirements of a strategy', () => {
  it('[SG-40] all rules, on one side; as strong as the weakest', () => {
    const rules = (second: Partial<ConfluenceRule>) => [
      ruleOver(['m1'], { id: 'a', minimum_sources: 1 }),
      ruleOver(['m5'], { id: 'b', minimum_sources: 1, consensus_threshold: 0.5, ...second }),
    ]
    const outcome = (second: Partial<ConfluenceRule>, score: number) => {
      const parts = strategyBody({ confluence_rules: rules(second) })
      const picture = marketStateOf({
        'technical_indicators:m1': streamSignal({ score: 0.9, confidence: 0.8 }),
        'technical_indicators:m5': streamSignal({ score, confidence: 0.6 }),
      })
      const { outcome: reached, trace } = evaluate(prepare(parts, 'BTCUSD'), picture, NO_TRADES, NOON)
      return { ...reached, blocked: trace.blocked_by }
    }

    expect(outcome({}, 0.7)).toEqual({
      decision_type: 'BUY',
      confidence: expect.closeTo(0.6, 10),
      strength: 0.7,
      blocked: [],
    })
    expect(outcome({}, -0.7)).toMatchObject({ decision_type: 'HOLD', blocked: ['sides_differ'] })
    expect(outcome({ consensus_threshold: 0.9 }, 0.7)).toMatchObject({ decision_type: 'HOLD', blocked: ['rules'] })
  })

  it('[SG-40] the strength of a rule is weighted by weight and confidence, as in the example of the rule', () => {
    const { outcome } = decide({ operator: 'and' }, [
      [0.9, 0.8],
      [0.6, 0.6],
    ])
    expect(outcome).toEqual({
      decision_type: 'BUY',
      confidence: expect.closeTo(0.7, 10),
      strength: expect.closeTo(1.08 / 1.4, 10),
    })
  })

  const since = (minutes: number): TradeHistory => recordTrade(NO_TRADES, NOON - minutes * 60_000)
  it.each<[string, object, TradeHistory, string[]]>([
    ['strong enough', { min_signal_strength: 0.8 }, NO_TRADES, []],
    ['too weak', { min_signal_strength: 0.81 }, NO_TRADES, ['min_signal_strength']],
    ['rested', { signal_cooldown_minutes: 5 }, since(5), []],
    ['just acted', { signal_cooldown_minutes: 5 }, since(4.9), ['signal_cooldown_minutes']],
    ['never acted', { signal_cooldown_minutes: 5 }, NO_TRADES, []],
    ['one more today', { max_daily_trades: 2 }, since(60), []],
    ['enough today', { max_daily_trades: 1 }, since(60), ['max_daily_trades']],
    ['enough yesterday', { max_daily_trades: 1 }, since(12 * 60 + 1), []],
    [
      'all at once',
      { min_signal_strength: 1, signal_cooldown_minutes: 90, max_daily_trades: 1 },
      since(60),
      ['min_signal_strength', 'signal_cooldown_minutes', 'max_daily_trades'],
    ],
  ])('[SG-41] %s', (_, risk, acts, blocks) => {
    const { outcome, trace } = decide({}, [[0.8], [0.8]], { risk, acts })
    expect([trace.blocked_by, outcome.decision_type]).toEqual([blocks, blocks.length === 0 ? 'BUY' : 'HOLD'])
  })
})

describe('the sentence of the nearest miss', () => {
  const sentence = (...given: Parameters<typeof decide>) => nearestMiss(decide(...given).trace)?.sentence

  it.each<[string, Parameters<typeof decide>, string]>([
    [
      'a weak signal',
      [{}, [[1], [0.57]]],
      'For a BUY "Source m5" needed a strength of 0.60 towards BUY (it was 0.57).',
    ],
    [
      'an unsure one',
      [
        { consensus_threshold: 0.9 },
        [
          [-1, 0.7],
          [-1, 1],
        ],
      ],
      'For a SELL "Source m1" needed a confidence of 80 % (it was 70 %).',
    ],
    [
      'an old one',
      [{ minimum_sources: 2 }, [[1], [1, 1, 812]]],
      'For a BUY "Source m5" needed a fresh signal (its next was 8 min 32 s overdue, at most 5 min is allowed).',
    ],
    [
      'one behind the others',
      [{ minimum_sources: 2 }, [[1], [1, 1, 390]]],
      'For a BUY "Source m5" needed a newer signal (it was 6 min 30 s old).',
    ],
    [
      'a closed gate',
      [{}, [[-1], [-1]], { risk: { max_daily_trades: 1 }, acts: recordTrade(NO_TRADES, NOON - 60_000) }],
      'For a SELL fewer than 1 decisions had to be made that day (there were 1).',
    ],
  ])('[SG-50] %s', (_, given, words) => {
    expect(sentence(...given)).toBe(words)
  })

  it('[SG-50] a signal that never came', () => {
    const parts = strategyBody()
    const picture = marketStateOf({ 'technical_indicators:m1': streamSignal({ score: 1, confidence: 1 }) })
    const { trace } = evaluate(prepare(parts, 'BTCUSD'), picture, NO_TRADES, NOON)

    expect(nearestMiss(trace)).toEqual({
      toward: 'BUY',
      sentence:
        'For a BUY "Source m5" needed a strength of 0.60 towards BUY and a confidence of 50 % and a fresh signal (it had none).',
      changes: [{ kind: 'signal', source_id: 'm5', value: 0.6, confidence: 0.5, age_seconds: 0 }],
    })
  })
})
