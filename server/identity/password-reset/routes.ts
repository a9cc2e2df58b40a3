import { emptyResponseSchema } from '#contract/admin.ts'
import {
  forgottenPasswordResponseSchema,
  forgottenPasswordSchema,
  passwordResetLinkSchema,
  passwordResetSchema,
} from '#contract/password-reset.ts'
import { ADMIN, IDENTITY } from '#contract/paths.ts'
import type { Service } from '#server/http/app.ts'
import { idParams } from '../admin/queries.ts'
import { actorOf } from '../request-context.ts'
import { responseSchemas, successBody } from '../responses.ts'
import type { SessionEnded } from '../sessions.ts'
import { createLinkFor } from './links.ts'
import type { MailRequests } from './mail-requests.ts'
import { resetPassword, type ResetDeps } from './reset.ts'

export interface PasswordResetRoutesDeps extends ResetDeps {
  /** Absent without a mail server: an Admin then makes the link. */
  readonly mailRequests: MailRequests | undefined
  readonly publish: (ended: SessionEnded) => void
}

/** Routes for a forgotten password. */
export const passwordResetRoutes =
  (deps: PasswordResetRoutesDeps): Service =>
  async (app) => {
    const { database, now, mailRequests, publish } = deps

    app.post(
      IDENTITY.forgottenPassword,
      { schema: { body: forgottenPasswordSchema, response: responseSchemas(forgottenPasswordResponseSchema) } },
      async (request) => {
        mailRequests?.request(request.body.email, request.ip)
        return successBody({ link_from: mailRequests ? ('mail' as const) : ('admin' as const) })
      },
    )

    app.post(
      IDENTITY.passwordReset,
      { schema: { body: passwordResetSchema, response: responseSchemas(emptyResponseSchema) } },
      async (request) => {
        const ended = await resetPassword(deps, { ...request.body, ipAddress: request.ip })
        ended.forEach(publish)
        return successBody({})
      },
    )

    app.post(
      ADMIN.userPasswordReset,
      { schema: { params: idParams, response: responseSchemas(passwordResetLinkSchema) } },
      async (request) => {
        const { token, expiresAt } = await createLinkFor(database, request.params.id, actorOf(request, now()))
        return successBody({ token, expires_at: new Date(expiresAt).toISOString() })
      },
    )
  }
