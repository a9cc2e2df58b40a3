import { emptyResponseSchema } from '#contract/admin.ts'
import { sessionGrantSchema } from '#contract/auth.ts'
import {
  factorSignInSchema,
  factorsSchema,
  recoveryCodesSchema,
  totpConfirmationSchema,
  totpSetupSchema,
} from '#contract/factors.ts'
import { IDENTITY } from '#contract/paths.ts'
import type { Service } from '#server/http/app.ts'
import { principalOf } from '#server/http/guard.ts'
import { actorOf, clientInfoOf } from '../request-context.ts'
import { responseSchemas, successBody } from '../responses.ts'
import type { SessionOpener } from '../session-opener.ts'
import { confirmSignIn, type ConfirmationDeps } from './confirm-sign-in.ts'
import { confirmTotp, removeTotp, renewRecoveryCodes, setUpTotp } from './enrol.ts'
import { listFactors } from './enrolled.ts'
import { relyingPartyOf } from './relying-party.ts'

export interface FactorRoutesDeps extends ConfirmationDeps {
  readonly grantSession: SessionOpener
  /** Whether Admins need a second factor. */
  readonly adminsNeedFactor: boolean
  readonly publicUrl: URL | undefined
}

/** Routes of the second step of signing in, and of the user's own second factors. */
export const factorRoutes =
  (deps: FactorRoutesDeps): Service =>
  async (app) => {
    const { database, now, adminsNeedFactor, publicUrl } = deps

    app.post(
      IDENTITY.loginFactor,
      { schema: { body: factorSignInSchema, response: responseSchemas(sessionGrantSchema) } },
      async (request, reply) => {
        const session = await confirmSignIn(deps, {
          ...request.body,
          ...clientInfoOf(request),
          relyingParty: relyingPartyOf(request, publicUrl),
        })
        return successBody(await deps.grantSession(request, reply, session))
      },
    )

    app.get(IDENTITY.factors, { schema: { response: responseSchemas(factorsSchema) } }, async (request) => {
      const { userId, role } = principalOf(request)
      const required = adminsNeedFactor && role === 'Admin'
      const factors = await listFactors(database.db, userId)
      const passkeysAvailable = relyingPartyOf(request, publicUrl) !== undefined
      return successBody({ ...factors, required, passkeys_available: passkeysAvailable })
    })

    app.post(IDENTITY.totp, { schema: { response: responseSchemas(totpSetupSchema) } }, async (request) =>
      successBody(await setUpTotp(deps, principalOf(request))),
    )

    app.post(
      IDENTITY.confirmTotp,
      { schema: { body: totpConfirmationSchema, response: responseSchemas(recoveryCodesSchema) } },
      async (request) => {
        const codes = await confirmTotp(deps, request.body.code, actorOf(request, now()))
        return successBody({ recovery_codes: [...codes] })
      },
    )

    app.delete(IDENTITY.totp, { schema: { response: responseSchemas(emptyResponseSchema) } }, async (request) => {
      await removeTotp(deps, actorOf(request, now()))
      return successBody({})
    })

    app.post(
      IDENTITY.recoveryCodes,
      { schema: { response: responseSchemas(recoveryCodesSchema) } },
      async (request) => {
        const codes = await renewRecoveryCodes(deps, actorOf(request, now()))
        return successBody({ recovery_codes: [...codes] })
      },
    )
  }
