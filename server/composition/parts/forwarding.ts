import fp from 'fastify-plugin'
import { parsePairs } from '#contract/pairs.ts'
import { ASYNCAPI_PATH, DEFAULT_BASES, DOCS_PATH, OPENAPI_PATH } from '#contract/paths.ts'
import { forwardingRoutes } from '#server/http/forwarding.ts'
import { readHolders } from '#server/leadership/postgresql.ts'
import { followLeaders } from '../adapters/leader-addresses.ts'
import { policyOf } from '../policy.ts'
import { reportTo } from '../report.ts'
import type { Composition } from './composition.ts'

/** What needs market, strategies, models or candles, and the description of the API, which lists those. */
const FORWARDED = [`${DEFAULT_BASES.tdp}/`, `${DEFAULT_BASES.strategy}/`, OPENAPI_PATH, ASYNCAPI_PATH, DOCS_PATH]

/** Passes requests on to the processes that lead, and knows where they are. */
export const forwardingPart = fp<Composition>(
  async (app, { settings, logger, lifecycle }) => {
    const { database } = app
    const report = reportTo(database, logger.warn.bind(logger), 'the processes that lead cannot be looked for')
    const market = () => {
      const { kind, pairs } = app.liveFeed.market.describe()
      return { kind, pairs: parsePairs(pairs) }
    }
    const leaders = followLeaders(() => readHolders(database.db), market, report)
    lifecycle.add('forwarding', () => leaders.stop())
    await app.register(
      forwardingRoutes({
        policy: policyOf(settings),
        isForwarded: (route) => FORWARDED.some((path) => route.split(' ')[1]?.startsWith(path)),
        leaderAddress: (pair) => leaders.of(pair),
        onUnreachable: () => leaders.look(),
      }),
    )
  },
  { name: 'forwarding', dependencies: ['database', 'live-feed'] },
)
