import { PAIRS, type PairId } from '#contract/pairs.ts'
import type { Provenance } from '#contract/provenance.ts'
import type { FeedName } from '#src/streams/index.ts'
import { CARD_NAMES, type CardName } from '#src/features/dashboard/cards.ts'
import { aLiveUpdate } from '#test/support/data/messages.ts'
import { KEYS } from '#test/support/data/payloads.ts'
import { priceOf, textsOf, VARIANTS, type Figures } from './variants.ts'

/** Number of running candles in ten messages; the others are analyses in turn. */
const CANDLES_OF_TEN = 7
const MINUTE_MS = 60_000
/** Constant: the page is reloaded for each phase, and its sequence numbers start over. */
const EPOCH = 'bench'

export interface Message {
  readonly feed: FeedName
  readonly text: string
}

/**
 * `real`: every card's analysis with all that the server sends. `short`: candles of some 330 characters and analyses of
 * some 1,220, which is what others' feeds weigh: without stations on the way, and of the analyses the shortest.
 */
export type Size = 'real' | 'short'
const SHORTEST: readonly CardName[] = ['indicators']

/** The messages of one connection: numbered, each with the time it was due. */
export interface Flow {
  next(at: number): Message
}

const provenanceAt = (at: number): Provenance => ({
  market: 'simulated',
  exchange_time: at,
  received_at: at,
  computed_at: at,
  published_at: at,
})

function candleText(pair: PairId, at: number, number: number, size: Size): string {
  const { label } = PAIRS[pair]
  const close = 10_000 + 40 * Math.sin(number / 500)
  const { data, ...envelope } = aLiveUpdate({
    timestamp: (at - (at % MINUTE_MS)) / 1_000,
    open: 10_000,
    high: 10_040,
    low: 9_960,
    close,
    volume: (at % MINUTE_MS) / 1_000,
    trading_pair: label,
    time_remaining_seconds: 60 - (at % MINUTE_MS) / 1_000,
  })
  const seq = Math.floor(at / MINUTE_MS)
  const numbered = { ...envelope, trading_pair: label, timestamp: at, seq, epoch: EPOCH }
  return JSON.stringify(
    size === 'short'
      ? { ...numbered, data }
      : { ...numbered, message_id: `${at}-${number}`, data: { ...data, provenance: provenanceAt(at) } },
  )
}

type Texts = ReadonlyMap<CardName, readonly (readonly string[])[]>
const textsFor = (figures: Figures): Texts => new Map(CARD_NAMES.map((name) => [name, textsOf(figures, name)]))
const TEXTS: Record<Figures, Texts> = { real: textsFor('real'), all: textsFor('all') }

function analysisText(texts: Texts, name: CardName, at: number, seq: number): string {
  const data = (texts.get(name)?.[seq % VARIANTS] ?? []).join(String(priceOf(at)))
  const rest = JSON.stringify({
    timestamp: at,
    trading_pair: 'BTC/USD',
    seq,
    epoch: EPOCH,
    message_id: `${at}-${seq}`,
  }).slice(1)
  const provenance = JSON.stringify(provenanceAt(at))
  return `{"type":"AnalyticsUpdate","data":{"stream_key":"${KEYS[name]}","data":${data},"timestamp":${at},"provenance":${provenance}},${rest}`
}

/** Seven running candles of `pair`, then three analyses, the cards in turn. */
export function createFlow(pair: PairId, figures: Figures, size: Size): Flow {
  const cards = size === 'short' ? SHORTEST : CARD_NAMES
  let total = 0
  let analyses = 0
  return {
    next(at) {
      total += 1
      if (total % 10 < CANDLES_OF_TEN) return { feed: 'tdp', text: candleText(pair, at, total, size) }
      const name = cards[analyses % cards.length] ?? 'indicators'
      analyses += 1
      return { feed: 'analytics', text: analysisText(TEXTS[figures], name, at, Math.ceil(analyses / cards.length)) }
    },
  }
}
