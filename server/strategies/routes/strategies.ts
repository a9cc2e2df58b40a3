import * as z from 'zod/mini'
import { STRATEGIES } from '#contract/paths.ts'
import { storedStrategySchema } from '#contract/strategies/definition.ts'
import {
  deletedResponseSchema,
  renamedResponseSchema,
  renameSchema,
  statusQuerySchema,
  statusResponseSchema,
  strategiesResponseSchema,
  strategyResponseSchema,
} from '#contract/strategies/responses.ts'
import { strategyActivityResponseSchema } from '#contract/strategies/activity.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import { actorOf } from './actor.ts'
import type { StrategyRoutesDeps } from './deps.ts'
import { idParams, responses } from './schemas.ts'
import { performanceOf, strategyOf, summaryOf } from './views.ts'

/** List, details, performance and status of the user's own strategies. */
export const strategyRoutes =
  ({ strategies, decisions, evaluator }: StrategyRoutesDeps): Service =>
  async (app) => {
    app.get(STRATEGIES.list, { schema: { response: responses(strategiesResponseSchema) } }, async (request) => {
      const own = await strategies.list(principalOf(request).userId)
      return { strategies: own.map(summaryOf) }
    })

    app.get(
      STRATEGIES.one,
      { schema: { params: idParams, response: responses(strategyResponseSchema) } },
      async (request) => {
        const strategy = await strategies.findOwn(principalOf(request).userId, request.params.id)
        return { strategy: strategyOf(strategy, await performanceOf(decisions, strategy, evaluator.now())) }
      },
    )

    app.get(
      STRATEGIES.export,
      { schema: { params: idParams, response: responses(storedStrategySchema) } },
      async (request) => {
        const { definition, status } = await strategies.findOwn(principalOf(request).userId, request.params.id)
        return { ...definition, status }
      },
    )

    app.get(
      STRATEGIES.performance,
      { schema: { params: idParams, response: responses(strategyActivityResponseSchema) } },
      async (request) => {
        const strategy = await strategies.findOwn(principalOf(request).userId, request.params.id)
        return { performance: await performanceOf(decisions, strategy, evaluator.now()) }
      },
    )

    app.patch(
      STRATEGIES.status,
      {
        schema: {
          params: idParams,
          querystring: z.partial(statusQuerySchema),
          body: z.nullish(z.partial(statusQuerySchema)),
          response: responses(statusResponseSchema),
        },
      },
      async (request) => {
        const status = request.query.status ?? request.body?.status
        if (!status) throw new RequestError(400, 'status: is required')
        const strategy = await strategies.changeStatus(actorOf(request), request.params.id, status)
        await evaluator.sync(strategy)
        return { success: true as const, status: strategy.status, strategy_id: strategy.id }
      },
    )

    app.patch(
      STRATEGIES.one,
      { schema: { params: idParams, body: renameSchema, response: responses(renamedResponseSchema) } },
      async (request) => {
        const { id } = request.params
        const name = request.body.name.trim()
        await strategies.rename(actorOf(request), id, name)
        return { success: true as const, strategy_id: id, name }
      },
    )

    app.delete(
      STRATEGIES.one,
      { schema: { params: idParams, response: responses(deletedResponseSchema) } },
      async (request) => {
        const { id } = request.params
        await strategies.remove(actorOf(request), id)
        evaluator.remove(id)
        return { success: true as const, strategy_id: id }
      },
    )
  }
