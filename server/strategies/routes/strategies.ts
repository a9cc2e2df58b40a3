import * as z from 'zod/mini'
import { STRATEGIES } from '#contract/paths.ts'
import { customStrategySchema } from '#contract/strategies/definition.ts'
import {
  deletedReplySchema,
  statusQuerySchema,
  statusReplySchema,
  strategiesReplySchema,
  strategyReplySchema,
} from '#contract/strategies/replies.ts'
import { performanceReplySchema } from '#contract/strategies/performance.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import { actorOf } from './actor.ts'
import type { StrategyRoutesDeps } from './deps.ts'
import { idParams, replies } from './schemas.ts'
import { performanceOf, strategyOf, summaryOf } from './views.ts'

/** The list, one strategy with its performance, and its life. One's own only. */
export const strategyRoutes =
  ({ strategies, decisions, evaluator }: StrategyRoutesDeps): Service =>
  async (app) => {
    app.get(STRATEGIES.list, { schema: { response: replies(strategiesReplySchema) } }, async (request) => {
      const own = await strategies.list(principalOf(request).userId)
      return { strategies: own.map(summaryOf) }
    })

    app.get(
      STRATEGIES.one,
      { schema: { params: idParams, response: replies(strategyReplySchema) } },
      async (request) => {
        const strategy = await strategies.own(principalOf(request).userId, request.params.id)
        return { strategy: strategyOf(strategy, await performanceOf(decisions, strategy.id, evaluator.now())) }
      },
    )

    app.get(
      STRATEGIES.export,
      { schema: { params: idParams, response: replies(customStrategySchema) } },
      async (request) => {
        const { definition, status } = await strategies.own(principalOf(request).userId, request.params.id)
        return { ...definition, status }
      },
    )

    app.get(
      STRATEGIES.performance,
      { schema: { params: idParams, response: replies(performanceReplySchema) } },
      async (request) => {
        const { id } = await strategies.own(principalOf(request).userId, request.params.id)
        return { performance: await performanceOf(decisions, id, evaluator.now()) }
      },
    )

    app.patch(
      STRATEGIES.status,
      {
        schema: {
          params: idParams,
          querystring: z.partial(statusQuerySchema),
          body: z.nullish(z.partial(statusQuerySchema)),
          response: replies(statusReplySchema),
        },
      },
      async (request) => {
        const status = request.query.status ?? request.body?.status
        if (!status) throw new RequestError(400, 'status: is required')
        const strategy = await strategies.changeStatus(actorOf(request), request.params.id, status)
        await evaluator.heed(strategy)
        return { success: true as const, status: strategy.status, strategy_id: strategy.id }
      },
    )

    app.delete(
      STRATEGIES.one,
      { schema: { params: idParams, response: replies(deletedReplySchema) } },
      async (request) => {
        const { id } = request.params
        await strategies.remove(actorOf(request), id)
        evaluator.dismiss(id)
        return { success: true as const, strategy_id: id }
      },
    )
  }
