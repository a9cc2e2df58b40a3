import { useSelector } from '@xstate/react'
import { createContext, useContext } from 'react'
import type { ClientConfig } from '#contract/config.ts'
import type { ConnectionActor } from '#src/machines/connection/machine.ts'
import type { FeedName } from '#src/machines/connection/ports.ts'
import type { ModelsApi } from '#src/machines/models/model.ts'
import type { SessionCommands } from '#src/machines/session/commands.ts'
import type { SessionActor, SessionSnapshot } from '#src/machines/session/machine.ts'
import type { Streams } from '#src/streams/index.ts'

/** What features are given. Built once in system.ts, outside React. */
export interface Services {
  readonly config: ClientConfig
  readonly session: SessionActor
  readonly sessionCommands: SessionCommands
  readonly connections: Readonly<Record<FeedName, ConnectionActor>>
  readonly streams: Streams
  /** Comes with its own chunk; rejects when that cannot be had. */
  readonly models: () => Promise<ModelsApi>
}

export const ServicesContext = createContext<Services | undefined>(undefined)

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('useServices outside of ServicesContext')
  return services
}

/** A selected part of the session, re-rendering only when that part changes. */
export const useSession = <T>(select: (snapshot: SessionSnapshot) => T): T => useSelector(useServices().session, select)
