import * as z from 'zod/mini'
import { sessionGrantSchema } from '#contract/auth.ts'
import { emptyResponseSchema } from '#contract/admin.ts'
import {
  createdInvitationSchema,
  createInvitationSchema,
  emailProblem,
  invitationOfferSchema,
  invitationSchema,
  invitationsResponseSchema,
  invitationStatusSchema,
  registerRequestSchema,
} from '#contract/invitations.ts'
import { ADMIN, IDENTITY } from '#contract/paths.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { normalizeEmail } from '../users.ts'
import type { IssueTokenPair } from '../token-pair.ts'
import { actorOf, clientInfoOf } from '../request-context.ts'
import { responseSchemas, successBody } from '../responses.ts'
import { createKeyedMutex } from '../keyed-mutex.ts'
import type { InvitationCodes } from './codes.ts'
import { countInvitations, invite, listInvitations, pendingInvitation, revokeInvitation } from './invitations.ts'
import type { Mailer } from './mailer.ts'
import { invalidCode, register, type RegisterDeps } from './register.ts'

export interface InvitationRoutesDeps extends Omit<RegisterDeps, 'runExclusive'> {
  readonly codes: InvitationCodes
  readonly mailer: Mailer
  readonly issueTokenPair: IssueTokenPair
}

const codeSchema = z.string().check(z.minLength(1), z.maxLength(128))

/** Routes for managing invitations and for registering with one. */
export const invitationRoutes =
  (deps: InvitationRoutesDeps): Service =>
  async (app) => {
    const { database, codes, mailer, now, issueTokenPair } = deps
    const runExclusive = createKeyedMutex()

    app.get(
      IDENTITY.validateInvitation,
      {
        schema: {
          querystring: z.object({ code: z.optional(z.string().check(z.maxLength(128))) }),
          response: responseSchemas(invitationOfferSchema),
        },
      },
      async ({ query: { code } }) => {
        if (!code) throw new RequestError(400, 'No invitation code provided')
        const invitation = await pendingInvitation(database.db, code, now())
        if (!invitation) throw invalidCode()
        const { email, role, expiresAt } = invitation
        return successBody({ email, role, expiresAt: expiresAt.toISOString() })
      },
    )

    app.post(
      IDENTITY.register,
      { schema: { body: registerRequestSchema, response: responseSchemas(sessionGrantSchema) } },
      async (request, reply) => {
        const { invitation_code: code, email, password } = request.body
        const session = await register({ ...deps, runExclusive }, { code, email, password, ...clientInfoOf(request) })
        return successBody(await issueTokenPair(reply, session))
      },
    )

    app.post(
      ADMIN.invitations,
      { schema: { body: createInvitationSchema, response: responseSchemas(createdInvitationSchema) } },
      async (request) => {
        const problem = emailProblem(request.body.email)
        if (problem) throw new RequestError(400, problem)
        const { role } = request.body
        const email = normalizeEmail(request.body.email)
        const invitation = await invite(database, codes, { email, role }, actorOf(request, now()))
        const expiresAt = Date.parse(invitation.expires_at)
        const isSent = await mailer({ to: email, role, code: invitation.code, expiresAt })
        return successBody({ invitation, email_sent: isSent })
      },
    )

    app.get(
      ADMIN.invitations,
      {
        schema: {
          querystring: z.object({ status: z.optional(invitationStatusSchema) }),
          response: { ...responseSchemas(z.array(invitationSchema)), 200: invitationsResponseSchema },
        },
      },
      async ({ query: { status } }) => ({
        ...successBody(await listInvitations(database.db, codes, now(), status)),
        counts: await countInvitations(database.db, now()),
      }),
    )

    app.post(
      ADMIN.revokeInvitation,
      { schema: { params: z.object({ code: codeSchema }), response: responseSchemas(emptyResponseSchema) } },
      async (request) => {
        await revokeInvitation(database, request.params.code, actorOf(request, now()))
        return successBody({})
      },
    )
  }
