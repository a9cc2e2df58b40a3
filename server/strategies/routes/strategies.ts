import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import type { StrategyStatus } from '#contract/strategies/names.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { actorOf, type StrategyRoutesDeps, withUnit } from './common.ts'
import { performanceOf, strategyOf, summaryOf } from './views.ts'
import {
  saveVersion,
  version,
  versions,
  custom,
  fromTemplate,
  templates,
  revokeShare,
  share,
  shares,
} from '#contract/endpoints/strategies.ts'
import { STRATEGY } from '#contract/limits.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { IDEMPOTENCY_HEADER } from '#contract/strategies/responses.ts'
import type { Actor } from '../ports.ts'
import { creationOf, type Creation } from '../store/creations.ts'
import { TEMPLATES_RESPONSE } from '../templates/results.ts'
import { findTemplate, strategyFrom } from '../templates/templates.ts'
import { VIEWERS, type Shares } from '#contract/strategies/shares.ts'

/** With whom a strategy is shared; for its owner only. */
export const shareRoutes =
  ({ shares: store }: StrategyRoutesDeps): Service =>
  async (app) => {
    async function audienceOf(ownerId: string, id: string): Promise<{ shares: Shares }> {
      const { viewers, people } = await store.audience(ownerId, id)
      return {
        shares: {
          viewers,
          people: people.map(({ userId, email, username, sharedAt }) => ({
            user_id: userId,
            email,
            username,
            shared_at: sharedAt,
          })),
        },
      }
    }

    serve(
      app,
      { shares, share, revokeShare },
      {
        shares: (request) => audienceOf(principalOf(request).userId, request.params.id),

        async share(request) {
          const { id } = request.params
          const actor = actorOf(request)
          await store.share(actor, id, 'email' in request.body ? request.body : VIEWERS)
          return audienceOf(actor.userId, id)
        },

        async revokeShare(request) {
          const { id, audience } = request.params
          const actor = actorOf(request)
          await store.revoke(actor, id, audience)
          return audienceOf(actor.userId, id)
        },
      },
    )
  }

/** Templates and the creation of strategies. */
export const creationRoutes =
  ({ strategies, changed }: StrategyRoutesDeps): Service =>
  async (app) => {
    async function create(actor: Actor, definition: CustomStrategy, creation: Creation) {
      const { id, isNew } = await strategies.create(actor, definition, creation)
      if (isNew) await changed(id)
      return { strategy_id: id }
    }

    serve(
      app,
      { templates, custom, fromTemplate },
      {
        templates: () => TEMPLATES_RESPONSE,

        custom(request) {
          const definition = withUnit(request.body)
          const what = { what: definition.id, windowMs: STRATEGY.idempotencyMs }
          const creation = creationOf(request.headers[IDEMPOTENCY_HEADER], what, { custom: definition })
          return create(actorOf(request), definition, creation)
        },

        fromTemplate(request) {
          const { templateId } = request.params
          const { name, exchange, trading_pair: pair } = request.body
          const template = findTemplate(templateId)
          if (!template) throw new RequestError(404, 'Template not found')
          const what = { what: `${templateId}:${name}`, windowMs: STRATEGY.templateRepeatMs }
          const creation = creationOf(request.headers[IDEMPOTENCY_HEADER], what, { templateId, ...request.body })
          return create(actorOf(request), strategyFrom(template, { name, exchange, pair }), creation)
        },
      },
    )
  }

/** The versions of a strategy, and saving a new one. */
export const versionRoutes =
  ({ shares, versions: store, changed }: StrategyRoutesDeps): Service =>
  async (app) =>
    serve(
      app,
      { versions, version, saveVersion },
      {
        async versions(request) {
          const { id } = await shares.findReadable(principalOf(request), request.params.id)
          const counts = await store.decisionCounts(id)
          const all = await store.list(id)
          return {
            versions: all.map(({ versionNumber, definition, createdAt }) => ({
              version_number: versionNumber,
              name: definition.name,
              created_at: createdAt,
              decisions: counts.get(versionNumber) ?? 0,
            })),
          }
        },

        async version(request) {
          const { id, status } = await shares.findReadable(principalOf(request), request.params.id)
          const [found] = await store.list(id, [request.params.versionNumber])
          if (!found) throw new RequestError(404, 'Version not found')
          const { versionNumber, definition, createdAt } = found
          return {
            version: { version_number: versionNumber, created_at: createdAt, definition: { ...definition, status } },
          }
        },

        async saveVersion(request) {
          const { based_on: basedOn, definition } = request.body
          const strategy = await store.save(actorOf(request), request.params.id, basedOn, withUnit(definition))
          await changed(strategy.id)
          return { success: true, strategy_id: strategy.id, version_number: strategy.versionNumber }
        },
      },
    )

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
