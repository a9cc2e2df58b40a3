import { backtestsPlugin } from './backtests/plugin.ts'
import { backupPlugin } from './backup/plugin.ts'
import { agreementPlugin, busPlugin, sweepsPlugin, workAgreementPlugin } from './cluster/bus-plugin.ts'
import { leadershipPlugin } from './cluster/leadership-plugin.ts'
import { databasePlugin, dataDirectoryPlugin } from './database/plugin.ts'
import { gatewayPlugin } from './gateway/plugin.ts'
import { identityPlugin } from './identity/plugin.ts'
import { liveDataPlugin, liveFeedPlugin, marketRoutesPlugin, startPlugin } from './live/plugin.ts'
import { candleImportsPlugin } from './market/imports/plugin.ts'
import { modelsPlugin } from './models/plugin.ts'
import { operationsPlugin, operationsWithoutFilesPlugin } from './operations/plugin.ts'
import { paperFeedPlugin, paperPlugin } from './paper/plugin.ts'
import { scoreCardPlugin } from './score-card/plugin.ts'
import { accountChangesPlugin, strategiesPlugin } from './strategies/plugin.ts'
import { streamProxyPlugin } from './streams/plugin.ts'
import { apiDocsPlugin } from './http/api-docs/plugin.ts'

/** A server with a market of its own: alone, or as the worker of several processes. */
const loadWorker = async () => [
  dataDirectoryPlugin,
  databasePlugin,
  busPlugin,
  sweepsPlugin,
  leadershipPlugin,
  liveDataPlugin,
  liveFeedPlugin,
  strategiesPlugin,
  paperFeedPlugin,
  paperPlugin,
  backtestsPlugin,
  candleImportsPlugin,
  scoreCardPlugin,
  accountChangesPlugin,
  identityPlugin,
  modelsPlugin,
  operationsPlugin,
  apiDocsPlugin,
  backupPlugin,
  marketRoutesPlugin,
  streamProxyPlugin,
  gatewayPlugin,
  agreementPlugin,
  workAgreementPlugin,
  startPlugin,
]

/** Sockets, identity and pages. Market, analysis and all that works with them are with the leader. */
async function loadGateway() {
  // Only gateways load what they need for it.
  const { forwardingPlugin, remoteAccountChangesPlugin, remoteFeedPlugin } = await import('./cluster/gateway-plugin.ts')
  const { otherGatewaysPlugin } = await import('./cluster/other-gateways-plugin.ts')
  return [
    databasePlugin,
    busPlugin,
    sweepsPlugin,
    remoteFeedPlugin,
    remoteAccountChangesPlugin,
    identityPlugin,
    operationsWithoutFilesPlugin,
    streamProxyPlugin,
    forwardingPlugin,
    paperFeedPlugin,
    gatewayPlugin,
    agreementPlugin,
    otherGatewaysPlugin,
  ]
}

/**
 * The plugins of a process of each role, in order. Each declares what it depends on: Fastify refuses an order that misses a
 * dependency.
 */
export const ROLES = {
  all: { hasMarket: true, loadPlugins: loadWorker },
  worker: { hasMarket: true, loadPlugins: loadWorker },
  gateway: { hasMarket: false, loadPlugins: loadGateway },
} as const
