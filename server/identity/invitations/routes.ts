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
  type CreatedInvitation,
  type Invitation,
} from '#contract/invitations.ts'
import { ADMIN, exportPath, IDENTITY } from '#contract/paths.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { exportQuery, exportResponse, sendExport } from '../admin/export.ts'
import { pagingQuery } from '../admin/paging.ts'
import { searchText } from '../admin/queries.ts'
import { normalizeEmail } from '../users.ts'
import type { IssueTokenPair } from '../token-pair.ts'
import { actorOf, clientInfoOf } from '../request-context.ts'
import { responseSchemas, successBody } from '../responses.ts'
import { createKeyedMutex } from '../keyed-mutex.ts'
import type { InvitationCodes } from './codes.ts'
import { countByStatus, invitationsExport, listInvitations } from './invitation-list.ts'
import { invite, pendingInvitation, renewInvitation, revokeInvitation } from './invitations.ts'
import type { Mailer } from './mailer.ts'
import { invalidCode, register, type RegisterDeps } from './register.ts'

export interface InvitationRoutesDeps extends Omit<RegisterDeps, 'runExclusive'> {
  readonly codes: InvitationCodes
  /** Absent without a mail server: codes are then shared manually. */
  readonly mailer: Mailer | undefined
  readonly issueTokenPair: IssueTokenPair
}

const codeSchema = z.string().check(z.minLength(1), z.maxLength(128))
const filterQuery = z.object({ status: z.optional(invitationStatusSchema), search: z.optional(searchText) })
const listQuery = z.extend(filterQuery, pagingQuery('invitations'))

/** Sends the invitation if there is a mail server, and says what came of it. */
async function sendInvitation(mailer: Mailer | undefined, invitation: Invitation): Promise<CreatedInvitation> {
  const { email: to, role, code, expires_at: expiresAt } = invitation
  const isSent = (await mailer?.({ to, role, code, expiresAt: Date.parse(expiresAt) })) ?? false
  return { invitation, email_sent: isSent, email_tried: mailer !== undefined }
}

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
        return successBody(await sendInvitation(mailer, invitation))
      },
    )

    app.post(
      ADMIN.resendInvitation,
      { schema: { params: z.object({ code: codeSchema }), response: responseSchemas(createdInvitationSchema) } },
      async (request) => {
        const invitation = await renewInvitation(database, codes, request.params.code, actorOf(request, now()))
        return successBody(await sendInvitation(mailer, invitation))
      },
    )

    app.get(
      ADMIN.invitations,
      {
        schema: {
          querystring: listQuery,
          response: { ...responseSchemas(z.array(invitationSchema)), 200: invitationsResponseSchema },
        },
      },
      async ({ query: { page, page_size: pageSize, sort, ...filter } }) => {
        const { list, total } = await listInvitations(database.db, codes, now(), filter, { page, pageSize, sort })
        return { ...successBody(list), total, counts: await countByStatus(database.db, now()) }
      },
    )

    app.get(
      exportPath('invitations'),
      { schema: { querystring: z.extend(filterQuery, exportQuery), response: exportResponse } },
      async (request, reply) => {
        const { format, ...filter } = request.query
        const source = invitationsExport(database.db, filter, now())
        return sendExport({ database, now }, request, reply, format, source)
      },
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
