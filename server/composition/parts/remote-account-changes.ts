import fp from 'fastify-plugin'
import type { OnAccountChange } from '#server/identity/admin/deps.ts'
import { writeAudit } from '#server/identity/audit/audit.ts'
import { pauseIneligible } from '#server/strategies/store/owners.ts'
import type { Composition } from './composition.ts'

/** Pauses the strategies of accounts that may no longer trade; the process that runs them follows the database. */
export const remoteAccountChangesPart = fp<Composition>(
  async (app, { market: { now } }) => {
    const onAccountChange: OnAccountChange = async (tx, userId, { actorId, ipAddress }) => {
      const audit = async (queries: typeof tx, entry: Parameters<typeof writeAudit>[1]) =>
        void (await writeAudit(queries, entry))
      const paused = await pauseIneligible(tx, audit, { at: now(), userId, actor: { userId: actorId, ipAddress } })
      return () => {
        for (const strategyId of paused) app.bus.publish({ kind: 'strategy-changed', strategyId })
      }
    }
    app.decorate('onAccountChange', onAccountChange)
  },
  { name: 'account-changes', dependencies: ['bus'] },
)
