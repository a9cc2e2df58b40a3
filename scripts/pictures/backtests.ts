import { setTimeout as delay } from 'node:timers/promises'
import { BACKTEST } from '#contract/limits.ts'
import * as BACKTESTS from '#contract/endpoints/backtests.ts'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { at, callsTo } from '#test/support/server/admin-calls.ts'
import type { RunningServer } from '#test/support/server/server.ts'

const DAY_MS = 86_400_000
const SPAN_MS = 35 * DAY_MS
const POLL_MS = 250
const LIMIT_MS = 240_000

/** Runs a backtest of each of two templates over the newest days, and returns their ids. */
export async function addBacktests(server: RunningServer): Promise<readonly string[]> {
  const call = await callsTo(server)
  const templates = at(await call('strategy', 'GET', STRATEGIES.templates.path), 'templates')
  const sets = await call('strategy', 'GET', BACKTESTS.data.path)
  const set = at(sets, 'data_sets', 0)
  const to = Math.floor(Number(at(set, 'to')) / DAY_MS) * DAY_MS
  const start = async (template: unknown) => {
    const answer = await call('strategy', 'POST', BACKTESTS.start.path, {
      name: String(at(template, 'name')),
      subject: { kind: 'template', template_id: String(at(template, 'id')) },
      settings: {
        pair: String(at(set, 'pair')),
        data_set: String(at(set, 'id')),
        from: to - SPAN_MS,
        to,
        capital: BACKTEST.capital.initial,
        fee_pct: BACKTEST.fee.initial,
        slippage: { half_spread_pct: BACKTEST.halfSpread.initial, range_share: BACKTEST.rangeShare.initial },
        allow_short: true,
      },
    })
    return String(at(answer, 'backtest_id'))
  }
  const isDone = async (id: string) => {
    const answer = await call('strategy', 'GET', BACKTESTS.one.path.replace(':id', id))
    const status = at(answer, 'backtest', 'status')
    if (status === 'failed') throw new Error(`The backtest failed: ${String(at(answer, 'backtest', 'reason'))}`)
    return status === 'done'
  }
  const ids: string[] = []
  for (const template of [at(templates, 0), at(templates, 1)]) ids.push(await start(template))
  for (const id of ids)
    for (let waited = 0; !(await isDone(id)); waited += POLL_MS) {
      if (waited > LIMIT_MS) throw new Error('A backtest was not done in time')
      await delay(POLL_MS)
    }
  return ids
}
