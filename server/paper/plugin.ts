import fp from 'fastify-plugin'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { writeAudit } from '#server/identity/audit/audit.ts'
import { reportTo } from '#server/process/uncaught.ts'
import { assertLeads } from '../cluster/leadership-plugin.ts'
import type { ServerContext } from '../context.ts'
import { createPaperFeed, type PaperFeed } from './feed.ts'
import { createPaperTrading, type PaperTrading } from './paper.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly paperFeed: PaperFeed
    readonly paper: PaperTrading
  }
}

/** The paper accounts for the sockets of their owners, whichever process trades and whichever serves them. */
export const paperFeedPlugin = fp<ServerContext>(
  async (app, { market: { now } }) =>
    void app.decorate('paperFeed', createPaperFeed({ database: app.database, bus: app.bus, now })),
  { name: 'paper-feed', dependencies: ['database', 'bus'] },
)

/** Trades on paper what strategies decide; `start` sets it in motion. */
export const paperPlugin = fp<ServerContext>(
  async (app, { logger, market: { now } }) => {
    const { streams, minutes } = app.live
    const paper = createPaperTrading({
      database: app.database,
      market: { kind: streams.market, now: streams.now, minutes: (pair, from, to) => minutes.load(pair, from, to) },
      decided$: app.strategies.evaluator.decided$,
      audit: async (tx, actor, action, details) =>
        void (await writeAudit(tx, { ...actor, action, details, at: now() })),
      auditHalt: async (tx, { userId, accountId, reason }) =>
        void (await writeAudit(tx, {
          action: 'paper.halted',
          details: { target: accountId, owner: userId, reason },
          at: now(),
        })),
      announce: app.paperFeed.announce,
      assertLeads: assertLeads(app),
      now,
      report: reportTo(app.database, logger.error.bind(logger), 'paper trading failed'),
    })
    app.decorate('paper', paper)
    await app.register(paper.routes, { prefix: DEFAULT_BASES.strategy })
  },
  { name: 'paper', dependencies: ['database', 'live-data', 'strategies', 'paper-feed'] },
)
