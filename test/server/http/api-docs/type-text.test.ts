import { expect, it } from 'vitest'
import { typeText } from '#server/http/api-docs/type-text.ts'

it('[HT-64] writes schemas as TypeScript types, with their descriptions and bounds', () => {
  const candle = {
    type: 'object',
    properties: {
      time: { type: 'integer', minimum: 0 },
      prices: { type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'null' }] } },
      gaps: { type: ['array', 'null'], items: { type: ['object', 'null'], properties: { at: { type: 'number' } } } },
      source: { enum: ['live', 'file'], description: 'Where it comes from.' },
      by_pair: { type: 'object', additionalProperties: { type: 'string', maxLength: 8 } },
    },
    required: ['time'],
  }
  expect(typeText(candle)).toBe(`{
  time: integer  // from 0
  prices?: (number | null)[]
  gaps?: ({
    at?: number
  } | null)[] | null
  source?: "live" | "file"  // Where it comes from
  by_pair?: {
    [name]: string
  }
}`)
})
