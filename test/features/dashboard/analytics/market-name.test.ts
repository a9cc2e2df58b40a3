import { expect, it } from 'vitest'
import { readStructure } from '#src/analysis/structure.ts'
import { withMarketName } from '#src/features/dashboard/analytics/market-name.ts'
import { KEYS } from '#test/support/data/payloads.ts'

it('[MA-78] a card names an exchange only for data of that exchange', () => {
  const payload = readStructure({ exchange: 'kraken' }, KEYS.structure)
  const named = (kind: Parameters<typeof withMarketName>[1]) => withMarketName(payload, kind)?.header.exchange
  expect(payload.header.exchange).toBe('Kraken')
  expect(
    ['kraken', 'replay', 'simulated', undefined].map((kind) => named(kind as Parameters<typeof named>[0])),
  ).toEqual(['Kraken', 'Replay', 'Simulated', 'Kraken'])
  expect(withMarketName(undefined, 'replay')).toBeUndefined()
})
