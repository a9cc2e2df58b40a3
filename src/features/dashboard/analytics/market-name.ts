import type { MarketKind } from '#contract/provenance.ts'
import type { ParsedPayload } from '#src/analysis/payload.ts'

const MARKET_NAMES = { replay: 'Replay', simulated: 'Simulated' } as const

/** Names the market that the data is from in place of the exchange, unless it is real. */
export function withMarketName<Model>(
  payload: ParsedPayload<Model> | undefined,
  market: MarketKind | undefined,
): ParsedPayload<Model> | undefined {
  if (payload === undefined || market === undefined || market === 'kraken') return payload
  return { ...payload, header: { ...payload.header, exchange: MARKET_NAMES[market] } }
}
