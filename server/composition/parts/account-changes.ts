import fp from 'fastify-plugin'
import type { OnAccountChange } from '#server/identity/admin/deps.ts'
import type { Composition } from './composition.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What happens with an account's strategies when the account changes. */
    readonly onAccountChange: OnAccountChange
  }
}

/** Stops the strategies of accounts that may no longer trade, which run in this process. */
export const accountChangesPart = fp<Composition>(
  async (app) => {
    const onAccountChange: OnAccountChange = (tx, userId, { actorId, ipAddress }) =>
      app.strategies.accountChanged(tx, userId, { userId: actorId, ipAddress })
    app.decorate('onAccountChange', onAccountChange)
  },
  { name: 'account-changes', dependencies: ['strategies'] },
)
