import { agreementPart } from './agreement.ts'
import { busPart } from './bus.ts'
import { databasePart } from './database.ts'
import { forwardingPart } from './forwarding.ts'
import { gatewayPart } from './gateway.ts'
import { identityPart } from './identity.ts'
import { operationsWithoutFilesPart } from './operations.ts'
import { remoteAccountChangesPart } from './remote-account-changes.ts'
import { remoteFeedPart } from './remote-feed.ts'
import { streamProxyPart } from './stream-proxy.ts'
import { sweepsPart } from './sweeps.ts'

/** The parts of a gateway: sockets, identity and pages. Market, analysis and all that works with them are with the leader. */
export const GATEWAY_PARTS = [
  databasePart,
  busPart,
  sweepsPart,
  remoteFeedPart,
  remoteAccountChangesPart,
  identityPart,
  operationsWithoutFilesPart,
  streamProxyPart,
  forwardingPart,
  gatewayPart,
  agreementPart,
] as const
