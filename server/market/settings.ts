import type { MarketKind } from '#contract/provenance.ts'

/** The market's slice of the server's settings. */
export interface MarketSettings {
  /** `auto` takes Kraken when it answers in time and the simulated market otherwise. */
  readonly market: MarketKind | 'auto'
  /** Candle files (`.csv.gz`) or folders, separated by the path delimiter. Must be there when `market` is `replay`. */
  readonly replay: string | undefined
  /** Market seconds per wall second. */
  readonly replaySpeed: number
  /** Seed of the simulated market: the same seed gives the same prices at the same time. */
  readonly seed: number
  /** WebSocket v2 address. */
  readonly krakenWs: string
  /** Base address of the REST interface, without `/0/public`. */
  readonly krakenRest: string
}

/** Thrown by `createSource` when the market that the settings name cannot be had; its message is one line. */
export class MarketSettingsError extends Error {
  override readonly name = 'MarketSettingsError'
}
