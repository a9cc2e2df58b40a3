import { STRATEGY } from '#contract/limits.ts'
import { STRATEGIES } from '#contract/paths.ts'
import { customStrategySchema, type CustomStrategy } from '#contract/strategies/definition.ts'
import {
  createdStrategySchema,
  fromTemplateSchema,
  IDEMPOTENCY_HEADER,
  templatesResponseSchema,
} from '#contract/strategies/responses.ts'
import { availabilityQuerySchema, availabilityResponseSchema } from '#contract/strategies/availability.ts'
import { backtestQuerySchema, backtestResponseSchema } from '#contract/strategies/backtest.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import type { Actor } from '../ports.ts'
import { creationOf, type Creation } from '../store/creations.ts'
import { findTemplate, toTemplateDto, strategyFrom, TEMPLATES } from '../templates/templates.ts'
import { actorOf } from './actor.ts'
import type { StrategyRoutesDeps } from './deps.ts'
import { creationHeaders, responses, templateParams, withUnit } from './schemas.ts'

/** Templates, creation, and backtests of strategies and their sources before they are created. */
export const creationRoutes =
  ({ strategies, backtests, changed }: StrategyRoutesDeps): Service =>
  async (app) => {
    async function create(actor: Actor, definition: CustomStrategy, creation: Creation) {
      const { id, isNew } = await strategies.create(actor, definition, creation)
      if (isNew) await changed(id)
      return { strategy_id: id }
    }

    app.get(STRATEGIES.templates, { schema: { response: responses(templatesResponseSchema) } }, () => ({
      templates: TEMPLATES.map(toTemplateDto),
    }))

    app.post(
      STRATEGIES.custom,
      { schema: { headers: creationHeaders, body: customStrategySchema, response: responses(createdStrategySchema) } },
      (request) => {
        const definition = withUnit(request.body)
        const what = { what: definition.id, windowMs: STRATEGY.idempotencyMs }
        const creation = creationOf(request.headers[IDEMPOTENCY_HEADER], what, { custom: definition })
        return create(actorOf(request), definition, creation)
      },
    )

    app.post(
      STRATEGIES.fromTemplate,
      {
        schema: {
          headers: creationHeaders,
          params: templateParams,
          body: fromTemplateSchema,
          response: responses(createdStrategySchema),
        },
      },
      (request) => {
        const { templateId } = request.params
        const { name, exchange, trading_pair: pair } = request.body
        const template = findTemplate(templateId)
        if (!template) throw new RequestError(404, 'Template not found')
        const what = { what: `${templateId}:${name}`, windowMs: STRATEGY.templateRepeatMs }
        const creation = creationOf(request.headers[IDEMPOTENCY_HEADER], what, { templateId, ...request.body })
        return create(actorOf(request), strategyFrom(template, { name, exchange, pair }), creation)
      },
    )

    app.post(
      STRATEGIES.backtest,
      {
        schema: {
          querystring: backtestQuerySchema,
          body: customStrategySchema,
          response: responses(backtestResponseSchema),
        },
      },
      async ({ body, query }) => ({ backtest: await backtests.run(withUnit(body), query.hours) }),
    )

    app.post(
      STRATEGIES.availability,
      { schema: { body: availabilityQuerySchema, response: responses(availabilityResponseSchema) } },
      async ({ body }) => ({ availability: await backtests.availability(body) }),
    )
  }
