import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import type { StrategyStatus } from '#contract/strategies/names.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { actorOf, type StrategyRoutesDeps } from './common.ts'
import { performanceOf, strategyOf, summaryOf } from './views.ts'

const { list, one, definition, performance, status, rename, archive, remove, health, metrics } = STRATEGIES

/** List, details, performance and totals of the strategies that a user may read, changes of their own, and the service's health. */
export const strategyRoutes =
  (deps: StrategyRoutesDeps): Service =>
  async (app) => {
    const { strategies, shares, decisions, evaluator, changed } = deps
    serve(
      app,
      { list, one, definition, performance, status, rename, archive, remove, health, metrics },
      {
        async list(request) {
          const principal = principalOf(request)
          const own = await strategies.list(principal.userId)
          const sharedIds = await shares.sharedIds(principal.userId)
          const shared = await shares.listShared(principal)
          return {
            strategies: [
              ...own.map((strategy) => ({
                ...summaryOf({ ...strategy, sharedBy: null }),
                ...(sharedIds.has(strategy.id) && { is_shared: true }),
              })),
              ...shared.map(summaryOf),
            ],
          }
        },

        async one(request) {
          const strategy = await shares.findReadable(principalOf(request), request.params.id)
          return { strategy: strategyOf(strategy, await performanceOf(deps, strategy, evaluator.now())) }
        },

        async definition(request) {
          const own = await strategies.findOwn(principalOf(request).userId, request.params.id)
          return { ...own.definition, status: own.status }
        },

        async performance(request) {
          const strategy = await shares.findReadable(principalOf(request), request.params.id)
          return { performance: await performanceOf(deps, strategy, evaluator.now()) }
        },

        async status(request) {
          const wanted = request.query.status ?? request.body?.status
          if (!wanted) throw new RequestError(400, 'status: is required')
          const strategy = await strategies.changeStatus(actorOf(request), request.params.id, wanted)
          await changed(strategy.id)
          return { success: true, status: strategy.status, strategy_id: strategy.id }
        },

        async rename(request) {
          const { id } = request.params
          const name = request.body.name.trim()
          await strategies.rename(actorOf(request), id, name)
          return { success: true, strategy_id: id, name }
        },

        async archive(request) {
          const { id } = request.params
          const { archived } = request.body
          await strategies.setArchived(actorOf(request), id, archived)
          return { success: true, strategy_id: id, archived }
        },

        async remove(request) {
          const { id } = request.params
          await strategies.remove(actorOf(request), id)
          await changed(id)
          return { success: true, strategy_id: id }
        },

        health: () => evaluator.health(),

        async metrics(request) {
          const own = await strategies.list(principalOf(request).userId)
          const totals = [...(await decisions.totals(own.map(({ id }) => id))).values()]
          const sum = (of: 'BUY' | 'SELL' | 'HOLD' | 'signals') => totals.reduce((total, each) => total + each[of], 0)
          const count = (of: StrategyStatus) => own.filter((each) => each.status === of).length
          return {
            strategies: {
              total: own.length,
              active: count('active'),
              paused: count('paused'),
              stopped: count('stopped'),
              testing: count('testing'),
            },
            decisions: { BUY: sum('BUY'), SELL: sum('SELL'), HOLD: sum('HOLD') },
            signals: sum('signals'),
            evaluator: evaluator.metrics(),
          }
        },
      },
    )
  }
