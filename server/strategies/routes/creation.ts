import { custom, fromTemplate, templates } from '#contract/endpoints/strategies.ts'
import { STRATEGY } from '#contract/limits.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { IDEMPOTENCY_HEADER } from '#contract/strategies/responses.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { Actor } from '../ports.ts'
import { creationOf, type Creation } from '../store/creations.ts'
import { findTemplate, toTemplateDto, strategyFrom, TEMPLATES } from '../templates/templates.ts'
import { actorOf, withUnit, type StrategyRoutesDeps } from './common.ts'

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
        templates: () => ({ templates: TEMPLATES.map(toTemplateDto) }),

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
