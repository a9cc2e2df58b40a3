import * as z from 'zod/mini'
import { openEmbedded } from '#server/database/embedded.ts'
import { openLeadership } from '#server/cluster/leadership/postgresql.ts'
import { leadsAlone, type AssertLeads } from '#server/database/database.ts'
import { openPostgresql } from '#server/database/postgresql.ts'
import { paperAccounts, paperAllocations } from '#server/database/schema/paper.ts'
import { strategyDecisions } from '#server/database/schema/strategies.ts'
import { accountMarksSchema } from '#server/paper/limits.ts'
import { allocationsOf } from '#server/paper/store.ts'
import { createTrader } from '#server/paper/trade.ts'

/*
 * A process that trades on paper, a minute after another as fast as it can, until it is killed: it buys without a position and sells
 * with one, stores each decision before it hands it on as the evaluator does, and prints the end of each minute that is traded. One
 * of several trades once it leads, and says so first.
 */

const MINUTE_MS = 60_000
const PAIR = 'BTCUSD'
const [engine = '', where = '', role = '', begin = ''] = process.argv.slice(2)
const database = engine === 'postgresql' ? openPostgresql(where, () => undefined) : await openEmbedded(where, {})
await database.whenReady
const { db } = database
const leadership =
  role === 'one of several'
    ? openLeadership({
        url: where,
        market: 'simulated',
        pairs: [PAIR],
        needs: [],
        now: Date.now,
        report: () => undefined,
      })
    : undefined
leadership?.start()
await leadership?.untilHeld()
const assertLeads: AssertLeads = (tx) => leadership?.assertHeld(tx) ?? leadsAlone(tx)
process.stdout.write('leads\n')

let at = Number(begin)
const market = { kind: 'simulated' as const, now: () => at, minutes: async function* () {} }
const trade = createTrader({ database, market, audit: async () => undefined, assertLeads, now: () => at })
const [row] = await db.select().from(paperAllocations)
if (!row?.strategyId) throw new Error('There is no allocation')
const { accountId, strategyId } = row
const [account] = await db.select({ marks: paperAccounts.marks }).from(paperAccounts)
at = Math.max(at, z.parse(accountMarksSchema, account?.marks).until ?? 0)

for (;;) {
  const opened = at
  at += MINUTE_MS
  const price = 100 + 10 * Math.sin(at / (7 * MINUTE_MS))
  const candle = { timestamp: opened / 1000, open: price, high: price + 1, low: price - 1, close: price, volume: 10 }
  await trade({ pair: PAIR, at, candle, decisions: [] })
  process.stdout.write(`${at}\n`)
  const [{ state } = { state: undefined }] = await allocationsOf(db, [accountId])
  const side = state?.position ? 'SELL' : 'BUY'
  await database.transaction(async (tx) => {
    await assertLeads(tx)
    await tx.insert(strategyDecisions).values({
      strategyId,
      market: market.kind,
      pair: PAIR,
      decidedAt: at,
      type: side,
      confidence: 1,
      strength: 1,
      signals: 1,
      confidenceSum: 1,
      evidence: {},
    })
  })
  await trade({ pair: PAIR, at, candle: undefined, decisions: [{ strategyId, side, decidedAt: at, risk: {} }] })
}
