import { useSelector } from '@xstate/react'
import { createContext, useContext } from 'react'
import type * as z from 'zod/mini'
import type { ClientConfig } from '#contract/config.ts'
import type { ConnectionActor } from '#src/machines/connection/machine.ts'
import type { FeedName } from '#src/machines/connection/ports.ts'
import type { SessionCommands } from '#src/machines/session/commands.ts'
import type { SessionActor, SessionSnapshot } from '#src/machines/session/machine.ts'
import type { Streams } from '#src/streams/index.ts'

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
  readonly said?: string | undefined
}

/** One call of one service, with the session's token. Never rejects. */
export type ServiceCall = <T>(
  request: ServiceRequest<T>,
) => Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: ServiceFailure }>

/** What features are given. Built once in system.ts, outside React. */
export interface Services {
  readonly config: ClientConfig
  readonly session: SessionActor
  readonly sessionCommands: SessionCommands
  readonly connections: Readonly<Record<FeedName, ConnectionActor>>
  readonly streams: Streams
  readonly calls: Readonly<Record<'tdp' | 'proxy' | 'strategy' | 'admin', ServiceCall>>
}

export const ServicesContext = createContext<Services | undefined>(undefined)

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('useServices outside of ServicesContext')
  return services
}

/** A selected part of the session, re-rendering only when that part changes. */
export const useSession = <T>(select: (snapshot: SessionSnapshot) => T): T => useSelector(useServices().session, select)
