import { PROOF } from '#contract/limits.ts'
import { IDENTITY } from '#contract/paths.ts'
import { proofChallengeSchema, proofRequestSchema, provenSchema } from '#contract/proof.ts'
import type { Service } from '#server/http/app.ts'
import { principalOf } from '#server/http/guard.ts'
import { factorWays, hasFactor } from '../factors/enrolled.ts'
import { relyingPartyOf } from '../factors/relying-party.ts'
import { responseSchemas, successBody } from '../responses.ts'
import { issueProofChallenge } from './proof-challenges.ts'
import { proveIdentity, type IdentityProofDeps } from './prove-identity.ts'

export interface ProofRoutesDeps extends IdentityProofDeps {
  readonly publicUrl: URL | undefined
}

/** Routes with which a user proves again, within a session, who they are. */
export const proofRoutes =
  (deps: ProofRoutesDeps): Service =>
  async (app) => {
    const { database, now, publicUrl } = deps

    app.post(
      IDENTITY.proofChallenge,
      { schema: { response: responseSchemas(proofChallengeSchema) } },
      async (request) => {
        const { userId, sessionId } = principalOf(request)
        const challenge = await database.transaction((tx) => issueProofChallenge(tx, sessionId, now()))
        const relyingParty = relyingPartyOf(request, publicUrl)
        const ways = (await hasFactor(database.db, userId))
          ? await factorWays(database.db, userId, { challenge, relyingParty })
          : { methods: ['password' as const] }
        return successBody({ challenge, expires_in: PROOF.challengeLifeMs / 1000, ...ways })
      },
    )

    app.post(
      IDENTITY.proof,
      { schema: { body: proofRequestSchema, response: responseSchemas(provenSchema) } },
      async (request) => {
        const relyingParty = relyingPartyOf(request, publicUrl)
        await proveIdentity(deps, principalOf(request), { ...request.body, ipAddress: request.ip, relyingParty })
        return successBody({ expires_in: PROOF.lifeMs / 1000 })
      },
    )
  }
