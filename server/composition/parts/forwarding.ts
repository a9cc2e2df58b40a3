import fp from 'fastify-plugin'
import { ASYNCAPI_PATH, DEFAULT_BASES, DOCS_PATH, OPENAPI_PATH } from '#contract/paths.ts'
import { forwardingRoutes } from '#server/http/forwarding.ts'
import { readHolders } from '#server/leadership/postgresql.ts'
import { followLeaderAddress } from '../adapters/leader-address.ts'
import { policyOf } from '../policy.ts'
import { reportTo } from '../report.ts'
import type { Composition } from './composition.ts'

/** What needs market, strategies, models or candles, and the description of the API, which lists those. */
const FORWARDED = [`${DEFAULT_BASES.tdp}/`, `${DEFAULT_BASES.strategy}/`, OPENAPI_PATH, ASYNCAPI_PATH, DOCS_PATH]

/** Passes requests on to the process that leads, and knows where it is. */
export const forwardingPart = fp<Composition>(
  async (app, { settings, logger, lifecycle }) => {
    const { database } = app
    const report = reportTo(database, logger.warn.bind(logger), 'the process that leads cannot be looked for')
    const leader = followLeaderAddress(async () => {
      const holders = await readHolders(database.db)
      return holders.find(({ address }) => address !== null)?.address ?? undefined
    }, report)
    lifecycle.add('forwarding', () => leader.stop())
    await app.register(
      forwardingRoutes({
        policy: policyOf(settings),
        isForwarded: (route) => FORWARDED.some((path) => route.split(' ')[1]?.startsWith(path)),
        leaderAddress: () => leader.current(),
        onUnreachable: () => leader.look(),
      }),
    )
  },
  { name: 'forwarding', dependencies: ['database'] },
)
