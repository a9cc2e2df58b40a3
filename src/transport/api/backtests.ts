import * as BACKTESTS from '#contract/endpoints/backtests.ts'
import { isActive } from '#contract/backtests/jobs.ts'
import type { BacktestRequest } from '#contract/backtests/request.ts'
import { BACKTEST } from '#contract/limits.ts'
import type { Queries } from '#src/streams/queries.ts'
import type { Call } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'
import { createStrategyRequests } from './strategies.ts'

const { listMs, openMs } = BACKTEST.poll

/** Backtests of the user, and changes of them, none of which rejects. */
export function createBacktests(call: Call, queries: Queries) {
  const { load, once, change, act } = createStrategyRequests(call, queries)
  const of = (id: string) => ({ params: { id } })

  return {
    /** Newest first; loaded every second while one waits or runs, every five otherwise, and after a change. */
    list: queries.every(
      listMs,
      load(requestOf(BACKTESTS.list), ({ backtests }) => backtests),
      { ms: openMs, when: (jobs) => jobs.some(isActive) },
    ),
    dataSets: once(requestOf(BACKTESTS.data), ({ data_sets: sets }) => sets),
    /** Loaded once, with its result. */
    one: (id: string) => once(requestOf(BACKTESTS.one, of(id)), (detail) => detail),
    /** Resolves to its id. */
    start: (body: BacktestRequest) => change(requestOf(BACKTESTS.start, { body }), ({ backtest_id: id }) => id),
    rename: (id: string, name: string) => act(requestOf(BACKTESTS.rename, { ...of(id), body: { name } })),
    pause: (id: string) => act(requestOf(BACKTESTS.pause, of(id))),
    resume: (id: string) => act(requestOf(BACKTESTS.resume, of(id))),
    cancel: (id: string) => act(requestOf(BACKTESTS.cancel, of(id))),
    remove: (id: string) => act(requestOf(BACKTESTS.remove, of(id))),
  }
}
export type Backtests = ReturnType<typeof createBacktests>
