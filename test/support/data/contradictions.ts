import { STRONG_ZONE } from '#contract/payloads/cross-timeframe.ts'
import { leanOf } from '#contract/payloads/directions.ts'
import type { StructureVolatility } from '#contract/payloads/structure.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { readConfluence, type ConfluenceModel } from '#src/analysis/confluence.ts'
import { readIndicators, type IndicatorsModel } from '#src/analysis/indicators.ts'
import { readLevels, type LevelModel, type LevelsModel } from '#src/analysis/levels.ts'
import type { ParsedPayload } from '#src/analysis/payload.ts'
import { isAgainst, readPatterns, type PatternsModel } from '#src/analysis/patterns.ts'
import { readStructure, type StructureModel } from '#src/analysis/structure.ts'
import { volatilityOf } from '#src/features/dashboard/indicators/scores.ts'
import { zonesOf } from '#src/features/dashboard/levels/zones.ts'
import {
  agreementOf,
  confluenceReadings,
  patternReadings,
  structureReadings,
  trendReading,
  type MatrixRow,
} from '#src/features/dashboard/matrix/directions.ts'
import { TIMEFRAME_WEIGHT } from '#server/analysis/candles/math.ts'

/** What the dashboard shows at one moment. */
export interface Screen {
  /** Market time, unix ms. */
  readonly now: number
  /** Close of the last candle. */
  readonly price: number
  readonly structure: ParsedPayload<StructureModel>
  readonly patterns: ParsedPayload<PatternsModel>
  readonly levels: ParsedPayload<LevelsModel>
  readonly confluence: ParsedPayload<ConfluenceModel>
  readonly indicators: Partial<Record<AnalysisTimeframe, ParsedPayload<IndicatorsModel>>>
}

/** Reads the screen from messages by stream name ('market_structure', 'm15'); undefined while one is missing. */
export function screenOf(message: (name: string) => unknown, now: number, price: number): Screen {
  const indicators = ANALYSIS_TIMEFRAMES.flatMap((timeframe) => {
    const data = message(timeframe.toLowerCase())
    return data === undefined ? [] : [[timeframe, readIndicators(data)]]
  })
  return {
    now,
    price,
    structure: readStructure(message('market_structure')),
    patterns: readPatterns(message('consolidated_patterns')),
    levels: readLevels(message('support_resistance')),
    confluence: readConfluence(message('cross_timeframe_analysis')),
    indicators: Object.fromEntries(indicators),
  }
}

/** Two figures of one screen, by what both show. */
type Pair = readonly [what: string, one: unknown, other: unknown]

const threeWords = (word: string | undefined): string | undefined => (word === 'extreme' ? 'high' : word)
const near = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.round(value * 1e9) / 1e9

function volatility({ structure, patterns, confluence, indicators }: Screen): Pair[] {
  const { model } = confluence
  const votes = model?.timeframes ?? []
  const of = (timeframe: AnalysisTimeframe) => votes.find((vote) => vote.timeframe === timeframe)?.volatility
  const weights = new Map<StructureVolatility, number>()
  for (const { timeframe, volatility: word } of votes)
    if (word !== undefined) weights.set(word, (weights.get(word) ?? 0) + TIMEFRAME_WEIGHT[timeframe])
  const most = Math.max(...weights.values())
  const known = votes.filter((vote) => vote.volatility !== undefined)
  const regime = threeWords(model?.volatility)
  const context = Array.isArray(patterns.model?.context) ? patterns.model.context : []
  return [
    ...known.map(({ timeframe, volatility: word }): Pair => {
      const { values, volatilityRanks } = indicators[timeframe]?.model ?? {}
      return [`volatility ${timeframe}`, word, values && volatilityOf(values, volatilityRanks)?.rating]
    }),
    ['volatility of the structure', structure.model?.volatility, of('M15') ?? 'normal'],
    ['volatility in the regime', structure.model?.regime.includes(`${structure.model.volatility} volatility`), true],
    [
      'volatility of the context',
      context.find(({ name }) => name === 'volatility')?.value,
      structure.model?.volatility,
    ],
    ['volatility of most', known.length === 0 || weights.get(regime as StructureVolatility) === most, true],
    [
      'volatility alignment',
      near(model?.alignment),
      known.length === 0 ? 0 : near(known.filter((vote) => vote.volatility === regime).length / known.length),
    ],
  ]
}

function rowsOf({ structure, patterns, confluence, indicators }: Screen): readonly MatrixRow[] {
  const trends = ANALYSIS_TIMEFRAMES.flatMap((timeframe) => {
    const reading = trendReading(indicators[timeframe]?.model)
    return reading === undefined ? [] : [[timeframe, reading] as const]
  })
  return [
    { source: 'Trend', card: 'indicators', readings: Object.fromEntries(trends) },
    { source: 'Structure', card: 'structure', readings: structureReadings(structure.model) },
    { source: 'Patterns', card: 'patterns', readings: patternReadings(patterns.model) },
    { source: 'Confluence', card: 'confluence', readings: confluenceReadings(confluence.model) },
  ]
}

/** The trend of a timeframe is one fact: cards, context, phase and matrix name the same. */
function trends(screen: Screen): Pair[] {
  const { structure, patterns } = screen
  const context = Array.isArray(patterns.model?.context) ? patterns.model.context : []
  const trend = rowsOf(screen)[0]?.readings['M15']?.direction
  const { phase } = structure.model ?? {}
  const opposite = trend === 'bullish' ? 'bearish' : trend === 'bearish' ? 'bullish' : undefined
  return [
    ['trend of the context', context.find(({ name }) => name === 'trend')?.value, trend ?? 'neutral'],
    ['a phase against the trend', phase !== undefined && phase === opposite, false],
  ]
}

const FITTING = { bullish: 'bullish', bearish: 'bearish', ranging: 'neutral', transitional: 'neutral' } as const

function directions(screen: Screen): Pair[] {
  const { structure, patterns, confluence } = screen
  const rows = rowsOf(screen)
  const cells = rows.flatMap(({ readings }) => Object.values(readings))
  const count = (direction: string) => cells.filter((cell) => cell.direction === direction).length
  const sentence = agreementOf(rows)
  const said = (word: string) => Number(new RegExp(`(\\d+) (?:of \\d+ )?${word}`).exec(sentence)?.[1])
  const { phase = 'neutral', regime, regimeConfidence } = structure.model ?? {}
  const structures = Object.values(rows[1]?.readings ?? {})
  const fitting = phase === 'neutral' ? [] : structures.filter((each) => each.direction === FITTING[phase])
  const { model } = confluence
  const votes = (model?.timeframes ?? []).flatMap(({ timeframe, direction }) =>
    direction === undefined ? [] : [{ weight: TIMEFRAME_WEIGHT[timeframe], direction }],
  )
  const total = votes.reduce((sum, { weight }) => sum + weight, 0)
  const mean = votes.reduce((sum, { weight, direction }) => sum + weight * direction, 0) / Math.max(total, 1e-9)
  const same = votes.filter(({ direction }) => Math.sign(direction) === Math.sign(mean))
  const all = ANALYSIS_TIMEFRAMES.reduce((sum, timeframe) => sum + TIMEFRAME_WEIGHT[timeframe], 0)
  const { bias = 'neutral', groups = [], highlight } = patterns.model ?? {}
  const sides = groups.flatMap((group) => group.patterns.map(({ direction }) => direction))
  const highlighted = groups
    .find(({ timeframe }) => timeframe === highlight?.timeframe)
    ?.patterns.some(({ name, confidence }) => name === highlight?.name && confidence === highlight.confidence)
  return [
    ['regime names its phase', regime?.toLowerCase().startsWith(phase), true],
    [
      'regime confidence and the structures',
      near(regimeConfidence),
      near(structures.length === 0 ? 0 : fitting.length / structures.length),
    ],
    ['signal and the timeframes', model?.direction, leanOf(mean)],
    ['strength of the signal', near(model?.strength), near(Math.abs(mean))],
    [
      'confidence of the signal',
      near(model?.confidence),
      near(same.reduce((sum, { weight }) => sum + weight, 0) / all),
    ],
    ['a bias has a pattern of its side', bias === 'neutral' || sides.some((side) => side === bias), true],
    [
      'patterns of the other side are marked',
      sides.filter((side) => isAgainst(side, bias)).length,
      bias === 'neutral' ? 0 : sides.filter((side) => side !== bias && side !== 'none').length,
    ],
    ['the highlighted pattern is listed', highlight === undefined || highlighted === true, true],
    ...(sentence.startsWith('No agreement')
      ? [
          ['bullish in the sentence', said('bullish'), count('bullish')] as const,
          ['bearish in the sentence', said('bearish'), count('bearish')] as const,
          ['neither in the sentence', said('neither'), count('neutral') + count('mixed')] as const,
        ]
      : [
          [
            'agreeing in the sentence',
            said('(?:bullish|bearish)'),
            Math.max(count('bullish'), count('bearish')),
          ] as const,
        ]),
  ]
}

const isNearestFirst = (prices: readonly number[], price: number): boolean =>
  prices.every((each, index) => index === 0 || Math.abs(prices[index - 1]! - price) <= Math.abs(each - price))

function prices({ price, structure, levels, confluence, patterns }: Screen): Pair[] {
  const { support = [], resistance = [], total = 0 } = levels.model ?? {}
  const all = [...support, ...resistance]
  const sideOf = (each: LevelModel | undefined) => each && (support.includes(each) ? 'Support' : 'Resistance')
  const levelAt = (at: number) => all.find((each) => each.price === at)
  const { clusters = [] } = structure.model ?? {}
  const { zones = [] } = confluence.model ?? {}
  const strong = zones.filter(({ score }) => score >= STRONG_ZONE)
  const context = Array.isArray(patterns.model?.context) ? patterns.model.context : []
  const nearest = (name: string) => context.find((each) => each.name === name)?.value
  return [
    ['supports below the price', support.filter((each) => each.price > price), []],
    ['resistances above the price', resistance.filter((each) => each.price < price), []],
    [
      'supports nearest first',
      isNearestFirst(
        support.map((each) => each.price),
        price,
      ),
      true,
    ],
    [
      'resistances nearest first',
      isNearestFirst(
        resistance.map((each) => each.price),
        price,
      ),
      true,
    ],
    [
      'clusters nearest first',
      isNearestFirst(
        clusters.map(({ level }) => level),
        price,
      ),
      true,
    ],
    [
      'strong zones nearest first',
      isNearestFirst(
        strong.map((each) => each.price),
        price,
      ),
      true,
    ],
    ['strong zones before weak ones', zones.slice(0, strong.length), strong],
    ...clusters.map(({ kind, level, strength, touches }): Pair => {
      const same = levelAt(level)
      return [`cluster at ${level}`, [kind, strength, touches], [sideOf(same), same?.score, same?.touches]]
    }),
    ...zones.map(({ price: at, score, reaction }): Pair => [
      `zone at ${at}`,
      [reaction, score],
      ['Even', levelAt(at)?.score],
    ]),
    ['nearest support', nearest('nearest_support'), support[0]?.price],
    ['nearest resistance', nearest('nearest_resistance'), resistance[0]?.price],
    ['levels in the menu', levels.model && zonesOf(levels.model).length, all.length],
    ['levels in all', total >= all.length, true],
  ]
}

function clocks(screen: Screen): Pair[] {
  const { now, structure, patterns, levels, confluence, indicators } = screen
  const cells = rowsOf(screen).flatMap(({ readings }) => Object.values(readings))
  const late = Object.entries(indicators).filter(([, each]) => (each.header.at ?? Infinity) > now)
  return [
    ...[structure, patterns, levels, confluence].map((each, index): Pair => [`time ${index}`, each.header.at, now]),
    ['indicators from the future', late.map(([timeframe]) => timeframe), []],
    ['breaks from the future', structure.model?.breaks.filter(({ at }) => at > now), []],
    ['directions since the future', cells.filter(({ since }) => (since?.at ?? 0) > now), []],
    ['directions since no time', cells.filter(({ since }) => since === undefined), []],
    ['phase since the future', (structure.model?.regimeDuration ?? 0) >= 0, true],
  ]
}

/** Figures of the screen that contradict each other by their own definitions. */
export const contradictions = (screen: Screen): string[] =>
  [...volatility(screen), ...directions(screen), ...trends(screen), ...prices(screen), ...clocks(screen)]
    .filter(([, one, other]) => JSON.stringify(one) !== JSON.stringify(other))
    .map(([what, one, other]) => `${what}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`)
