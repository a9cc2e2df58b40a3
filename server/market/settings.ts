import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'

/** The market's slice of the server's settings. */
export interface MarketSettings {
  /** `auto` uses Kraken if it responds in time, otherwise the simulated market. */
  readonly market: MarketKind | 'auto'
  /** The pairs of the market; undefined for the default ones, or all of a recording. */
  readonly pairs: readonly PairId[] | undefined
  /** Candle files (`.csv.gz`) or folders, separated by the path delimiter. Required when `market` is `replay`. */
  readonly replay: string | undefined
  /** Market seconds per wall second. */
  readonly replaySpeed: number
  /** Seed of the simulated market: the same seed yields the same prices at the same time. */
  readonly seed: number
  /** WebSocket v2 address. */
  readonly krakenWs: string
  /** Base address of the REST interface, without `/0/public`. */
  readonly krakenRest: string
}

/** Thrown by `createSource` when the configured market is not available; the message is one line. */
export class MarketSettingsError extends Error {
  override readonly name = 'MarketSettingsError'
}
