import * as z from 'zod/mini'
import { STRATEGIES } from '#contract/paths.ts'
import { storedStrategySchema } from '#contract/strategies/definition.ts'
import {
  archivedResponseSchema,
  archiveSchema,
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

/** List, details and performance of the strategies that a user may read, and changes of their own. */
export const strategyRoutes =
  (deps: StrategyRoutesDeps): Service =>
  async (app) => {
    const { strategies, shares, evaluator, changed } = deps
    app.get(STRATEGIES.list, { schema: { response: responses(strategiesResponseSchema) } }, async (request) => {
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
    })

    app.get(
      STRATEGIES.one,
      { schema: { params: idParams, response: responses(strategyResponseSchema) } },
      async (request) => {
        const strategy = await shares.findReadable(principalOf(request), request.params.id)
        return { strategy: strategyOf(strategy, await performanceOf(deps, strategy, evaluator.now())) }
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
        const strategy = await shares.findReadable(principalOf(request), request.params.id)
        return { performance: await performanceOf(deps, strategy, evaluator.now()) }
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
        await changed(strategy.id)
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

    app.patch(
      STRATEGIES.archive,
      { schema: { params: idParams, body: archiveSchema, response: responses(archivedResponseSchema) } },
      async (request) => {
        const { id } = request.params
        const { archived } = request.body
        await strategies.setArchived(actorOf(request), id, archived)
        return { success: true as const, strategy_id: id, archived }
      },
    )

    app.delete(
      STRATEGIES.one,
      { schema: { params: idParams, response: responses(deletedResponseSchema) } },
      async (request) => {
        const { id } = request.params
        await strategies.remove(actorOf(request), id)
        await changed(id)
        return { success: true as const, strategy_id: id }
      },
    )
  }
