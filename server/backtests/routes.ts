import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BacktestJob } from '#contract/backtests/jobs.ts'
import type { BacktestSettings } from '#contract/backtests/request.ts'
import * as BACKTESTS from '#contract/endpoints/backtests.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
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

    const act =
      (change: (userId: string, id: string) => Promise<void>, apply: (id: string) => void) =>
      async (request: FastifyRequest<{ Params: { id: string } }>) => {
        const { id } = request.params
        await change(principalOf(request).userId, id)
        apply(id)
        return changed(id)
      }

    serve(app, BACKTESTS, {
      data: async () => ({ data_sets: [...(await dataSets.list())] }),

      async list(request) {
        const stored = await store.list(principalOf(request).userId)
        return { backtests: stored.map(withProgress) }
      },

      async start(request) {
        const principal = principalOf(request)
        const { name, subject, settings } = request.body
        await assertCovered(settings)
        const resolved = await resolveSubject(principal, subject, settings.pair)
        const id = await store.add({ userId: principal.userId, name: name.trim(), ...resolved, settings })
        runner.wake()
        return changed(id)
      },

      async one(request, reply) {
        const { result, ...stored } = await store.find(principalOf(request).userId, request.params.id)
        await sendJson(reply, await detailJson(withProgress(stored), result))
        return reply
      },

      async rename(request) {
        const { id } = request.params
        await store.rename(principalOf(request).userId, id, request.body.name.trim())
        return changed(id)
      },

      pause: act(store.pause, runner.pause),
      resume: act(store.resume, runner.wake),
      cancel: act(store.cancel, runner.drop),
      remove: act(store.remove, runner.drop),
    })
  }
