import { and, asc, eq } from 'drizzle-orm'
import type { Passkey } from '#contract/factors.ts'
import type { Queries } from '#server/database/database.ts'
import { passkeys, passkeySetups } from '#server/database/schema/factors.ts'
import { RequestError } from '#server/http/errors.ts'
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

export const noPasskeysHere = () =>
  new RequestError(
    409,
    'Passkeys cannot be used at this address: the server needs a public host name (PAIRBOT_PUBLIC_URL)',
  )

/** The library of passkeys. Its two hundred modules are loaded for the first passkey, not at every start. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

export type PasskeyRow = typeof passkeys.$inferSelect

export const passkeysOf = (db: Queries, userId: string): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt), asc(passkeys.id))

/** A passkey as listed for its user. */
export const toPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
})

/** Whose passkey has the credential id; undefined if it is unknown. */
export async function userOfPasskey(db: Queries, credentialId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: passkeys.userId })
    .from(passkeys)
    .where(eq(passkeys.credentialId, credentialId))
  return row?.userId
}

/** The user's passkey with the credential id, locked until the transaction ends. */
export async function lockPasskey(tx: Queries, userId: string, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await tx
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, credentialId), eq(passkeys.userId, userId)))
    .for('update')
  return row
}

const isOwn = (userId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.userId, userId))

/** The renamed passkey; undefined if the user has none with this id. */
export async function renamePasskey(tx: Queries, userId: string, id: string, name: string) {
  const [row] = await tx.update(passkeys).set({ name }).where(isOwn(userId, id)).returning()
  return row
}

/** The removed passkey; undefined if the user had none with this id. */
export async function removePasskey(tx: Queries, userId: string, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await tx.delete(passkeys).where(isOwn(userId, id)).returning()
  return row
}

/** Removes all passkeys of a user, and those that are being made. */
export async function dropPasskeys(tx: Queries, userId: string): Promise<void> {
  await tx.delete(passkeySetups).where(eq(passkeySetups.userId, userId))
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
}
