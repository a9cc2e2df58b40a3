import * as z from 'zod/mini'
import { sessionGrantSchema } from '#contract/auth.ts'
import { doneSchema } from '#contract/admin.ts'
import {
  createdInvitationSchema,
  createInvitationSchema,
  emailFault,
  invitationOfferSchema,
  invitationSchema,
  invitationsReplySchema,
  invitationStatusSchema,
  registerRequestSchema,
} from '#contract/invitations.ts'
import { ADMIN, IDENTITY } from '#contract/paths.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { normalEmail } from '../email.ts'
import type { Grant } from '../grant.ts'
import { actOf, originOf } from '../origin.ts'
import { replies, wrapped } from '../reply.ts'
import { createTurns } from '../turns.ts'
import type { InvitationCodes } from './codes.ts'
import { countInvitations, invite, listInvitations, pendingInvitation, revokeInvitation } from './invitations.ts'
import type { Mailer } from './mailer.ts'
import { invalidCode, register, type RegisterDeps } from './register.ts'

export interface InvitationRoutesDeps extends Omit<RegisterDeps, 'inTurn'> {
  readonly codes: InvitationCodes
  readonly mailer: Mailer
  readonly grant: Grant
}

const codeSchema = z.string().check(z.minLength(1), z.maxLength(128))

/** Inviting, and what the invited may do before they have an account. */
export const invitationRoutes =
  (deps: InvitationRoutesDeps): Service =>
  async (app) => {
    const { database, codes, mailer, now, grant } = deps
    const inTurn = createTurns()

    app.get(
      IDENTITY.validateInvitation,
      {
        schema: {
          querystring: z.object({ code: z.optional(z.string().check(z.maxLength(128))) }),
          response: replies(invitationOfferSchema),
        },
      },
      async ({ query: { code } }) => {
        if (!code) throw new RequestError(400, 'No invitation code provided')
        const invitation = await pendingInvitation(database.db, code, now())
        if (!invitation) throw invalidCode()
        const { email, role, expiresAt } = invitation
        return wrapped({ email, role, expiresAt: expiresAt.toISOString() })
      },
    )

    app.post(
      IDENTITY.register,
      { schema: { body: registerRequestSchema, response: replies(sessionGrantSchema) } },
      async (request, reply) => {
        const { invitation_code: code, email, password } = request.body
        const session = await register({ ...deps, inTurn }, { code, email, password, ...originOf(request) })
        return wrapped(await grant(reply, session))
      },
    )

    app.post(
      ADMIN.invitations,
      { schema: { body: createInvitationSchema, response: replies(createdInvitationSchema) } },
      async (request) => {
        const fault = emailFault(request.body.email)
        if (fault) throw new RequestError(400, fault)
        const { role } = request.body
        const email = normalEmail(request.body.email)
        const invitation = await invite(database, codes, { email, role }, actOf(request, now()))
        const expiresAt = Date.parse(invitation.expires_at)
        const sent = await mailer({ to: email, role, code: invitation.code, expiresAt })
        return wrapped({ invitation, email_sent: sent })
      },
    )

    app.get(
      ADMIN.invitations,
      {
        schema: {
          querystring: z.object({ status: z.optional(invitationStatusSchema) }),
          response: { ...replies(z.array(invitationSchema)), 200: invitationsReplySchema },
        },
      },
      async ({ query: { status } }) => ({
        ...wrapped(await listInvitations(database.db, codes, now(), status)),
        counts: await countInvitations(database.db, now()),
      }),
    )

    app.post(
      ADMIN.revokeInvitation,
      { schema: { params: z.object({ code: codeSchema }), response: replies(doneSchema) } },
      async (request) => {
        await revokeInvitation(database, request.params.code, actOf(request, now()))
        return wrapped({})
      },
    )
  }
