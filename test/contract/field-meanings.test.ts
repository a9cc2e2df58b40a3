import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { INDICATOR_CATEGORY, CANDLE_CATEGORY, SIGNAL_CATEGORY, ANALYSIS_CATEGORY } from '#contract/analysis/payloads.ts'
import { meaningAt, meaningsOf } from '#contract/field-meanings/find.ts'
import { unitText, UNITS, type FieldMeanings } from '#contract/field-meanings/meaning.ts'

/** Every module of the contract with payloads, so that a new one is found. */
const MODULES = import.meta.glob<Record<string, unknown>>('/contract/analysis/*.ts', { eager: true })

/** The streams by the schema of their payload. */
const STREAMS: Readonly<Record<string, readonly [category: string, subcategory: string]>> = {
  indicatorSnapshotSchema: [INDICATOR_CATEGORY, 'm1'],
  processedCandleSchema: [CANDLE_CATEGORY, 'm1'],
  signalListSchema: [SIGNAL_CATEGORY, 'ml_signals'],
  levelSetSchema: [ANALYSIS_CATEGORY, 'support_resistance'],
  patternAnalysisSchema: [ANALYSIS_CATEGORY, 'consolidated_patterns'],
  marketStructureSchema: [ANALYSIS_CATEGORY, 'market_structure'],
  divergenceAnalysisSchema: [ANALYSIS_CATEGORY, 'divergence'],
  crossTimeframeSchema: [ANALYSIS_CATEGORY, 'cross_timeframe_analysis'],
}

type JsonSchema = z.core.JSONSchema.BaseSchema

const isPayload = (schema: JsonSchema): boolean =>
  ['timestamp', 'trading_pair', 'exchange'].every((name) => Object.hasOwn(schema.properties ?? {}, name))

const payloads = Object.values(MODULES)
  .flatMap((module) => Object.entries(module))
  .flatMap(([name, value]): (readonly [string, JsonSchema])[] => {
    if (!(value instanceof z.core.$ZodType)) return []
    const schema = z.toJSONSchema(value)
    return isPayload(schema) ? [[name, schema]] : []
  })

interface Field {
  readonly path: string
  readonly steps: readonly (string | number)[]
  readonly isNumber: boolean
}

/** Every field of a schema, those of list items and of timeframes once each. */
function fieldsOf(schema: JsonSchema, steps: readonly (string | number)[] = []): Field[] {
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (options.length > 0) return options.flatMap((each) => fieldsOf(each, steps))
  if (schema.type === 'array') return fieldsOf(schema.items as JsonSchema, [...steps, 0])
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
    fieldsOf(each as JsonSchema, [...steps, name]),
  )
  const byTimeframe =
    schema.propertyNames === undefined ? [] : fieldsOf(schema.additionalProperties as JsonSchema, [...steps, 'H1'])
  const own = { path: steps.join('.'), steps, isNumber: [schema.type].flat().includes('number') }
  return [...(steps.length === 0 || schema.type === 'null' ? [] : [own]), ...named, ...byTimeframe]
}

describe('[MA-79] the meanings of the fields', () => {
  it('are there for every payload of the contract', () => {
    expect(payloads.map(([name]) => name).toSorted()).toEqual(Object.keys(STREAMS).toSorted())
  })

  it.each(payloads)('%s: every field has a meaning, and every number a unit', (name, schema) => {
    const [category, subcategory] = STREAMS[name] ?? ['', '']
    const meanings = meaningsOf(category, subcategory) ?? {}
    const fields = fieldsOf(schema)
    expect(fields.length).toBeGreaterThan(8)
    expect(fields.filter(({ steps }) => meaningAt(meanings, steps) === undefined).map(({ path }) => path)).toEqual([])
    const wrongUnit = fields.filter(
      ({ steps, isNumber }) => (meaningAt(meanings, steps)?.unit !== undefined) !== isNumber,
    )
    expect(wrongUnit.map(({ path }) => path)).toEqual([])
  })

  it.each(payloads)('%s: no meaning is left of a field that is no more', (name, schema) => {
    const [category, subcategory] = STREAMS[name] ?? ['', '']
    const known = new Set(
      fieldsOf(schema).map(({ steps }) => steps.filter((step) => step !== 0 && step !== 'H1').join('.')),
    )
    const described = (meanings: FieldMeanings, path = ''): string[] =>
      Object.entries(meanings).flatMap(([field, { fields = {} }]) => [
        `${path}${field}`,
        ...described(fields, `${path}${field}.`),
      ])
    expect(described(meaningsOf(category, subcategory) ?? {}).filter((path) => !known.has(path))).toEqual([])
  })

  it('are phrases, not names', () => {
    const all = (meanings: FieldMeanings): string[] =>
      Object.values(meanings).flatMap(({ says, fields = {} }) => [says, ...all(fields)])
    for (const [category, subcategory] of Object.values(STREAMS))
      for (const says of all(meaningsOf(category, subcategory) ?? {})) expect(says).toMatch(/^\S+ .*[^.\s]$/)
  })

  it('are not invented for what is unknown', () => {
    expect(meaningsOf('news', 'headlines')).toBeUndefined()
    const levels = meaningsOf(ANALYSIS_CATEGORY, 'support_resistance') ?? {}
    expect(meaningAt(levels, ['constructor'])).toBeUndefined()
    expect(meaningAt(levels, ['summary', 'mood'])).toBeUndefined()
  })

  it('have units with the currencies of the pair', () => {
    expect(UNITS.slice(0, 3).map((unit) => unitText(unit, 'ETHUSD'))).toEqual(['USD', 'ETH', 'ETH/min'])
    expect(UNITS.slice(0, 3).map((unit) => unitText(unit, undefined))).toEqual(['', '', ''])
  })
})
