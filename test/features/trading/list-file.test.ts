import { expect, it } from 'vitest'
import { strategiesCsv } from '#src/features/trading/list/ListExport.tsx'
import { summary } from '#test/support/data/strategy-samples.ts'

it('[TG-48] the list is saved as CSV, with no formula in it', () => {
  const text = strategiesCsv([summary({ name: '=HYPERLINK("x")', symbols: ['BTCUSD', 'ETHUSD'] })])
  const [header, row] = text.split('\r\n')
  expect(header).toMatch(/^id,name,description,status,/)
  expect(row).toContain(`,"'=HYPERLINK(""x"")",`)
  expect(row).toContain(',BTCUSD ETHUSD,')
})
