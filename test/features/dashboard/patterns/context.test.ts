import { expect, it } from 'vitest'
import { readPatterns } from '#src/analysis/patterns.ts'
import { contextRows } from '#src/features/dashboard/patterns/PatternsCard.tsx'
import { KEYS, patternAnalysis, wrapped } from '#test/support/data/payloads.ts'

function rowsOf(market_context: unknown) {
  const { model, header } = readPatterns(wrapped('patterns', { ...patternAnalysis(), market_context }), KEYS.patterns)
  return model && contextRows(model.context, header)
}

it('[MA-13] formats a market context of text or of any plain values', () => {
  expect(rowsOf('Quiet')).toEqual([{ label: 'Context', value: 'Quiet' }])
  expect(rowsOf({ session: 'asia', is_holiday: false, score: 0.123, volume_ratio: 0.22, price: 1_000.06 })).toEqual([
    { label: 'Session', value: 'Asia' },
    { label: 'Is holiday', value: 'No' },
    { label: 'Score', value: '0.12' },
    { label: 'Volume ratio', value: '0.22× average' },
    { label: 'Price', value: '1,000.1' },
  ])
})
