import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { levelSetSchema } from '#contract/payloads/levels.ts'
import { meaningAt, payloadSchemaOf } from '#contract/payloads/meanings.ts'
import { INDICATOR_CATEGORY, CANDLE_CATEGORY, SIGNAL_CATEGORY, ANALYSIS_CATEGORY } from '#contract/payloads/streams.ts'
import { unitText, UNITS } from '#contract/units.ts'

/** Every module of the contract with payloads, so that a new one is found. */
const MODULES = import.meta.glob<Record<string, unknown>>('/contract/payloads/*.ts', { eager: true })

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
  .flatMap(([name, value]): (readonly [string, z.ZodMiniType])[] =>
    value instanceof z.ZodMiniType && isPayload(z.toJSONSchema(value)) ? [[name, value]] : [],
  )

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
    for (const [name, schema] of payloads) expect(payloadSchemaOf(...(STREAMS[name] ?? ['', '']))).toBe(schema)
  })

  it.each(payloads)('%s: every field has a meaning, every number a unit, and every share a kind', (_, schema) => {
    const fields = fieldsOf(z.toJSONSchema(schema)).map((field) => ({
      ...field,
      meaning: meaningAt(schema, field.steps),
    }))
    expect(fields.length).toBeGreaterThan(8)
    const pathsOf = (wrong: typeof fields) => wrong.map(({ path }) => path)
    expect(pathsOf(fields.filter(({ meaning }) => meaning === undefined))).toEqual([])
    expect(pathsOf(fields.filter(({ meaning, isNumber }) => (meaning?.unit !== undefined) !== isNumber))).toEqual([])
    expect(pathsOf(fields.filter(({ meaning }) => meaning?.unit === 'share' && meaning.kind === undefined))).toEqual([])
  })

  it.each(payloads)('%s: are phrases, not names', (_, schema) => {
    for (const { steps } of fieldsOf(z.toJSONSchema(schema)))
      expect(meaningAt(schema, steps)?.description).toMatch(/^\S+ .*[^.\s]$/)
  })

  it('are not invented for what is unknown', () => {
    expect(payloadSchemaOf('news', 'headlines')).toBeUndefined()
    expect(meaningAt(levelSetSchema, ['constructor'])).toBeUndefined()
    expect(meaningAt(levelSetSchema, ['summary', 'mood'])).toBeUndefined()
  })

  it('have units with the currencies of the pair', () => {
    expect(UNITS.slice(0, 3).map((unit) => unitText(unit, 'ETHUSD'))).toEqual(['USD', 'ETH', 'ETH/min'])
    expect(UNITS.slice(0, 3).map((unit) => unitText(unit, undefined))).toEqual(['', '', ''])
  })
})
