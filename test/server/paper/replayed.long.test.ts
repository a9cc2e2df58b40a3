import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as PAPER_API from '#contract/endpoints/paper.ts'
import type { Candle } from '#contract/candles.ts'
import { ledgerResponseSchema, paperResponseSchema, type LedgerRow, type PaperLimits } from '#contract/paper/account.ts'
import { rowFrom } from '#server/backtests/trading/candle-columns.ts'
import { simulate, type RowDecision } from '#server/backtests/trading/simulate.ts'
import { termsOf } from '#server/backtests/trading/terms.ts'
import { createPaperTrading, type PaperTrading } from '#server/paper/paper.ts'
import type { LiveDecision } from '#server/strategies/live/evaluator.ts'
import { strategyFrom, TEMPLATES } from '#server/strategies/templates/templates.ts'
import { readRows } from '#research/analysis/rows.ts'
import { referenceData } from '#test/support/data/reference.ts'
import { toColumns } from '#server/backtests/trading/candle-columns.ts'
import { updatesOf } from '#test/support/server/strategy-replay.ts'
import { startTestStrategyService } from '#test/support/server/strategy-service.ts'

const FILE = referenceData('candles/BTCUSD-1m-2019-06.csv.gz')
const DAYS = Number(process.env['PAIRBOT_PAPER_DAYS'] ?? 1)
const MINUTE_MS = 60_000
const CAPITAL = 1_000
const SETTINGS = {
  capital: 10_000,
  fee_pct: 0.4,
  slippage: { half_spread_pct: 0.01, range_share: 0.1 },
  allow_short: true,
}
const LIMITS: PaperLimits = {
  max_daily_loss_pct: null,
  max_drawdown_pct: null,
  max_positions: null,
  max_exposure_pct: null,
  cool_down: null,
  on_hit: 'keep',
}
/** Of each template three, of which one is fast and two have other stops: ten of these twelve trade. */
const STOPS = [undefined, 0.3, 5]

it.skipIf(!FILE)(
  '[PT-2] over recorded days ten strategies make on paper the trades of their backtests, fill by fill',
  { timeout: 300_000 + DAYS * 60_000 },
  async () => {
    const minutes: Candle[] = []
    for await (const row of readRows(FILE ?? '')) if ('candle' in row) minutes.push(row.candle)
    const startS = (minutes[0]?.timestamp ?? 0) + 86_400
    const updates = updatesOf(
      minutes.filter(({ timestamp }) => timestamp < startS + DAYS * 86_400),
      startS,
    )
    let paper: PaperTrading | undefined
    const decided: LiveDecision[] = []
    const harness = await startTestStrategyService({
      beside({ database, strategies, streams, now, report }) {
        strategies.evaluator.decided$.subscribe(({ decisions }) => decided.push(...decisions))
        paper = createPaperTrading({
          database,
          market: { kind: 'replay', now: streams.now, minutes: async function* () {} },
          decided$: strategies.evaluator.decided$,
          audit: async () => undefined,
          announce: () => undefined,
          auditHalt: async () => undefined,
          now,
          report,
        })
        return paper
      },
    })
    const post = (path: string, body: object) => harness.call('trader', 'POST', path, body)
    expect((await post(PAPER_API.start.path, { settings: SETTINGS, limits: LIMITS })).status).toBe(200)
    const strategies = TEMPLATES.flatMap((template) =>
      STOPS.map((stop) => {
        const made = strategyFrom(template, { name: template.name, exchange: 'kraken', pair: 'BTCUSD' })
        return { ...made, risk_parameters: { ...made.risk_parameters, ...(stop && { stop_loss_percentage: stop }) } }
      }),
    ).slice(0, 10)
    const ids: string[] = []
    for (const strategy of strategies) {
      const id = await harness.created({ ...strategy, id: `custom_${ids.length}` })
      ids.push(id)
      const body = { strategy_id: id, pair: 'BTCUSD', capital: CAPITAL }
      expect((await post(PAPER_API.allocate.path, body)).status).toBe(200)
    }
    for (const update of updates) {
      await harness.pass(update)
      await paper?.settled()
    }

    const { account } = z.parse(paperResponseSchema, (await harness.call('trader', 'GET', PAPER_API.account.path)).body)
    const rows: LedgerRow[] = []
    for (let before = '', more = true; more; before = `&before=${rows.at(-1)?.seq}`) {
      const path = `${PAPER_API.ledger.path}?kind=close&limit=1000${before}`
      const page = z.parse(ledgerResponseSchema, (await harness.call('trader', 'GET', path)).body).rows
      rows.push(...page)
      more = page.length > 0
    }
    const candles = toColumns(
      minutes.filter(({ timestamp }) => timestamp >= startS && timestamp < startS + DAYS * 86_400),
    )
    let trades = 0
    for (const [n, id] of ids.entries()) {
      const risk = strategies[n]?.risk_parameters ?? {}
      const terms = termsOf({ ...SETTINGS, capital: CAPITAL, pair: 'BTCUSD', data_set: '', from: 0, to: 0 }, risk)
      const decisions = decided
        .filter(({ strategyId }) => strategyId === id)
        .map(({ decidedAt, side }): RowDecision => ({ row: rowFrom(candles, decidedAt - MINUTE_MS), side }))
      const backtest = simulate(candles, decisions, terms)
      const allocation = account?.allocations.find(({ strategy_id: each }) => each === id)
      const own = rows.filter(({ allocation_id: each }) => each === allocation?.id).toReversed()
      const expected = backtest.trades.filter(({ exit }) => exit !== 'end')
      expect(
        own.map(({ trade }) => [
          trade?.opened_at,
          trade?.closed_at,
          trade?.entry_price,
          trade?.exit_price,
          trade?.profit,
        ]),
      ).toEqual(expected.map((each) => [each.openedAt, each.closedAt, each.entryPrice, each.exitPrice, each.profit]))
      trades += own.length
    }
    expect(trades).toBeGreaterThan(5)
    expect(harness.reports).toEqual([])
    await harness.close()
  },
)
