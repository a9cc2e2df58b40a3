import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** For whom passkeys are made, and which pages may use them. */
export interface RelyingParty {
  /** Host name: passkeys of another are not offered by browsers. */
  readonly id: string
  readonly origin: string
}

/**
 * The relying party of a request: that of the public address, or without one of `localhost`. Undefined where passkeys cannot
 * be used: at network addresses, and at host names that only the request claims.
 */
export function relyingPartyOf(
  { hostname, host, protocol }: Pick<FastifyRequest, 'hostname' | 'host' | 'protocol'>,
  publicUrl: URL | undefined,
): RelyingParty | undefined {
  if (publicUrl) {
    const { hostname: id, origin } = publicUrl
    return isIP(id.replaceAll(/[[\]]/g, '')) === 0 ? { id, origin } : undefined
  }
  return hostname === 'localhost' ? { id: hostname, origin: `${protocol}://${host}` } : undefined
}

/** The library of passkeys. Its two hundred modules are loaded for the first passkey, not at every start. */
export const loadWebAuthn = () => import('@simplewebauthn/server')
