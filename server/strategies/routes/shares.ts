import * as z from 'zod/mini'
import { STRATEGY } from '#contract/limits.ts'
import { STRATEGIES } from '#contract/paths.ts'
import { shareSchema, sharesResponseSchema, VIEWERS, type Shares } from '#contract/strategies/shares.ts'
import type { Service } from '#server/http/app.ts'
import { principalOf } from '#server/http/guard.ts'
import { actorOf } from './actor.ts'
import type { StrategyRoutesDeps } from './deps.ts'
import { idParams, responses } from './schemas.ts'

const shareParams = z.extend(idParams, { audience: z.string().check(z.maxLength(STRATEGY.maxId)) })

/** With whom a strategy is shared; for its owner only. */
export const shareRoutes =
  ({ shares }: StrategyRoutesDeps): Service =>
  async (app) => {
    async function audienceOf(ownerId: string, id: string): Promise<{ shares: Shares }> {
      const { viewers, people } = await shares.audience(ownerId, id)
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

    app.get(STRATEGIES.shares, { schema: { params: idParams, response: responses(sharesResponseSchema) } }, (request) =>
      audienceOf(principalOf(request).userId, request.params.id),
    )

    app.post(
      STRATEGIES.shares,
      { schema: { params: idParams, body: shareSchema, response: responses(sharesResponseSchema) } },
      async (request) => {
        const { id } = request.params
        const actor = actorOf(request)
        await shares.share(actor, id, 'email' in request.body ? request.body : VIEWERS)
        return audienceOf(actor.userId, id)
      },
    )

    app.delete(
      STRATEGIES.share,
      { schema: { params: shareParams, response: responses(sharesResponseSchema) } },
      async (request) => {
        const { id, audience } = request.params
        const actor = actorOf(request)
        await shares.revoke(actor, id, audience)
        return audienceOf(actor.userId, id)
      },
    )
  }
