import { expect, it } from 'vitest'
import { createMarketService } from '#server/market/service.ts'
import { createSimulatedSource } from '#server/market/simulated/source.ts'
import { createTestMarket, T0_S } from '#test/support/server/market.ts'

it('[MK-23] [MK-10] loads every timeframe of every simulated pair immediately', async () => {
  const harness = createTestMarket((T0_S + 47 * 60) * 1000)
  const service = createMarketService(createSimulatedSource('1', harness.deps), harness.deps)
  await service.start()
  const counts = (['M1', 'M5', 'M15', 'M30', 'H1', 'H4', 'D1'] as const).map((timeframe) =>
    service.store.count('XRPUSD', timeframe),
  )
  expect(counts).toEqual([86_400, 17_280, 5_760, 2_880, 1_440, 720, 180].map((count) => expect.closeTo(count, -1)))
})
