import fp from 'fastify-plugin'
import { createRelayReader } from '#server/cluster/relay/reader.ts'
import { createConnection } from '#server/streams/redis/connection.ts'
import { SettingsError } from '#server/settings.ts'
import { createRemoteData } from './remote-data.ts'
import { announceRedisWait } from './redis-wait.ts'
import type { ServerContext } from '../context.ts'
import { openRedisLog } from '../live/redis-log.ts'
import type { OnAccountChange } from '#server/identity/admin/queries.ts'
import { writeAudit } from '#server/identity/audit/audit.ts'
import { pairOfStrategy } from '#server/strategies/store/rows.ts'
import { pauseIneligible } from '#server/strategies/store/owners.ts'
import { parsePairs } from '#contract/pairs.ts'
import * as SERVICE from '#contract/endpoints/service.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { forwardingRoutes } from '#server/http/forwarding.ts'
import { readHolders } from '#server/cluster/leadership/postgresql.ts'
import { followLeaders, type LeaderAddresses } from './leader-addresses.ts'
import { policyOf } from '../process/policy.ts'
import { reportTo } from '#server/process/uncaught.ts'

const REDIS_WAIT = {
  meanwhile: 'there are no prices and no analysis',
  afterwards: 'prices and analysis go on',
}

/** The live pipeline of the process that runs it, through Redis. */
export const remoteFeedPlugin = fp<ServerContext>(
  async (app, context) => {
    const { settings, lifecycle, logger, market } = context
    const { redisUrl: url } = settings
    if (url === undefined) throw new SettingsError('PAIRBOT_ROLE: a gateway needs REDIS_URL beside it')
    const { random } = market
    const reader = createRelayReader({
      connect: (onRefused) => createConnection({ url, role: 'relay', random, onRefused }),
      random,
    })
    const data = createRemoteData({
      reader,
      openLog: (kind) => openRedisLog(url, kind, { isFollower: true }, logger),
      expectedKind: settings.market === 'auto' ? 'kraken' : settings.market,
      now: market.now,
      report: (error) => logger.error({ err: error }, 'the live market cannot be followed'),
    })
    lifecycle.add('live feed', () => data.stop())
    await announceRedisWait(reader, REDIS_WAIT, logger)
    app.decorate('liveFeed', data)
  },
  { name: 'live-feed' },
)

/** Pauses the strategies of accounts that may no longer trade; the process that runs them follows the database. */
export const remoteAccountChangesPlugin = fp<ServerContext>(
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

/** What needs market, strategies, models or candles, and the description of the API, which lists those. */
const FORWARDED = [
  `${DEFAULT_BASES.tdp}/`,
  `${DEFAULT_BASES.strategy}/`,
  SERVICE.openApi.path,
  SERVICE.asyncApi.path,
  SERVICE.docs.path,
]

declare module 'fastify' {
  interface FastifyInstance {
    readonly leaders: LeaderAddresses
  }
}

/** Passes requests on to the processes that lead, and knows where they are. */
export const forwardingPlugin = fp<ServerContext>(
  async (app, { settings, logger, lifecycle }) => {
    const { database } = app
    const report = reportTo(database, logger.warn.bind(logger), 'the processes that lead cannot be looked for')
    const market = () => {
      const { kind, pairs } = app.liveFeed.market.describe()
      return { kind, pairs: parsePairs(pairs) }
    }
    const leaders = followLeaders(() => readHolders(database.db), market, report)
    lifecycle.add('forwarding', () => leaders.stop())
    app.decorate('leaders', leaders)
    await app.register(
      forwardingRoutes({
        policy: policyOf(settings),
        isForwarded: (route) => FORWARDED.some((path) => route.split(' ')[1]?.startsWith(path)),
        leaderAddress(pair) {
          const address = leaders.of(pair)
          return address !== undefined && app.standing?.isUnreachable(address) ? undefined : address
        },
        strategyPair: (id) => pairOfStrategy(database.db, id),
        onUnreachable: () => leaders.look(),
      }),
    )
  },
  { name: 'forwarding', dependencies: ['database', 'live-feed'] },
)
