import * as z from 'zod/mini'
import { firstValueFrom, timer } from 'rxjs'
import { isCandle, type Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import { TIMEFRAME_MINUTES, type Timeframe } from '#contract/timeframes.ts'
import type { MarketDeps } from '../ports.ts'
import { isOnGrid } from '../store/fold.ts'

/** Pair names in requests. Responses use Kraken's own names. */
const OWN_NAMES: Partial<Record<PairId, string>> = { BTCUSD: 'XBTUSD', DOGEUSD: 'XDGUSD' }
const nameOf = (pair: PairId): string => OWN_NAMES[pair] ?? pair

const TIMEOUT_MS = 10_000
/** Kraken allows about one request per second, pair and address. */
const REQUEST_INTERVAL_MS = 1_100

const numeric = z.coerce.number()
const rowSchema = z.tuple([z.number(), numeric, numeric, numeric, numeric, numeric, numeric, z.number()])
const responseSchema = z.object({
  error: z.array(z.string()),
  result: z.optional(z.record(z.string(), z.unknown())),
})
const rowsSchema = z.array(z.unknown())

/** Parses the closed candles of a response, oldest first. Throws an error with the reason. */
export function parseOhlc(json: unknown, timeframe: Timeframe): Candle[] {
  const response = responseSchema.safeParse(json)
  if (!response.success) throw new Error('Kraken sent a malformed response')
  const { error, result = {} } = response.data
  if (error.length > 0) throw new Error(`Kraken answered ${error.join(', ')}`)
  // The other key is Kraken's own name of the pair, whichever name was requested.
  const key = Object.keys(result).find((name) => name !== 'last')
  const rows = rowsSchema.safeParse(key === undefined ? undefined : result[key])
  if (!rows.success) throw new Error('Kraken answered without candles')
  // The last row is the running candle.
  return rows.data.slice(0, -1).flatMap((row) => toCandle(row, timeframe) ?? [])
}

const listSchema = z.object({ result: z.record(z.string(), z.object({ altname: z.string() })) })

/** The names of the pairs in Kraken's list, as requests spell them. Throws where it is none. */
function pairNamesOf(json: unknown): ReadonlySet<string> {
  const list = listSchema.safeParse(json)
  if (!list.success) throw new Error('Kraken answered without pairs')
  return new Set(Object.values(list.data.result).map(({ altname }) => altname))
}

function toCandle(json: unknown, timeframe: Timeframe): Candle | undefined {
  const row = rowSchema.safeParse(json)
  if (!row.success) return undefined
  const [timestamp, open, high, low, close, , volume] = row.data
  const candle = { timestamp, open, high, low, close, volume }
  return isOnGrid(candle, timeframe) && isCandle(candle) ? candle : undefined
}

async function getJson(url: URL): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
  if (!response.ok) throw new Error(`Kraken answered HTTP ${response.status}`)
  return response.json()
}

export interface KrakenRest {
  /** Up to 720 closed candles, oldest first; only those that opened after `sinceS`, if given. Rejects with the reason. */
  candles(pair: PairId, timeframe: Timeframe, sinceS?: number): Promise<Candle[]>
  /** Those of `pairs` that Kraken does not list. Rejects if it does not answer. */
  unlisted(pairs: readonly PairId[]): Promise<readonly PairId[]>
  /** Resolves if Kraken responds at all. */
  ping(): Promise<void>
}

/** @param base address without `/0/public` */
export function createKrakenRest(base: string, deps: Pick<MarketDeps, 'scheduler'>): KrakenRest {
  const root = `${base.replace(/\/+$/, '')}/0/public`
  /** Per pair, when its next request may be sent. */
  const slots = new Map<PairId, Promise<unknown>>()

  async function waitForSlot(pair: PairId): Promise<void> {
    const previous = slots.get(pair) ?? Promise.resolve()
    slots.set(
      pair,
      previous.then(() => firstValueFrom(timer(REQUEST_INTERVAL_MS, deps.scheduler))),
    )
    await previous
  }

  return {
    async candles(pair, timeframe, sinceS) {
      await waitForSlot(pair)
      const url = new URL(`${root}/OHLC`)
      url.searchParams.set('pair', nameOf(pair))
      url.searchParams.set('interval', String(TIMEFRAME_MINUTES[timeframe]))
      if (sinceS !== undefined) url.searchParams.set('since', String(sinceS))
      const candles = parseOhlc(await getJson(url), timeframe)
      return candles.filter(({ timestamp }) => timestamp > (sinceS ?? -1))
    },
    async unlisted(pairs) {
      const listed = pairNamesOf(await getJson(new URL(`${root}/AssetPairs`)))
      return pairs.filter((pair) => !listed.has(nameOf(pair)))
    },
    async ping() {
      await getJson(new URL(`${root}/Time`))
    },
  }
}
