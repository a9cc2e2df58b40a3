import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { asyncScheduler, map } from 'rxjs'
import { CLOSE } from '#contract/close-codes.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { analyticsEndpoint } from './analytics-endpoint.ts'
import { openDatabase } from './database/open.ts'
import { createGateway } from './gateway/gateway.ts'
import { operationsRoutes } from './health.ts'
import { createApp } from './http/app.ts'
import { createIdentity } from './identity/identity.ts'
import type { FirstAdministrator } from './identity/first-administrator.ts'
import { createLifecycle } from './lifecycle.ts'
import { createCandleFeed } from './market/live-updates.ts'
import { candleRoutes } from './market/routes.ts'
import { createMarketService } from './market/service.ts'
import { createSource } from './market/source.ts'
import { PROJECT_ROOT, readVersion } from './project.ts'
import type { Settings } from './settings.ts'
import { createAnalyticsFeed } from './streams/analytics-feed.ts'
import { createMemoryLog } from './streams/memory-log.ts'
import { streamProxyRoutes } from './streams/routes.ts'
import { tdpEndpoint } from './tdp-endpoint.ts'

/** A server that accepts connections. */
export interface Running {
  readonly address: string
  readonly market: string
  /** Set when this start made the first administrator. */
  readonly firstAdministrator: FirstAdministrator | undefined
  /** What the operator should read once: refused candle files, dropped rows. */
  readonly notices: readonly string[]
  readonly app: FastifyInstance
  /** Planned stop: announces itself to clients, finishes what is in flight, and closes everything. */
  stop(): Promise<void>
}
