import type { MarketKind } from '#contract/provenance.ts'

/** The market's slice of the settings. */
export interface MarketSettings {
  /** `auto` takes Kraken when it answers in time and the simulated market otherwise. */
  readonly market: MarketKind | 'auto'
  /** Seed of the simulated market: the same seed gives the same prices at the same time. */
  readonly seed: string
  readonly replay: {
    /** Candle files (`.csv.gz`) or folders, separated by commas. Must be there when `market` is `replay`. */
    readonly path?: string | undefined
    /** Market seconds per wall second. */
    readonly speed: number
  }
  readonly kraken: {
    /** WebSocket v2 address. */
    readonly ws: string
    /** Base address of the REST interface, without `/0/public`. */
    readonly rest: string
  }
}

export const MARKET_DEFAULTS: MarketSettings = {
  market: 'auto',
  seed: 'pairbot',
  replay: { speed: 1 },
  kraken: { ws: 'wss://ws.kraken.com/v2', rest: 'https://api.kraken.com' },
}

/** Thrown by `createSource` when the settings name a market that cannot be had; its message is one line for the operator. */
export class MarketSettingsError extends Error {
  override readonly name = 'MarketSettingsError'
}
