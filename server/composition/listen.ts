import type { FastifyInstance } from 'fastify'
import { SettingsError, type Settings } from '../settings.ts'

/** Why a server cannot listen, by the system's code, in words for the person who starts it. */
const MESSAGES: Record<string, (port: number, host: string) => string> = {
  EADDRINUSE: (port, host) => `PORT: ${port} on ${host} is in use by another process`,
  EACCES: (port) => `PORT: ${port} may not be used without more rights`,
  EADDRNOTAVAIL: (_, host) => `HOST: ${host} is no address of this machine`,
  ENOTFOUND: (_, host) => `HOST: ${host} is not known`,
  EAI_AGAIN: (_, host) => `HOST: ${host} could not be looked up`,
}

/** Listens where the settings say; gives the address. Rejects with a `SettingsError` when that cannot be. */
export async function listen(app: FastifyInstance, { port, host }: Pick<Settings, 'port' | 'host'>): Promise<string> {
  try {
    return await app.listen({ port, host })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const message = MESSAGES[code]?.(port, host)
    throw message === undefined ? error : new SettingsError(message, { cause: error })
  }
}
