import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStreamKey } from '#contract/stream-keys.ts'
import { humanize } from '#src/analysis/fields.ts'
import { CARD_NAMES, type CardName } from '#src/features/dashboard/cards.ts'
import { viewOf } from '#src/features/monitoring/summaries/view.ts'
import { formatMoveSize, formatNumber, formatPercent, formatPrice } from '#src/ui/format/number.ts'
import { formatDuration } from '#src/ui/format/time.ts'
import { analysedPayloads } from '#test/support/data/analysed-payloads.ts'
import { mutated } from '#test/support/data/mutations.ts'
import * as payloads from '#test/support/data/payloads.ts'
import { KEYS, wrapped } from '#test/support/data/payloads.ts'
import { readCard } from '#test/support/client/views.ts'

const monitored = (name: CardName, data: unknown) => viewOf({ ...parseStreamKey(KEYS[name]), key: KEYS[name], data })

/** What monitoring has to show of a message of the cards that it knows: the values that both screens show, formatted. */
const SHARED: Partial<Record<CardName, (data: unknown, key: string) => object | undefined>> = {
  structure(data, key) {
    const { model, header } = readCard('structure', data, key)
    const [newest] = model?.breaks ?? []
    return (
      model && {
        headline: {
          text: model.regime,
          note: model.confidence === undefined ? 'N/A' : `${formatPercent(model.confidence)} to last an hour`,
        },
        ratios: [{ value: model.trendStrength ?? null }, { value: model.momentum ?? null }],
        values: [
          ...(model.volatility === undefined ? [] : [{ label: 'Volatility', value: humanize(model.volatility) }]),
          ...(model.regimeDuration === undefined
            ? []
            : [{ label: 'Duration', value: formatDuration(model.regimeDuration * 1000) }]),
        ],
        note: newest ? `${newest.fullName} at ${formatPrice(newest.price, header.pair)}` : 'No break of structure',
      }
    )
  },
  patterns(data, key) {
    const { model } = readCard('patterns', data, key)
    return (
      model && {
        headline: { text: model.highlight?.name ?? 'No significant patterns detected' },
        ratio: { value: model.summary.confidence },
        groups: model.groups.map(({ timeframe, patterns }) => `${timeframe} ${patterns.length}`),
        note: model.highlight?.insight ?? '',
      }
    )
  },
  levels(data, key) {
    const { model, header } = readCard('levels', data, key)
    const row = ({ price, score }: { readonly price: number; readonly score: number }) => ({
      price: formatPrice(price, header.pair),
      strength: score,
    })
    return (
      model && {
        priceLevels: [...model.resistance.slice(0, 2).toReversed(), ...model.support.slice(0, 2)].map(row),
        ratios: [{ value: model.summary.confidence }, { value: model.summary.alignment }],
      }
    )
  },
  indicators(data, key) {
    const { model } = readCard('indicators', data, key)
    return (
      model && {
        rsiText: formatNumber(model.values.rsi14, 1),
        note: `${model.activeCount} active ${model.activeCount === 1 ? 'indicator' : 'indicators'}`,
      }
    )
  },
  confluence(data, key) {
    const { model } = readCard('confluence', data, key)
    if (model === undefined) return undefined
    const on = model.primaryTimeframe === undefined ? '' : ` on ${model.primaryTimeframe}`
    const zones = `${model.zones.length} confluence ${model.zones.length === 1 ? 'zone' : 'zones'}`
    return {
      headline: {
        text: `${humanize(model.direction)}${on}`,
        note: model.expectedMove === undefined ? 'no expected move' : `${formatMoveSize(model.expectedMove)} expected`,
      },
      ratios: [{ value: model.confidence }, { value: model.strength ?? null }],
      note: model.volatility === undefined ? zones : `${zones} · ${model.volatility} volatility`,
    }
  },
}

const real = analysedPayloads()

describe.each(CARD_NAMES.filter((name) => name in SHARED))('[MA-74] %s', (name) => {
  it('has the same values and problems on the dashboard and in monitoring, whatever the payload', () => {
    const seen = { summarized: 0, raw: 0 }
    fc.assert(
      fc.property(mutated(real[name]), (data) => {
        const { model, isOfKind, header, problems } = readCard(name, data)
        const { summary, exchange, problems: monitoredProblems } = monitored(name, data)
        expect(exchange).toBe(header.exchange)
        if (data === null || data === undefined) return
        expect(monitoredProblems).toEqual(problems)
        expect(summary?.kind).toBe(isOfKind ? name : 'raw')
        expect(isOfKind && model === undefined).toBe(false)
        seen[isOfKind ? 'summarized' : 'raw'] += 1
        if (isOfKind) expect(summary).toMatchObject(SHARED[name]?.(data, KEYS[name]) ?? {})
      }),
      { numRuns: 500 },
    )
    expect(Math.min(seen.summarized, seen.raw)).toBeGreaterThan(0)
  })
})

describe('a value that is missing or unusual', () => {
  const both = (name: CardName, payload: object) => {
    const data = wrapped(name, payload)
    return { summary: monitored(name, data).summary, ...readCard(name, data) }
  }

  it('[MA-75] regime confidence never replaces the confidence of the regime', () => {
    const structure = payloads.marketStructure({ regime_confidence: 0.71 })
    const unnamed = { ...structure, market_regime: null }
    const { summary, model } = both('structure', unnamed)
    expect([model, summary]).toMatchObject([
      { confidence: undefined, regimeConfidence: 0.71 },
      { headline: { note: 'N/A' } },
    ])
    const other = both('structure', { ...unnamed, confidence: 0.4 })
    expect([other.model, other.summary]).toMatchObject([
      { confidence: 0.4 },
      { headline: { text: 'Bearish normal volatility', note: '40% to last an hour' } },
    ])
  })

  it.each([
    ['medium', [{ label: 'Volatility', value: 'Normal' }]],
    ['extreme', []],
  ])('[MA-16] volatility %s of a regime is shown as %j', (volatility_regime, expected) => {
    const { summary } = both('structure', { ...payloads.marketStructure(), volatility_regime, regime_duration: null })
    expect(summary).toMatchObject({ values: expected })
  })

  it('[MA-20] a missing confluence confidence is zero and a problem', () => {
    const { summary, model, problems } = both('confluence', { ...payloads.crossTimeframe(), confidence_metrics: null })
    expect([model, summary]).toMatchObject([
      { confidence: 0 },
      {
        ratios: [
          { value: 0, text: '0%' },
          { value: 0.2, text: '20%' },
        ],
      },
    ])
    expect(problems.map(({ code }) => code)).toEqual(['invalid_confidence'])
  })

  it('[MA-10] an incomplete summary is zero', () => {
    const summary = { overall_confidence: 0.9 }
    expect(both('levels', { ...payloads.levelSet(), summary }).summary).toMatchObject({
      ratios: [{ value: 0 }, { value: 0 }],
    })
    expect(both('patterns', { ...payloads.patternAnalysis(), summary }).summary).toMatchObject({ ratio: { value: 0 } })
  })

  it('[MA-7] [MA-14] [MA-17] [MA-20] an incomplete item is left out', () => {
    const structure_breaks = [{ ...payloads.structureBreak(), timeframe: undefined }]
    const support_levels = [{ ...payloads.level(), age_hours: null }]
    const confluence_zones = [{ ...payloads.confluenceZone(), price_level: null }]
    expect(both('structure', { ...payloads.marketStructure(), structure_breaks }).summary).toMatchObject({
      note: 'No break of structure',
    })
    expect(both('levels', { ...payloads.levelSet(), support_levels }).summary).toMatchObject({
      priceLevels: [{ label: 'Resistance 1' }],
    })
    expect(
      both('patterns', { ...payloads.patternAnalysis(), patterns: { M5: [{}], M30: [payloads.pattern()] } }).summary,
    ).toMatchObject({ groups: [] })
    expect(both('confluence', { ...payloads.crossTimeframe(), confluence_zones }).summary).toMatchObject({
      note: '0 confluence zones · high volatility',
    })
  })

  it('[MA-76] an indicator that the specification does not name is not counted', () => {
    const { summary, model } = both('indicators', { ...payloads.snapshot(), rain: 7 })
    expect([model, summary]).toMatchObject([{ activeCount: 1 }, { note: '1 active indicator' }])
  })
})
