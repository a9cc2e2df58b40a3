import { agreementPart } from './agreement.ts'
import { accountChangesPart } from './account-changes.ts'
import { apiDocsPart } from './api-docs.ts'
import { backtestsPart } from './backtests.ts'
import { backupPart } from './backup.ts'
import { busPart } from './bus.ts'
import { candleImportsPart } from './candle-imports.ts'
import { dataDirectoryPart } from './data-directory.ts'
import { databasePart } from './database.ts'
import { gatewayPart } from './gateway.ts'
import { identityPart } from './identity.ts'
import { leadershipPart } from './leadership.ts'
import { liveDataPart } from './live-data.ts'
import { liveFeedPart } from './live-feed.ts'
import { marketRoutesPart } from './market-routes.ts'
import { modelsPart } from './models.ts'
import { operationsPart } from './operations.ts'
import { scoreCardPart } from './score-card.ts'
import { startPart } from './start.ts'
import { strategiesPart } from './strategies.ts'
import { streamProxyPart } from './stream-proxy.ts'
import { sweepsPart } from './sweeps.ts'
import { workAgreementPart } from './work-agreement.ts'

/** The parts of a server with a market of its own. Each declares what it depends on: Fastify refuses an order that misses a dependency. */
export const PARTS = [
  dataDirectoryPart,
  databasePart,
  busPart,
  sweepsPart,
  leadershipPart,
  liveDataPart,
  liveFeedPart,
  strategiesPart,
  backtestsPart,
  candleImportsPart,
  scoreCardPart,
  accountChangesPart,
  identityPart,
  modelsPart,
  operationsPart,
  apiDocsPart,
  backupPart,
  marketRoutesPart,
  streamProxyPart,
  gatewayPart,
  agreementPart,
  workAgreementPart,
  startPart,
] as const
