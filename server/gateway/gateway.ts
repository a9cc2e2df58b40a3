import type { Server } from 'node:http'
import type { GatewayDeps, GatewayStats } from './ports.ts'

/** The socket endpoints of the server, on the port of its HTTP server. */
export interface Gateway {
  /** Takes the upgrades of the gateway's own paths; all others are left to whoever else listens. */
  attach(server: Server): void
  /** Planned stop: tells every client when to come back and closes it. Done within `GATEWAY.drainMs`. */
  drain(): Promise<void>
  stats(): GatewayStats
}

export declare function createGateway(deps: GatewayDeps): Gateway
