import * as z from 'zod/mini'
import * as BACKTESTS from '#contract/endpoints/backtests.ts'
import { fromAbortable } from '#src/lib/from-abortable.ts'
import { mapResult } from '#src/lib/result.ts'
import type { BacktestApi } from '#src/streams/backtests/api.ts'
import { messageOf, type HttpFailure } from '../http/failures.ts'
import type { Call, HttpRequest } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'

const failureOf = (failure: HttpFailure) => ({ text: messageOf(failure), status: failure.status })

/** The backtests of the strategy service. */
export function createBacktestApi(call: Call): BacktestApi {
  const send = async <T, R>(request: HttpRequest<T>, pick: (reply: T) => R) =>
    mapResult(await call(request), pick, failureOf)
  const query = <T, R>(request: HttpRequest<T>, pick: (reply: T) => R) =>
    fromAbortable((signal) => send({ ...request, signal }, pick))
  const change = (request: HttpRequest<unknown>) => send({ ...request, schema: z.unknown() }, (reply) => reply)
  const of = (id: string) => ({ params: { id } })

  return {
    list: () => query(requestOf(BACKTESTS.list), ({ backtests }) => backtests),
    dataSets: () => query(requestOf(BACKTESTS.data), ({ data_sets: sets }) => sets),
    one: (id) => query(requestOf(BACKTESTS.one, of(id)), (detail) => detail),
    start: (body) => send(requestOf(BACKTESTS.start, { body }), ({ backtest_id: id }) => id),
    rename: (id, name) => change(requestOf(BACKTESTS.rename, { ...of(id), body: { name } })),
    pause: (id) => change(requestOf(BACKTESTS.pause, of(id))),
    resume: (id) => change(requestOf(BACKTESTS.resume, of(id))),
    cancel: (id) => change(requestOf(BACKTESTS.cancel, of(id))),
    remove: (id) => change(requestOf(BACKTESTS.remove, of(id))),
  }
}
