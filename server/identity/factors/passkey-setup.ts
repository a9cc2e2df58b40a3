import { and, eq, gt } from 'drizzle-orm'
import { BRAND } from '#contract/brand.ts'
import { passkeySetupSchema, type NewPasskey, type PasskeySetup } from '#contract/factors.ts'
import { FACTORS } from '#contract/limits.ts'
import type { Queries } from '#server/database/database.ts'
import { violatedUnique } from '#server/database/errors.ts'
import { passkeys, passkeySetups } from '#server/database/schema/factors.ts'
import type { Principal } from '#server/http/access.ts'
import { RequestError } from '#server/http/errors.ts'
import { writeAudit } from '../audit/audit.ts'
import type { IdentityContext, Actor } from '../context.ts'
import { hashOf, newSecret } from '../secrets.ts'
import { noPasskeysHere, passkeysOf, type RelyingParty, loadWebAuthn } from './passkeys.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'

/** Begins to make a passkey. Throws 409 where passkeys cannot be used, and when the user has as many as allowed. */
export async function setUpPasskey(
  { database, now }: IdentityContext,
  { userId, email }: Principal,
  relyingParty: RelyingParty | undefined,
): Promise<PasskeySetup> {
  if (!relyingParty) throw noPasskeysHere()
  const existing = await passkeysOf(database.db, userId)
  if (existing.length >= FACTORS.passkeys) {
    throw new RequestError(409, `You have ${FACTORS.passkeys} passkeys, which is the most. Remove one first.`)
  }
  const challenge = newSecret()
  await database.transaction((tx) =>
    tx.insert(passkeySetups).values({
      hash: hashOf(challenge),
      userId,
      expiresAt: new Date(now() + FACTORS.challengeLifeMs),
    }),
  )
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: BRAND,
    rpID: relyingParty.id,
    userName: email,
    userDisplayName: email,
    userID: new Uint8Array(Buffer.from(userId)),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    attestationType: 'none',
    timeout: FACTORS.challengeLifeMs,
    excludeCredentials: existing.map(({ credentialId: id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return passkeySetupSchema.parse(options)
}

/**
 * Adds a passkey that the browser made. Resolves to recovery codes, to be shown once, unless the user has some. Throws 400 when it
 * was not made for this user, this server and within five minutes, 409 when it is registered already.
 */
export async function addPasskey(
  { database }: IdentityContext,
  { name, credential }: NewPasskey,
  actor: Actor,
  relyingParty: RelyingParty | undefined,
): Promise<readonly string[]> {
  if (!relyingParty) throw noPasskeysHere()
  const { actorId: userId, ipAddress, now } = actor
  const adding = database.transaction(async (tx) => {
    const made = await verified(tx, credential, userId, now, relyingParty)
    if (!made) throw new RequestError(400, 'The passkey could not be verified. Please try again.')
    await tx.insert(passkeys).values({
      userId,
      credentialId: made.id,
      publicKey: made.publicKey,
      counter: made.counter,
      transports: credential.response.transports ?? [],
      name,
      createdAt: new Date(now),
    })
    const codes = (await countRecoveryCodes(tx, userId)) > 0 ? [] : await replaceRecoveryCodes(tx, userId)
    await writeAudit(tx, { action: 'factor.added', userId, ipAddress, details: { factor: 'passkey', name }, at: now })
    return codes
  })
  return adding.catch((error: unknown) => {
    if (violatedUnique(error) === 'passkeys_credential') {
      throw new RequestError(409, 'This passkey is registered already')
    }
    throw error
  })
}

/** The credential, if the user's own challenge was signed at the pages of the relying party. */
async function verified(
  tx: Queries,
  credential: NewPasskey['credential'],
  userId: string,
  now: number,
  relyingParty: RelyingParty,
) {
  const { transports: _, ...response } = credential.response
  const { verifyRegistrationResponse } = await loadWebAuthn()
  try {
    const result = await verifyRegistrationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: (challenge) => takeSetup(tx, challenge, userId, now),
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: false,
    })
    return result.verified ? result.registrationInfo.credential : undefined
  } catch {
    // The library throws for every way in which an answer can be wrong.
    return undefined
  }
}

/** Uses up the challenge of a passkey that the user is making. */
async function takeSetup(tx: Queries, challenge: string, userId: string, now: number): Promise<boolean> {
  const taken = await tx
    .delete(passkeySetups)
    .where(
      and(
        eq(passkeySetups.hash, hashOf(challenge)),
        eq(passkeySetups.userId, userId),
        gt(passkeySetups.expiresAt, new Date(now)),
      ),
    )
    .returning()
  return taken.length > 0
}
