import { useSelector } from '@xstate/react'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Observable } from 'rxjs'
import type * as z from 'zod/mini'
import type { ClientConfig } from '#contract/config.ts'
import type { ConnectionActor } from '#src/machines/connection/machine.ts'
import type { FeedName } from '#src/machines/connection/ports.ts'
import type { FaultInjectionActor } from '#src/machines/fault-injection/machine.ts'
import type { HealthActor } from '#src/machines/health/machine.ts'
import type { ModelsApi } from '#src/machines/models/model.ts'
import type { SessionCommands } from '#src/machines/session/commands.ts'
import type { SessionActor, SessionSnapshot } from '#src/machines/session/machine.ts'
import type { Invitation } from '#src/machines/session/ports.ts'
import type { Recorder } from '#src/machines/inspection/recorder.ts'
import type { WizardActor } from '#src/machines/wizard/machine.ts'
import type { FeedCount, Flow, Monitoring, StrategyCommands, StrategyFeeds, Streams } from '#src/streams/index.ts'
import type { CachedConnections } from './cached-connections.ts'
import type { PreferenceStore, Preferences } from './preferences.ts'

/** What developers see of a page that is inspected. */
export interface Inspection {
  readonly recorder: Recorder
  readonly flows: () => readonly Flow[]
  readonly feeds: () => readonly FeedCount[]
  /** How much the flight recorder holds; times in unix ms. */
  readonly recorded: () => {
    readonly since?: number | undefined
    readonly until?: number | undefined
    readonly entries: number
  }
  /** The flight as a file's text; undefined while there is none. */
  readonly save: () => string | undefined
}

/** What the trading screen works with. */
export interface Strategies {
  readonly feeds: StrategyFeeds
  readonly commands: StrategyCommands
  /** Lives longer than the screen: a draft is still there when one comes back to it. */
  readonly wizard: WizardActor
}

/** A call as a screen makes it; `transport/http.ts` tells more of each part. */
export interface ServiceRequest<T> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly schema: z.ZodMiniType<T>
  readonly signal?: AbortSignal | undefined
}

/** Why a call brought no value. `said`: the server's own words, when it had any. */
export interface ServiceFailure {
  readonly kind: 'http' | 'shape' | 'network' | 'timeout' | 'aborted' | 'unauthenticated'
  readonly status?: number
  readonly text: string
  readonly serverMessage?: string | undefined
}

/** One call of one service, with the session's token. Never rejects. */
export type ServiceCall = <T>(
  request: ServiceRequest<T>,
) => Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: ServiceFailure }>

/** What every page is given, signed in or not. Built once in system.ts, outside React. */
export interface PublicServices {
  readonly config: ClientConfig
  readonly session: SessionActor
  readonly sessionCommands: SessionCommands
  /** The one that the page was opened with. */
  readonly invitation: Invitation
  readonly preferences: PreferenceStore
  /** Undefined unless somebody asked for it. */
  readonly inspection: Inspection | undefined
  /** Everything: loaded when somebody signs in, the same ever after. Rejects when it cannot be had. */
  readonly loadSignedInServices: () => Promise<Services>
}

/** What the screens of signed-in people are given. Built once in whole.ts. */
export interface Services extends PublicServices {
  readonly connections: Readonly<Record<FeedName, ConnectionActor>>
  readonly streams: Streams
  /** Fetched and built at the first call; the same ever after. */
  readonly strategies: () => Promise<Strategies>
  readonly calls: Readonly<Record<'tdp' | 'proxy' | 'strategy' | 'admin', ServiceCall>>
  /** How the streams fare, and what may be asked of them; the same for everybody. */
  readonly monitoring: () => Promise<Monitoring>
  /** The proxy health monitor, loaded when first asked for; the same one for everybody. */
  readonly health: () => Promise<HealthActor>
  /** Faults on purpose, for administrators; loaded like the monitor. */
  readonly faultInjection: () => Promise<FaultInjectionActor>
  /** How the connections were on an earlier visit, for as long as that may be told. */
  readonly cachedConnections$: Observable<CachedConnections | undefined>
  /** Comes with its own chunk; rejects when that cannot be had. */
  readonly models: () => Promise<ModelsApi>
}

export const PublicContext = createContext<PublicServices | undefined>(undefined)
export const ServicesContext = createContext<Services | undefined>(undefined)

export function usePublicServices(): PublicServices {
  const services = useContext(PublicContext)
  if (!services) throw new Error('usePublicServices outside of PublicContext')
  return services
}

/** For screens of signed-in people. */
export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('useServices outside of ServicesContext')
  return services
}

/** A selected part of the session, re-rendering only when that part changes. */
export const useSession = <T>(select: (snapshot: SessionSnapshot) => T): T =>
  useSelector(usePublicServices().session, select)

/** Options for a machine that a component runs: so it shows in the inspector while it lives. */
export function useInspected(): { readonly inspect?: Recorder['inspect'] } {
  const recorder = useContext(PublicContext)?.inspection?.recorder
  return recorder === undefined ? {} : { inspect: recorder.inspect }
}

/** Opens the Connection Status dialog; the frame around the signed-in screens puts it here. */
export const ConnectionStatusContext = createContext<() => void>(() => undefined)
export const useConnectionStatus = (): (() => void) => useContext(ConnectionStatusContext)

/** What whoever is signed in chose on this browser, and how they choose something else. */
export function usePreferences(): readonly [Preferences, PreferenceStore['set']] {
  const { preferences } = usePublicServices()
  return [useSyncExternalStore(preferences.subscribe, preferences.get), preferences.set]
}
