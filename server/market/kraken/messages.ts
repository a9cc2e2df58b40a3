import * as z from 'zod/mini'
import { isCandle, type Candle } from '#contract/candles.ts'
import { PAIR_IDS, PAIRS, type PairId } from '#contract/pairs.ts'
import { isOnGrid } from '../store/fold.ts'
import type { MarketLog } from '#server/market/ports.ts'

/** A pair's symbol on the socket: its label, upper case with a slash. Kraken rejects `XBT/USD` there. */
export const symbolOf = (pair: PairId): string => PAIRS[pair].label

const PAIR_OF = new Map<string, PairId>(PAIR_IDS.map((pair) => [symbolOf(pair), pair]))

const rowSchema = z.object({
  symbol: z.string(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number(),
  // The row's own `timestamp` is one interval later, and deprecated.
  interval_begin: z.string(),
  interval: z.literal(1),
})

const ohlcSchema = z.object({
  channel: z.literal('ohlc'),
  type: z.enum(['snapshot', 'update']),
  timestamp: z.optional(z.string()),
  data: z.array(z.unknown()),
})

// `connection_id` exceeds 2^53, so it is not parsed.
const statusSchema = z.object({
  channel: z.literal('status'),
  data: z.array(z.object({ system: z.string() })).check(z.minLength(1)),
})

const responseSchema = z.object({
  method: z.string(),
  success: z.optional(z.boolean()),
  error: z.optional(z.string()),
  symbol: z.optional(z.string()),
})

const channelSchema = z.object({ channel: z.string() })

/** A candle and its pair, from one row of a frame. */
export interface OhlcRow {
  readonly pair: PairId
  readonly candle: Candle
}

/** A parsed frame. */
export type KrakenMessage =
  | {
      readonly kind: 'ohlc'
      readonly type: 'snapshot' | 'update'
      /** Exchange time in unix milliseconds, if the frame carries it. */
      readonly sentAt: number | undefined
      readonly rows: readonly OhlcRow[]
      /** Why rows were rejected, one sentence each. */
      readonly rejects: readonly string[]
    }
  | { readonly kind: 'status'; readonly system: string }
  | { readonly kind: 'refusal'; readonly pair: PairId | undefined; readonly reason: string }
  /** A heartbeat, an acknowledgement or an unknown channel: proof of life only. */
  | { readonly kind: 'other' }
  | { readonly kind: 'reject'; readonly reason: string }

/** Parses one frame. Never throws: an unreadable frame becomes a `reject`. */
export function parseFrame(text: string): KrakenMessage {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { kind: 'reject', reason: `not JSON: ${text.slice(0, 80)}` }
  }
  const response = responseSchema.safeParse(json)
  if (response.success) return toMethodResponse(response.data)
  const channel = channelSchema.safeParse(json)
  if (!channel.success) return { kind: 'reject', reason: `neither a channel nor a method: ${text.slice(0, 80)}` }
  if (channel.data.channel === 'status') return toStatus(json)
  return channel.data.channel === 'ohlc' ? toOhlc(json) : { kind: 'other' }
}

function toMethodResponse({ method, success, error, symbol }: z.infer<typeof responseSchema>): KrakenMessage {
  if (method !== 'subscribe' || success !== false) return { kind: 'other' }
  const pair = symbol === undefined ? undefined : PAIR_OF.get(symbol)
  return { kind: 'refusal', pair, reason: error ?? 'no reason given' }
}

function toStatus(json: unknown): KrakenMessage {
  const status = statusSchema.safeParse(json)
  const [first] = status.data?.data ?? []
  return first
    ? { kind: 'status', system: first.system }
    : { kind: 'reject', reason: 'a status message without a system' }
}

function toOhlc(json: unknown): KrakenMessage {
  const frame = ohlcSchema.safeParse(json)
  if (!frame.success) return { kind: 'reject', reason: 'a malformed ohlc frame' }
  const { type, timestamp, data } = frame.data
  const parsed = data.map(toRow)
  const sentAt = Date.parse(timestamp ?? '')
  return {
    kind: 'ohlc',
    type,
    sentAt: Number.isFinite(sentAt) ? sentAt : undefined,
    rows: parsed.filter((row) => typeof row !== 'string'),
    rejects: parsed.filter((row) => typeof row === 'string'),
  }
}

function toRow(json: unknown): OhlcRow | string {
  const row = rowSchema.safeParse(json)
  if (!row.success) return 'a malformed row'
  const { symbol, interval_begin, open, high, low, close, volume } = row.data
  const pair = PAIR_OF.get(symbol)
  if (!pair) return `a row of ${symbol.slice(0, 20)}`
  const candle = { timestamp: Date.parse(interval_begin) / 1000, open, high, low, close, volume }
  return isOnGrid(candle, 'M1') && isCandle(candle) ? { pair, candle } : `an invalid candle of ${symbol}`
}

/** The message that subscribes to the running minutes of pairs, with a snapshot of recent ones. */
export const subscribeMessage = (pairs: readonly PairId[]): string =>
  JSON.stringify({
    method: 'subscribe',
    params: { channel: 'ohlc', symbol: pairs.map(symbolOf), interval: 1, snapshot: true },
    req_id: 1,
  })

const SYSTEM_MESSAGES: Record<string, string> = {
  maintenance: 'Kraken is in maintenance.',
  cancel_only: 'Kraken only lets orders be cancelled.',
  post_only: 'Kraken only takes orders that do not trade at once.',
  limit_only: 'Kraken only takes limit orders.',
}

/** A user-facing description of a system state; undefined when the system is online. */
export const systemIssue = (system: string): string | undefined =>
  system === 'online' ? undefined : (SYSTEM_MESSAGES[system] ?? `Kraken reports the state "${system.slice(0, 40)}".`)

const LOG_EVERY = 1_000

/** Counts unreadable frames and rows: reported, never fatal. */
export interface Rejects {
  add(reason: string): void
  /** One line for the operator; empty if there were none. */
  notices(): string[]
}

export function createRejects(log: MarketLog): Rejects {
  let count = 0
  let latest = ''
  return {
    add(reason) {
      if (count % LOG_EVERY === 0) log.warn({ reason, before: count }, 'kraken: unreadable')
      count += 1
      latest = reason
    },
    notices: () =>
      count === 0 ? [] : [`${count} frames or rows from Kraken could not be read; the last was ${latest}`],
  }
}
