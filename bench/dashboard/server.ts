import type { WebSocket } from 'ws'
import { CHART } from '#contract/limits.ts'
import { DEFAULT_PAIR, type PairId } from '#contract/pairs.ts'
import * as CANDLES from '#contract/endpoints/candles.ts'
import { DEFAULT_BASES, SOCKET_PATHS } from '#contract/paths.ts'
import type { FeedName } from '#src/streams/index.ts'
import { walk } from '#test/support/data/analysis.ts'
import { createBackend, json } from '#test/support/client/identity-service.ts'
import { aMarket } from '#test/support/data/messages.ts'
import { BATCH_MS, startPageServer } from '../page-server.ts'
import { createFlow, type Size } from './feed.ts'
import { variantsOf, type Figures } from './variants.ts'

export interface Sending {
  readonly perSecond: number
  /** Pair of the running candles: those of another pair do not affect the chart. */
  readonly pair: PairId
  readonly figures: Figures
  readonly size: Size
  /** As JSON arrays every 16 ms, as the gateway sends; otherwise one event per message. */
  readonly isBatched: boolean
}

/** Messages sent since `start`. */
export interface Sent {
  readonly messages: number
  readonly characters: number
}

export interface FlowServer {
  readonly origin: string
  readonly start: (sending: Sending) => void
  /** So far; the counting goes on until the next `start`. */
  readonly sent: () => Sent
  readonly stop: () => void
  readonly close: () => void
}

const MINUTE_MS = 60_000

/** The last 500 minutes before now, around the price at which the flow goes on. */
function history(): object {
  const now = Date.now()
  const start = (now - (now % MINUTE_MS)) / 1_000 - (CHART.maxCandles - 1) * 60
  const candles = walk({ count: CHART.maxCandles, seed: 5, price: 10_000, step: 0.0004, start })
  const provenance = { market: 'simulated', exchange_time: now, received_at: now, published_at: now }
  const facts = { timeframe: '1m', trading_pair: 'BTC/USD', count: candles.length, last_is_complete: false }
  return { candles, ...facts, provenance }
}

/** The built pages, and two sockets that send the data flow to connected clients. */
export async function startFlowServer(folders: readonly string[]): Promise<FlowServer> {
  const backend = createBackend()
  backend.on(`GET ${DEFAULT_BASES.tdp}${CANDLES.recent.path}`, () => json(200, history()))
  backend.on(`GET ${DEFAULT_BASES.proxy}/api/streams`, () => json(200, { streams: [] }))
  backend.on('GET /api/bench/variants', ({ search }) =>
    json(200, variantsOf(search === '?figures=all' ? 'all' : 'real')),
  )
  const sockets: Record<FeedName, Set<WebSocket>> = { tdp: new Set(), analytics: new Set() }
  const server = await startPageServer({
    folders,
    backend,
    acknowledgement: () => ({ market: aMarket({ now: Date.now(), pairs: [DEFAULT_PAIR, 'ETHUSD'] }) }),
    onSocket(socket, path) {
      const feed = path === SOCKET_PATHS.tdp ? 'tdp' : 'analytics'
      sockets[feed].add(socket)
      socket.on('close', () => sockets[feed].delete(socket))
    },
  })

  let timer: NodeJS.Timeout | undefined
  let sent = { messages: 0, characters: 0 }

  function send(feed: FeedName, text: string): void {
    sent.characters += text.length * sockets[feed].size
    for (const socket of sockets[feed]) socket.send(text)
  }

  return {
    origin: server.origin,
    start({ perSecond, pair, figures, size, isBatched }) {
      clearInterval(timer)
      const flow = createFlow(pair, figures, size)
      const began = performance.now()
      const beganAt = Date.now()
      sent = { messages: 0, characters: 0 }
      timer = setInterval(
        () => {
          const due = Math.floor(((performance.now() - began) / 1_000) * perSecond)
          const batch: Record<FeedName, string[]> = { tdp: [], analytics: [] }
          for (; sent.messages < due; sent.messages += 1) {
            const { feed, text } = flow.next(Math.floor(beganAt + ((sent.messages + 1) / perSecond) * 1_000))
            if (isBatched) batch[feed].push(text)
            else send(feed, text)
          }
          for (const feed of ['tdp', 'analytics'] as const)
            if (batch[feed].length > 0) send(feed, `[${batch[feed].join(',')}]`)
        },
        isBatched ? BATCH_MS : 4,
      )
    },
    sent: () => ({ ...sent }),
    stop: () => clearInterval(timer),
    close() {
      clearInterval(timer)
      server.close()
    },
  }
}
