import { revokeShare, share, shares } from '#contract/endpoints/strategies.ts'
import { VIEWERS, type Shares } from '#contract/strategies/shares.ts'
import type { Service } from '#server/http/app.ts'
import { principalOf } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { actorOf, type StrategyRoutesDeps } from './common.ts'

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
