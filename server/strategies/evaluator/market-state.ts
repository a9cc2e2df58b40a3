import type { SignalUpdate } from '../signal-extractors/extract.ts'
import type { StreamSignal } from '../signal-extractors/stream-signal.ts'

/** The latest signal of every stream of a pair. */
export interface MarketState {
  readonly signals: ReadonlyMap<string, StreamSignal>
  /** Close of the newest minute. */
  readonly price: number | undefined
  readonly volumeRatio: number | undefined
}

export const EMPTY_MARKET_STATE: MarketState = { signals: new Map(), price: undefined, volumeRatio: undefined }

/** The market state after an update. */
export const advance = (state: MarketState, update: SignalUpdate): MarketState => ({
  signals: new Map([...state.signals, ...update.signals]),
  price: update.price ?? state.price,
  volumeRatio: update.volumeRatio ?? state.volumeRatio,
})
