import { describe, expect, it } from 'vitest'
import { CATALOGUE, type CatalogueStream } from '#contract/strategies/catalogue.ts'
import { customStrategySchema } from '#contract/strategies/definition.ts'
import { EMPTY_DRAFT, type Draft } from '#src/machines/wizard/draft.ts'
import { definitionOf } from '#src/machines/wizard/definition.ts'
import { createWizard, CROSS, NOW, streamNamed, STRUCTURE, TO_REVIEW } from '#test/support/client/wizard.ts'

const weightConfig = (weight: number) => ({
  weight,
  min_confidence: 0.5,
  max_age_seconds: 300,
  confidence_multiplier: 1,
  volume_weight: false,
  timeframe_bias: null,
})

describe('[TG-9] the request of a completed wizard', () => {
  it('matches the specification field by field', () => {
    const { send, sent } = createWizard()
    send(...TO_REVIEW, { type: 'create' })
    expect(sent[0]).toEqual({
      id: `custom_${NOW}`,
      name: 'Trend and structure',
      description: 'Both at once',
      version: '1.0',
      status: 'active',
      exchanges: ['kraken'],
      symbols: ['BTCUSD'],
      signal_sources: [
        {
          id: 'tdp:kraken:BTCUSD:analysis:cross_timeframe_analysis',
          name: 'Cross-Timeframe Analysis',
          source_type: 'advanced_analysis',
          stream_category: 'analysis',
          stream_subcategory: 'cross_timeframe_analysis',
          exchange_filter: ['kraken'],
          symbol_filter: ['BTCUSD'],
          timeframe_filter: ['m5', 'm15', 'm30', 'h1', 'h4'],
          weight_config: weightConfig(1),
          threshold_buy: 0.6,
          threshold_sell: 0.6,
          invert_signal: false,
          data_path: null,
          transformation: null,
        },
        {
          id: 'tdp:kraken:BTCUSD:analysis:market_structure',
          name: 'Market Structure Analysis',
          source_type: 'analysis',
          stream_category: 'analysis',
          stream_subcategory: 'market_structure',
          exchange_filter: ['kraken'],
          symbol_filter: ['BTCUSD'],
          timeframe_filter: ['m5', 'm15', 'm30', 'h1'],
          weight_config: weightConfig(1),
          threshold_buy: 0.6,
          threshold_sell: 0.6,
          invert_signal: false,
          data_path: null,
          transformation: null,
        },
      ],
      confluence_rules: [
        {
          id: 'id-2',
          name: 'Agreement',
          operator: 'and',
          source_ids: [CROSS.id, STRUCTURE.id],
          minimum_sources: 2,
          minimum_total_weight: 0.6,
          consensus_threshold: 0.6,
          max_time_spread_seconds: 60,
          custom_function: null,
        },
      ],
      risk_parameters: {
        max_position_size: 1000,
        max_position_unit: 'usd',
        max_daily_trades: null,
        stop_loss_percentage: 2,
        take_profit_percentage: 3,
        min_signal_strength: 0.6,
        signal_cooldown_minutes: 5,
      },
    })
  })

  const built = (part: Partial<Draft>) => definitionOf({ ...EMPTY_DRAFT, ...part }, NOW)
  const risk = (part: Partial<Draft['risk']>) => built({ risk: { ...EMPTY_DRAFT.risk, ...part } }).risk_parameters

  it.each([
    [59, 0],
    [60, 1],
    [300, 5],
    [359, 5],
    [0, 0],
    [null, null],
  ])('a signal timeout of %s s is a cooldown of %s minutes', (signalTimeoutS, minutes) => {
    expect(risk({ signalTimeoutS }).signal_cooldown_minutes).toBe(minutes)
  })

  it('an empty take profit is no target, and 0 is 0', () => {
    expect(risk({ takeProfitPct: null }).take_profit_percentage).toBeNull()
    expect(risk({ takeProfitPct: 0 }).take_profit_percentage).toBe(0)
  })

  it('takes category and subcategory from the stream id, with defaults', () => {
    const partsOf = (id: string) => {
      const [source] = built({
        sources: [{ id, stream: { ...CROSS, id }, timeframes: CROSS.timeframes, weight: 1 }],
      }).signal_sources
      return [source?.stream_category, source?.stream_subcategory]
    }
    expect(partsOf('tdp:kraken:BTCUSD:technical_indicators:h4')).toEqual(['technical_indicators', 'h4'])
    expect(partsOf('tdp:kraken:BTCUSD:analysis')).toEqual(['analysis', 'm1'])
    expect(partsOf('tdp:kraken:BTCUSD')).toEqual(['technical_indicators', 'm1'])
  })

  it('filters by the pair of the draft, not of the stream', () => {
    const made = built({
      pair: 'ETHUSD',
      sources: [{ id: CROSS.id, stream: CROSS, timeframes: CROSS.timeframes, weight: 1.7 }],
    })
    expect([made.symbols, made.signal_sources[0]?.symbol_filter, made.signal_sources[0]?.weight_config]).toEqual([
      ['ETHUSD'],
      ['ETHUSD'],
      weightConfig(1.7),
    ])
  })

  it('[TG-28] names a source briefly, with its timeframes if they are not all', () => {
    const named = (stream: CatalogueStream, timeframes = stream.timeframes) => {
      const [source] = built({ sources: [{ id: stream.id, stream, timeframes, weight: 1 }] }).signal_sources
      return [source?.name, source?.timeframe_filter]
    }
    expect(named(streamNamed('Technical indicators'))).toEqual(['Technical indicators M1', ['m1']])
    expect(named(STRUCTURE)).toEqual(['Market Structure Analysis', ['m5', 'm15', 'm30', 'h1']])
    expect(named(STRUCTURE, ['M15', 'H1'])).toEqual(['Market Structure Analysis M15 H1', ['m15', 'h1']])
  })

  it('is accepted by the service for every stream of the catalogue', () => {
    const sources = CATALOGUE.map((stream) => ({ id: stream.id, stream, timeframes: stream.timeframes, weight: 0.1 }))
    const rule = {
      id: 'r',
      name: 'All',
      operator: 'or',
      minSignals: 1,
      confidenceThreshold: 1,
      sourceIds: CATALOGUE.map(({ id }) => id),
    } as const
    const made = built({ name: 'n', description: 'd', sources, rules: [rule] })
    expect(customStrategySchema.safeParse(made).error?.issues).toBeUndefined()
    expect(
      made.signal_sources.find(({ id }) => id === streamNamed('Technical indicators').id)?.timeframe_filter,
    ).toEqual(['m1'])
  })
})
