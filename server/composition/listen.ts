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

/** Listens as configured and returns the address. Rejects with a `SettingsError` if the address cannot be used. */
export async function listen(app: FastifyInstance, { port, host }: Pick<Settings, 'port' | 'host'>): Promise<string> {
  try {
    return await app.listen({ port, host })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const message = MESSAGES[code]?.(port, host)
    throw message === undefined ? error : new SettingsError(message, { cause: error })
  }
}
