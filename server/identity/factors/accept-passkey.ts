import { eq } from 'drizzle-orm'
import { passkeyRequestSchema, type PasskeyProof, type PasskeyRequest } from '#contract/factors.ts'
import { FACTORS } from '#contract/limits.ts'
import type { Queries } from '#server/database/database.ts'
import { passkeys } from '#server/database/schema/factors.ts'
import { lockPasskey, type PasskeyRow, type RelyingParty, loadWebAuthn } from './passkeys.ts'

/** What a passkey has to sign: the challenge (base64url), at the pages of the relying party. */
export interface Ceremony {
  readonly challenge: string
  readonly relyingParty: RelyingParty | undefined
  /** Whether it stands for the password, too: then it has to verify its user, and to say who that is. */
  readonly isAlone?: boolean
}

/** What the browser needs to have one of the passkeys sign the challenge: any that it knows for this host if there are none. */
export async function passkeyRequest(
  rows: readonly PasskeyRow[],
  { challenge, relyingParty, isAlone }: Ceremony & { readonly relyingParty: RelyingParty },
): Promise<PasskeyRequest> {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty.id,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    allowCredentials: rows.map(({ credentialId: id, transports }) => ({ id, transports: [...transports] })),
    userVerification: isAlone ? 'required' : 'preferred',
    timeout: FACTORS.challengeLifeMs,
  })
  return passkeyRequestSchema.parse(options)
}

/** `cloned`: the signature is right, but its counter did not grow, so that a copy of the passkey must exist. */
export type PasskeyResult = 'accepted' | 'wrong' | 'cloned'

/** Checks a signature by one of the user's passkeys. */
export async function acceptPasskey(
  tx: Queries,
  { userId, proof, now, ceremony }: PasskeyAnswer,
): Promise<PasskeyResult> {
  const { relyingParty, isAlone } = ceremony
  const { userHandle = '' } = proof.credential.response
  if (isAlone && Buffer.from(userHandle, 'base64url').toString() !== userId) return 'wrong'
  const row = relyingParty && (await lockPasskey(tx, userId, proof.credential.id))
  if (!row || !relyingParty) return 'wrong'
  const counter = await counterOf(row, proof, { ...ceremony, relyingParty })
  if (counter === undefined) return 'wrong'
  if ((counter > 0 || row.counter > 0) && counter <= row.counter) return 'cloned'
  await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: new Date(now) })
    .where(eq(passkeys.id, row.id))
  return 'accepted'
}

interface PasskeyAnswer {
  readonly userId: string
  readonly proof: PasskeyProof
  readonly now: number
  readonly ceremony: Ceremony
}

/** The counter of a signature that is right; undefined if it is not. */
async function counterOf(
  { credentialId: id, publicKey }: PasskeyRow,
  { credential }: PasskeyProof,
  { challenge, relyingParty, isAlone = false }: Ceremony & { readonly relyingParty: RelyingParty },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { userHandle: _, ...response } = credential.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: isAlone,
      // The caller compares the counters: the library would refuse a clone like a wrong signature.
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The library throws for every way in which an answer can be wrong.
    return undefined
  }
}
