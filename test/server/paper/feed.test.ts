import { Subject } from 'rxjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as PAPER_API from '#contract/endpoints/paper.ts'
import { paperResponseSchema } from '#contract/paper/account.ts'
import * as z from 'zod/mini'
import { busEventSchema, type BusEvent } from '#server/cluster/bus/ports.ts'
import { createPaperFeed } from '#server/paper/feed.ts'
import { createPaperTrading } from '#server/paper/paper.ts'
import { startTestStrategyService, type TestStrategyService } from '#test/support/server/strategy-service.ts'
import { at } from '#test/support/server/strategies.ts'
import { minuteOf } from '#test/support/server/strategy-updates.ts'

const LIMITS = {
  max_daily_loss_pct: null,
  max_drawdown_pct: null,
  max_positions: null,
  max_exposure_pct: null,
  cool_down: null,
  on_hit: 'keep',
}
const SETTINGS = { capital: 10_000, fee_pct: 0, slippage: { half_spread_pct: 0, range_share: 0 }, allow_short: false }

let harness: TestStrategyService
let announced: string[] = []
let settled: () => Promise<void>

beforeAll(async () => {
  harness = await startTestStrategyService({
    streams: { market: 'kraken' },
    beside({ database, strategies, streams, now, report }) {
      const paper = createPaperTrading({
        database,
        market: { kind: 'kraken', now: streams.now, minutes: async function* () {} },
        decided$: strategies.evaluator.decided$,
        audit: async () => undefined,
        auditHalt: async () => undefined,
        announce: (userIds) => void announced.push(...userIds),
        now,
        report,
      })
      settled = () => paper.settled()
      return paper
    },
  })
})
afterAll(() => harness.close())

const call = async (method: 'GET' | 'POST', path: string, body?: object, as = 'trader') => {
  const answer = await harness.call(as, method, path, body)
  expect(answer.status).toBe(200)
  return answer.body
}
const account = async () => z.parse(paperResponseSchema, await call('GET', PAPER_API.account.path)).account
const allocate = () => call('POST', PAPER_API.allocate.path, { strategy_id: null, pair: 'BTCUSD', capital: 1_000 })

/** The feeds of two processes on one bus. */
function twoFeeds() {
  const events = [new Subject<BusEvent>(), new Subject<BusEvent>()] as const
  const connected$ = new Subject<void>()
  const texts: string[] = []
  const feedOf = (own: 0 | 1) =>
    createPaperFeed({
      database: harness.database,
      bus: {
        isShared: true,
        events$: events[own],
        connected$,
        publish(event) {
          texts.push(JSON.stringify(event))
          events[own === 0 ? 1 : 0].next(busEventSchema.parse(JSON.parse(texts.at(-1) ?? '')))
        },
      },
      now: () => 7,
    })
  return { feeds: [feedOf(0), feedOf(1)] as const, connected$, texts }
}

describe('[PT-21] the account as it changes', () => {
  it('is announced after each change of its owner and each minute, and its revision grows', async () => {
    const revisions: (number | undefined)[] = []
    const announcements: number[] = []
    const step = async (work: () => Promise<unknown>) => {
      announced = []
      await work()
      announcements.push(announced.length)
      revisions.push((await account())?.revision)
    }
    const start = () => call('POST', PAPER_API.start.path, { settings: SETTINGS, limits: LIMITS })
    await step(start)
    await step(allocate)
    await step(async () => {
      await harness.pass(minuteOf(at(1), 0, { price: 100 }))
      await settled()
    })
    await step(() => call('POST', PAPER_API.addNote.path, { text: 'Quiet' }))
    await step(start)
    expect(announcements).toEqual([1, 1, 1, 1, 1])
    const known = revisions.map((revision) => revision ?? 0)
    expect(known).toEqual([...new Set(known)].toSorted((a, b) => a - b))
  })

  it('is what the route says of it', async () => {
    await allocate()
    const [userId = ''] = announced
    const { feeds } = twoFeeds()
    const messages = await feeds[0].load([userId, crypto.randomUUID()])
    expect([...messages]).toEqual([[userId, { type: 'PaperUpdate', timestamp: 7, data: { account: await account() } }]])
  })

  it('is announced at every process, in events that PostgreSQL can carry; after a lost connection it may be anyone', () => {
    const { feeds, connected$, texts } = twoFeeds()
    const heard: (readonly string[] | 'all')[][] = [[], []]
    feeds.forEach((feed, index) => feed.changes$.subscribe((change) => heard[index]?.push(change)))
    const userIds = Array.from({ length: 400 }, () => crypto.randomUUID())
    feeds[0].announce(userIds)
    expect(heard.map((changes) => changes.flat())).toEqual([userIds, userIds])
    expect(Math.max(...texts.map((text) => text.length + 100))).toBeLessThan(8_000)
    connected$.next()
    expect(heard.map((changes) => changes.at(-1))).toEqual(['all', 'all'])
  })

  it('is read by sessions of every rank, and by API tokens with the scope', () => {
    const [{ isReadBy }] = twoFeeds().feeds
    const principal = { userId: 'u', sessionId: 's', email: 'e', role: 'Viewer' } as const
    expect([
      isReadBy(principal),
      isReadBy({ ...principal, scopes: ['streams:read'] }),
      isReadBy({ ...principal, scopes: ['streams:read', 'paper:write'] }),
      isReadBy({ ...principal, scopes: ['streams:read', 'paper:read'] }),
    ]).toEqual([true, false, false, true])
  })
})
