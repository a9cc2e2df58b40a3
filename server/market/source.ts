import type { MarketDeps, MarketSource } from './ports.ts'
import { MarketSettingsError, type MarketSettings } from './settings.ts'
import { createSimulatedSource } from './simulated/source.ts'

/**
 * The source that the settings name; for `auto` it takes up to 5 s to find out which. Rejects with a `MarketSettingsError`
 * when it cannot be had.
 */
export async function createSource(settings: MarketSettings, deps: MarketDeps): Promise<MarketSource> {
  if (settings.market === 'simulated') return createSimulatedSource(String(settings.seed), deps)
  throw new MarketSettingsError(`PAIRBOT_MARKET: ${settings.market} is not there yet`)
}
