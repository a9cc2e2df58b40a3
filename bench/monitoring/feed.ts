import { formatStreamKey } from '#contract/stream-keys.ts'
import { divergence, processedCandle, signalList } from '#test/support/data/monitoring.ts'
import {
  confluenceZone,
  crossTimeframe,
  level,
  levelSet,
  marketStructure,
  patternAnalysis,
  snapshot,
} from '#test/support/data/payloads.ts'

/** One kind of stream: its message with a distinct number per count, and that number as its card shows it. */
interface Kind {
  readonly category: string
  readonly subcategory: string
  readonly data: (count: number) => object
  readonly shown: (count: number) => string
}

const head = { trading_pair: undefined, timestamp: 1_700_000_000 }
const price = (count: number): number => 1_000 + count
const priceShown = (count: number): string => `${price(count).toLocaleString('en-US')}.00`

const KINDS: readonly Kind[] = [
  {
    category: 'technical_indicators',
    subcategory: 'm1',
    data: (count) => ({
      TechnicalIndicator: { ...snapshot(), ...head, rsi_14: (count % 100) + 0.5, ema_21: price(count) },
    }),
    shown: (count) => `${count % 100}.5`,
  },
  {
    category: 'processed_candles',
    subcategory: 'm1',
    data: (count) => ({ ProcessedCandle: { ...processedCandle({ close: price(count) }), ...head } }),
    shown: priceShown,
  },
  {
    category: 'analysis',
    subcategory: 'support_resistance',
    data: (count) => {
      const many = Array.from({ length: 6 }, (_, index) => level({ price: 900 - index }))
      return {
        Analysis: {
          ...levelSet({ support_levels: many, resistance_levels: [level({ price: price(count) }), ...many] }),
          ...head,
        },
      }
    },
    shown: priceShown,
  },
  {
    category: 'analysis',
    subcategory: 'consolidated_patterns',
    data: (count) => ({
      Analysis: {
        ...patternAnalysis(),
        ...head,
        highlight: { pattern_name: `Pattern ${count}` },
        pattern_highlight: undefined,
      },
    }),
    shown: (count) => `Pattern ${count}`,
  },
  {
    category: 'analysis',
    subcategory: 'market_structure',
    data: (count) => ({ Analysis: { ...marketStructure(), ...head, market_regime: { regime: `run_${count}` } } }),
    shown: (count) => `Run ${count}`,
  },
  {
    category: 'analysis',
    subcategory: 'cross_timeframe_analysis',
    data: (count) => ({
      Analysis: { ...crossTimeframe({ confluence_zones: [confluenceZone({ price_level: price(count) })] }), ...head },
    }),
    shown: priceShown,
  },
  {
    category: 'analysis',
    subcategory: 'divergence',
    data: (count) => ({ Analysis: { ...divergence({ expected_move: count }), ...head } }),
    shown: (count) => `+${count}.00%`,
  },
  {
    category: 'signals',
    subcategory: 'ml_signals',
    data: (count) => {
      const { signals } = signalList()
      return { Unknown: { ...head, signals: signals.map((each) => ({ ...each, entry_price: price(count) })) } }
    },
    shown: priceShown,
  },
  {
    category: 'analysis',
    subcategory: 'order_flow',
    data: (count) => ({ Analysis: { ...head, confidence: 0.5, running_number: count } }),
    shown: (count) => `Running number${count}`,
  },
  {
    category: 'news',
    subcategory: 'headlines',
    data: (count) => ({ Unknown: { ...head, number: count, text: 'x'.repeat(400) } }),
    shown: (count) => `"number":${count}`,
  },
]

export interface Feed {
  readonly keys: readonly string[]
  /** The next `count` messages as one frame. */
  frame(count: number, now: number): string
  /** Number of messages of a stream so far, and what its card must show. */
  sentOf(key: string): { readonly count: number; readonly shown: string }
  readonly total: () => number
}

/** Streams of every kind, a hundredth of them each, that send in turn; every message is numbered and stamped. */
export function createFeed(streams: number): Feed {
  const rows = Array.from({ length: streams }, (_, index) => {
    const kind = KINDS[index % KINDS.length]
    if (kind === undefined) throw new Error('there are no kinds')
    const symbol = `P${String(Math.floor(index / KINDS.length)).padStart(3, '0')}`
    const { category, subcategory } = kind
    return { kind, key: formatStreamKey({ feed: 'tdp', exchange: 'kraken', symbol, category, subcategory }), count: 0 }
  })
  const byKey = new Map(rows.map((row) => [row.key, row]))
  let total = 0

  function message(now: number): string {
    const row = rows[total % rows.length]
    if (row === undefined) throw new Error('there are no streams')
    total += 1
    row.count += 1
    return JSON.stringify({
      type: 'AnalyticsUpdate',
      timestamp: now,
      seq: row.count,
      epoch: 'bench',
      message_id: `${now}-${row.count}`,
      data: { stream_key: row.key, data: row.kind.data(row.count), timestamp: now },
    })
  }

  return {
    keys: [...byKey.keys()],
    frame: (count, now) => `[${Array.from({ length: count }, () => message(now)).join(',')}]`,
    sentOf(key) {
      const row = byKey.get(key)
      if (row === undefined) throw new Error(`no stream ${key}`)
      return { count: row.count, shown: row.kind.shown(row.count) }
    },
    total: () => total,
  }
}
