import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import {
  backtestResponseSchema,
  backtestsResponseSchema,
  changedBacktestSchema,
  dataSetsResponseSchema,
  renameBacktestSchema,
  type BacktestJob,
} from '#contract/backtests/jobs.ts'
import { backtestRequestSchema, type BacktestSettings } from '#contract/backtests/request.ts'
import { STRATEGY } from '#contract/limits.ts'
import { BACKTESTS } from '#contract/paths.ts'
import { strategyFailureSchema } from '#contract/strategies/responses.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import type { DataSets } from './data/data-sets.ts'
import type { BacktestRunner } from './jobs/runner.ts'
import type { BacktestStore, StoredBacktest } from './jobs/store.ts'
import type { ResolveSubject } from './ports.ts'

export interface BacktestRoutesDeps {
  readonly store: BacktestStore
  readonly runner: BacktestRunner
  readonly dataSets: DataSets
  readonly resolveSubject: ResolveSubject
}

const idParams = z.object({ id: z.string().check(z.maxLength(STRATEGY.maxId)) })
const responses = <T extends z.ZodMiniType>(response: T) => ({ 200: response, '4xx': strategyFailureSchema })
const changed = (id: string) => ({ success: true as const, backtest_id: id })
const unzip = promisify(gunzip)

/** The JSON of a `BacktestDetail`, its result as it was stored: parsing and writing a megabyte holds up everything else. */
async function detailJson(backtest: BacktestJob, result: Uint8Array | null): Promise<Buffer> {
  return Buffer.concat([
    Buffer.from(`{"backtest":${JSON.stringify(backtest)},"result":`),
    result === null ? Buffer.from('null') : await unzip(result),
    Buffer.from('}'),
  ])
}

/** Sends JSON as it is, without the response schema, which documents it. */
const sendJson = (reply: FastifyReply, json: Buffer) => reply.type('application/json; charset=utf-8').send(json)

/** Backtests: starting, reading, renaming, pausing, resuming, cancelling and deleting one's own. */
export const backtestRoutes =
  ({ store, runner, dataSets, resolveSubject }: BacktestRoutesDeps): Service =>
  async (app) => {
    const withProgress = (stored: StoredBacktest): BacktestJob => ({
      ...stored,
      progress: stored.status === 'running' || stored.status === 'paused' ? runner.progress(stored.id) : null,
    })

    /** [BT-30] The span must lie within a data set of the pair. */
    async function assertCovered({ data_set: id, pair, from, to }: BacktestSettings): Promise<void> {
      const sets = await dataSets.list()
      const set = sets.find((each) => each.id === id && each.pair === pair)
      if (!set) throw new RequestError(400, 'settings.data_set: is not a data set of this pair')
      if (from < set.from)
        throw new RequestError(400, `settings.from: the data set begins at ${new Date(set.from).toISOString()}`)
      if (to > set.to)
        throw new RequestError(400, `settings.to: the data set ends at ${new Date(set.to).toISOString()}`)
    }

    app.get(BACKTESTS.data, { schema: { response: responses(dataSetsResponseSchema) } }, async () => ({
      data_sets: [...(await dataSets.list())],
    }))

    app.get(BACKTESTS.list, { schema: { response: responses(backtestsResponseSchema) } }, async (request) => {
      const stored = await store.list(principalOf(request).userId)
      return { backtests: stored.map(withProgress) }
    })

    app.post(
      BACKTESTS.list,
      { schema: { body: backtestRequestSchema, response: responses(changedBacktestSchema) } },
      async (request) => {
        const principal = principalOf(request)
        const { name, subject, settings } = request.body
        await assertCovered(settings)
        const resolved = await resolveSubject(principal, subject, settings.pair)
        const id = await store.add({ userId: principal.userId, name: name.trim(), ...resolved, settings })
        runner.wake()
        return changed(id)
      },
    )

    app.get(
      BACKTESTS.one,
      { schema: { params: idParams, response: responses(backtestResponseSchema) } },
      async (request, reply) => {
        const { result, ...stored } = await store.find(principalOf(request).userId, request.params.id)
        await sendJson(reply, await detailJson(withProgress(stored), result))
        return reply
      },
    )

    app.patch(
      BACKTESTS.one,
      { schema: { params: idParams, body: renameBacktestSchema, response: responses(changedBacktestSchema) } },
      async (request) => {
        const { id } = request.params
        await store.rename(principalOf(request).userId, id, request.body.name.trim())
        return changed(id)
      },
    )

    const actions = [
      [BACKTESTS.pause, store.pause, runner.pause],
      [BACKTESTS.resume, store.resume, runner.wake],
      [BACKTESTS.cancel, store.cancel, runner.drop],
    ] as const
    for (const [path, change, apply] of actions) {
      app.post(path, { schema: { params: idParams, response: responses(changedBacktestSchema) } }, async (request) => {
        const { id } = request.params
        await change(principalOf(request).userId, id)
        apply(id)
        return changed(id)
      })
    }

    app.delete(
      BACKTESTS.one,
      { schema: { params: idParams, response: responses(changedBacktestSchema) } },
      async (request) => {
        const { id } = request.params
        await store.remove(principalOf(request).userId, id)
        runner.drop(id)
        return changed(id)
      },
    )
  }
