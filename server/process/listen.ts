import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { SettingsError, type Settings } from '../settings.ts'

/** Messages for the operator, by error code. */
const MESSAGES: Record<string, (port: number, host: string) => string> = {
  EADDRINUSE: (port, host) => `PORT: ${port} on ${host} is in use by another process`,
  EACCES: (port) => `PORT: ${port} requires more privileges`,
  EADDRNOTAVAIL: (_, host) => `HOST: ${host} is not an address of this machine`,
  ENOTFOUND: (_, host) => `HOST: ${host} cannot be resolved`,
  EAI_AGAIN: (_, host) => `HOST: ${host} cannot be resolved (temporary DNS failure)`,
}

type Place = Pick<Settings, 'port' | 'host'>

/** Calls `start` with where to listen. Rejects with a `SettingsError` if the address cannot be used. */
export async function listenOn<T>({ port, host }: Place, start: (place: Place) => Promise<T>): Promise<T> {
  try {
    return await start({ port, host })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const message = MESSAGES[code]?.(port, host)
    throw message === undefined ? error : new SettingsError(message, { cause: error })
  }
}

/** Listens as configured and returns the address. Rejects with a `SettingsError` if the address cannot be used. */
export const listen = (app: FastifyInstance, place: Place): Promise<string> =>
  listenOn(place, (given) => app.listen(given))

/** A listener on all of a machine's addresses is reached by its name. */
const WILDCARDS = new Set(['0.0.0.0', '[::]'])

/** Where other processes reach this one: as the settings say, or else by the address on which it listens. */
export function internalAddress({ internalUrl }: Pick<Settings, 'internalUrl'>, listeningOn: string): string {
  const url = new URL(internalUrl ?? listeningOn)
  if (internalUrl === undefined && WILDCARDS.has(url.hostname)) url.hostname = hostname()
  return url.origin
}
