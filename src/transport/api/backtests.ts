import * as z from 'zod/mini'
import {
  backtestResponseSchema,
  backtestsResponseSchema,
  changedBacktestSchema,
  dataSetsResponseSchema,
} from '#contract/backtests/jobs.ts'
import { BACKTESTS } from '#contract/paths.ts'
import { fromAbortable } from '#src/lib/from-abortable.ts'
import { mapResult } from '#src/lib/result.ts'
import type { BacktestApi } from '#src/streams/backtests/api.ts'
import { messageOf, type HttpFailure } from '../http/failures.ts'
import type { Call, HttpRequest } from '../http/http.ts'
import { fillPath } from '../http/path.ts'

const failureOf = (failure: HttpFailure) => ({ text: messageOf(failure), status: failure.status })

/** The backtests of the strategy service. */
export function createBacktestApi(call: Call): BacktestApi {
  const send = async <T, R>(request: HttpRequest<T>, pick: (reply: T) => R) =>
    mapResult(await call(request), pick, failureOf)
  const query = <T, R>(request: HttpRequest<T>, pick: (reply: T) => R) =>
    fromAbortable((signal) => send({ ...request, signal }, pick))
  const change = (method: 'PATCH' | 'POST' | 'DELETE', path: string, body?: object) =>
    send({ method, path, ...(body && { body }), schema: z.unknown() }, (reply) => reply)

  return {
    list: () => query({ path: BACKTESTS.list, schema: backtestsResponseSchema }, ({ backtests }) => backtests),
    dataSets: () => query({ path: BACKTESTS.data, schema: dataSetsResponseSchema }, ({ data_sets: sets }) => sets),
    one: (id) => query({ path: fillPath(BACKTESTS.one, id), schema: backtestResponseSchema }, (detail) => detail),
    start: (request) =>
      send(
        { method: 'POST', path: BACKTESTS.list, body: request, schema: changedBacktestSchema },
        ({ backtest_id: id }) => id,
      ),
    rename: (id, name) => change('PATCH', fillPath(BACKTESTS.one, id), { name }),
    pause: (id) => change('POST', fillPath(BACKTESTS.pause, id)),
    resume: (id) => change('POST', fillPath(BACKTESTS.resume, id)),
    cancel: (id) => change('POST', fillPath(BACKTESTS.cancel, id)),
    remove: (id) => change('DELETE', fillPath(BACKTESTS.one, id)),
  }
}
