import { useSelector } from '@xstate/react'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Observable } from 'rxjs'
import type { ClientConfig } from '#contract/config.ts'
import type { ConnectionActor } from '#src/machines/connection/machine.ts'
import type { FeedName } from '#src/machines/connection/ports.ts'
import type { SessionCommands } from '#src/machines/session/commands.ts'
import type { SessionActor, SessionSnapshot } from '#src/machines/session/machine.ts'
import type { Recorder } from '#src/machines/inspection/recorder.ts'
import type { FeedCount, Flow, Streams } from '#src/streams/index.ts'
import type { KeptConnections } from './kept-connections.ts'
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

/** What features are given. Built once in system.ts, outside React. */
export interface Services {
  readonly config: ClientConfig
  readonly session: SessionActor
  readonly sessionCommands: SessionCommands
  readonly connections: Readonly<Record<FeedName, ConnectionActor>>
  readonly streams: Streams
  readonly preferences: PreferenceStore
  /** How the connections were on an earlier visit, for as long as that may be told. */
  readonly keptConnections$: Observable<KeptConnections | undefined>
  /** Undefined unless somebody asked for it. */
  readonly inspection: Inspection | undefined
}

export const ServicesContext = createContext<Services | undefined>(undefined)

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('useServices outside of ServicesContext')
  return services
}

/** A selected part of the session, re-rendering only when that part changes. */
export const useSession = <T>(select: (snapshot: SessionSnapshot) => T): T => useSelector(useServices().session, select)

/** What whoever is signed in chose on this browser, and how they choose something else. */
export function usePreferences(): readonly [Preferences, PreferenceStore['set']] {
  const { preferences } = useServices()
  return [useSyncExternalStore(preferences.subscribe, preferences.get), preferences.set]
}

/** Options for a machine that a component runs: so it shows in the inspector while it lives. */
export function useInspected(): { readonly inspect?: Recorder['inspect'] } {
  const recorder = useServices().inspection?.recorder
  return recorder === undefined ? {} : { inspect: recorder.inspect }
}
