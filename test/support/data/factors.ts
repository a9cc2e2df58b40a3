import { Secret, TOTP } from 'otpauth'
import { recoveryCodesSchema, signInChallengeSchema, totpSetupSchema, type FactorProof } from '#contract/factors.ts'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import { callWith, dataOf, type ApiResponse, type SignedInUser } from './people.ts'
import { ADMIN, type IdentityHarness } from '../server/identity.ts'

/** The code that an authenticator app with this secret shows at `now` (unix ms). */
export const codeAt = (secret: string, now: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })

/** Sets up an authenticator app for a signed-in user; a period passes, so that its next code is fresh. */
export async function enrolTotp(
  harness: IdentityHarness,
  user: SignedInUser,
): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] }> {
  const { secret } = dataOf(totpSetupSchema, await user.call('POST', ACCOUNT.setUpTotp.path))
  const code = codeAt(secret, harness.clock.now)
  const { recovery_codes: recoveryCodes } = dataOf(
    recoveryCodesSchema,
    await user.call('POST', ACCOUNT.confirmTotp.path, { code }),
  )
  harness.clock.advance(30_000)
  return { secret, recoveryCodes }
}

/** Does the first step of signing in; returns the challenge of the second. */
export async function challengeOf(harness: IdentityHarness, email: string = ADMIN.email): Promise<string> {
  return dataOf(signInChallengeSchema, await harness.signIn({ email })).second_factor.challenge
}

/** Does the second step of signing in. */
export const confirmWith = (harness: IdentityHarness, challenge: string, proof: FactorProof): Promise<ApiResponse> =>
  callWith(harness, undefined)('POST', AUTH.loginFactor.path, { challenge, proof })
