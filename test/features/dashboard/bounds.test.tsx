import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { toList } from '#src/analysis/fields.ts'
import type { CardName } from '#src/features/dashboard/cards.ts'
import { renderCard } from '#test/support/client/cards.tsx'
import { T0 } from '#test/support/data/messages.ts'
import {
  cluster,
  confluenceZone,
  crossTimeframe,
  KEYS,
  level,
  levelSet,
  marketStructure,
  pattern,
  patternAnalysis,
  structureBreak,
  wrapped,
} from '#test/support/data/payloads.ts'
import { readCard, viewsOf } from '#test/support/client/views.ts'
import { FRAME_LIMIT, parseFrame } from '#src/transport/socket/socket.ts'

const MILLION = 1_000_000
const READ = 1_000
const { type: _, ...untyped } = cluster()

/** A list as long as it may get, in each place that can hold one: what is sent around it, and what an item of it is. */
const LISTS: Record<string, readonly [CardName, item: object, payload: (list: readonly unknown[]) => object]> = {
  'Support levels': ['levels', level(), (list) => ({ ...levelSet(), support_levels: list })],
  'Resistance levels': ['levels', level(), (list) => ({ ...levelSet(), resistance_levels: list })],
  Patterns: ['patterns', pattern(), (list) => ({ ...patternAnalysis(), patterns: { M5: list } })],
  'Confluence zones': ['confluence', confluenceZone(), (list) => ({ ...crossTimeframe(), confluence_zones: list })],
  'Structure breaks': ['structure', structureBreak(), (list) => ({ ...marketStructure(), structure_breaks: list })],
  Clusters: ['structure', untyped, (list) => ({ ...marketStructure(), support_resistance_clusters: list })],
}
const NAMES = Object.keys(LISTS)
/** Each cluster looks for its nearest break. */
const LONGEST = {
  ...LISTS,
  'Clusters beside as many breaks': [
    'structure',
    { break_type: 'bullish', price_level: 1, timeframe: 'M1', timestamp: 1, level: 1, strength: 1, touches: 1 },
    (list) => ({ ...marketStructure(), structure_breaks: list, support_resistance_clusters: list }),
  ],
} satisfies typeof LISTS

/** `item` and how often it was looked at. */
function watched<Item extends object>(item: Item) {
  const seen = { keys: new Map<PropertyKey, number>() }
  const proxy = new Proxy(item, {
    get(target, key) {
      seen.keys.set(key, (seen.keys.get(key) ?? 0) + 1)
      return Reflect.get(target, key)
    },
  })
  return { proxy, most: () => Math.max(...seen.keys.values()) }
}

describe('[MA-72] MS-16 a list of a million', () => {
  it.each(NAMES)('of %s: reads the first thousand and reports the rest', (name) => {
    const [card, item, payload] = LISTS[name] ?? []
    if (card === undefined || item === undefined || payload === undefined) throw new Error(name)
    const { proxy, most } = watched(item)
    const { model, problems } = readCard(card, wrapped(card, payload(Array(MILLION).fill(proxy))))
    expect(model).toBeDefined()
    expect(problems).toEqual([{ code: 'parse_error', message: `${name} left out beyond the first 1000: 999000` }])
    expect(most()).toBe(READ)
  })

  it('of patterns sent as one list', () => {
    const { proxy, most } = watched({ ...pattern(), timeframe: 'H1' })
    const { model } = readCard(
      'patterns',
      wrapped('patterns', { ...patternAnalysis(), patterns: Array(MILLION).fill(proxy) }),
      KEYS.patterns,
    )
    expect(model?.groups.map(({ timeframe, patterns }) => [timeframe, patterns.length])).toEqual([['H1', READ]])
    expect(most()).toBe(READ)
  })

  it('renders no more items than usual: five levels a side, three patterns, six zones', () => {
    const long = (name: string) => {
      const [card = 'levels', item = {}, payload = () => ({})] = LISTS[name] ?? []
      return renderCard(card, wrapped(card, payload(Array(MILLION).fill(item))))
    }
    render(['Support levels', 'Patterns', 'Confluence zones'].map((name) => <div key={name}>{long(name)}</div>))
    const rows = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('rowheader').length
    const items = (name: string) => within(screen.getByRole('region', { name })).getAllByRole('listitem').length
    expect([rows('Support (1000)'), items('Patterns on M5'), items('Confluence zones')]).toEqual([5, 3, 6])
    expect(screen.getByText('+997 more patterns')).toBeInTheDocument()
    expect(screen.getByText('+994 more zones')).toBeInTheDocument()
  })
})

describe('[MA-72] MS-16 the longest list that a frame can carry', () => {
  /** Processor time of reading one message as every screen does, in ms. */
  function timed(text: string, card: CardName): number {
    const began = process.cpuUsage()
    const { messages } = parseFrame(text)
    const [message] = messages
    if (message?.type !== 'AnalyticsUpdate') throw new Error('The message was refused')
    const { data } = message.data
    viewsOf({ key: KEYS[card], data, timestamp: T0, receivedAt: T0, messageCount: 1, source: 'live' } as never)
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  }

  it.each(Object.entries<(typeof LISTS)[string]>(LONGEST))(
    'of %s is read within 50 ms',
    (_name, [card, item, payload]) => {
      const frame = (list: readonly unknown[]) =>
        JSON.stringify({
          type: 'AnalyticsUpdate',
          timestamp: T0 * 1000,
          data: { stream_key: KEYS[card], data: wrapped(card, payload(list)), timestamp: T0 },
        })
      const least = frame([item]).length
      const each = frame([item, item]).length - least
      const text = frame(Array(Math.floor((FRAME_LIMIT - least) / each)).fill(item))
      expect(text.length).toBeGreaterThan(FRAME_LIMIT * 0.99)
      // A collection of garbage may fall into one of them, not into each.
      expect(Math.min(...[1, 2, 3, 4, 5].map(() => timed(text, card)))).toBeLessThan(50)
    },
  )
})

it('[MA-72] a list within the limit is returned unchanged', () => {
  const list = Array.from({ length: READ }, (_, index) => index)
  expect(toList(list)).toBe(list)
  expect(toList([...list, READ])).toEqual(list)
})
