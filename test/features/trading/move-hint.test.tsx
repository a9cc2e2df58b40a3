import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { StreamRecord } from '#src/streams/index.ts'
import { emptyRecord } from '#src/streams/records/record.ts'
import { renderTrading } from '#test/support/client/trading.tsx'
import { TO_REVIEW } from '#test/support/client/wizard.ts'
import { crossTimeframe, KEYS, wrapped } from '#test/support/data/payloads.ts'

async function openRiskStep(records: readonly StreamRecord[]) {
  const { strategies } = renderTrading({ records })
  for (const event of TO_REVIEW) strategies.wizard.send(event)
  strategies.wizard.send({ type: 'back' })
  await screen.findByRole('heading', { level: 3, name: 'Risk Parameters' })
}
const recordOf = (over: Parameters<typeof crossTimeframe>[0]): StreamRecord => ({
  ...emptyRecord(KEYS.confluence, 0),
  data: wrapped('confluence', crossTimeframe(over)),
})

it('[TG-31] step 4 says how far the price will be, shortest first and not below 50 minutes', async () => {
  const half_within = 0.1
  const nine_tenths_within = 0.3
  await openRiskStep([
    recordOf({
      move_forecasts: {
        H1: { half_within: 0.31, nine_tenths_within: 0.94 },
        M1: { half_within, nine_tenths_within },
        M5: { half_within, nine_tenths_within },
        M15: { half_within, nine_tenths_within },
      },
    }),
  ])
  const hint = within(screen.getByRole('region', { name: 'Moves to expect' }))
  expect(hint.getByText(/^How far BTC\/USD is likely to be from here, up or down/)).toBeInTheDocument()
  expect(hint.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'In 50 min: half of the time within ±0.10%, nine of ten times within ±0.30%',
    'In 2.5 h: half of the time within ±0.10%, nine of ten times within ±0.30%',
    'In 10 h: half of the time within ±0.31%, nine of ten times within ±0.94%',
  ])
})

it.each([
  ['the analysis has sent nothing', []],
  ['there is no forecast yet', [recordOf({ move_forecasts: {} })]],
])('[TG-31] step 4 says nothing while %s', async (_, records) => {
  await openRiskStep(records)
  expect(screen.queryByRole('region', { name: 'Moves to expect' })).toBeNull()
})
