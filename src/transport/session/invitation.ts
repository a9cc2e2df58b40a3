import * as z from 'zod/mini'
import { refreshGrantSchema, successOf } from '#contract/auth.ts'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import type { Invitation, InvitationCheck, SessionApi } from '#src/machines/session/ports.ts'
import type { HttpFailure } from '../http/failures.ts'
import type { Call } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'
import { parseServerMessage } from '../http/server-message.ts'

const NO_CODE = 'No invitation code provided'
const wrappedSchema = z.object({ success: z.optional(z.unknown()), error: z.optional(z.unknown()) })

const refused = (text: string | undefined): InvitationCheck => ({ kind: 'refused', text })
const unanswered = (): InvitationCheck => ({ kind: 'unanswered', text: 'Failed to validate invitation code' })

/** The invitation that the page was opened with. The code stays in this closure and is sent to the identity service only. */
export function createInvitation(call: Call, code: string | undefined): Invitation & Pick<SessionApi, 'register'> {
  return {
    async check(signal) {
      if (code === undefined) return { kind: 'missing', text: NO_CODE }
      const result = await call({
        ...requestOf(ACCOUNT.validateInvitation, { query: { code } }),
        schema: z.unknown(),
        signal,
      })
      return result.ok ? checkOf(result.value) : refusalOf(result.error)
    },

    async register(credentials, signal) {
      if (code === undefined) return { kind: 'failed', text: NO_CODE }
      const result = await call({
        ...requestOf(ACCOUNT.register, { body: { invitation_code: code, ...credentials } }),
        schema: successOf(refreshGrantSchema),
        signal,
      })
      if (!result.ok) return { kind: 'failed', text: registrationFailure(result.error) }
      const { access_token, expires_in } = result.value.data
      return { kind: 'granted', grant: { token: access_token, lifeS: expires_in } }
    },
  }
}

function checkOf(body: unknown): InvitationCheck {
  const offered = ACCOUNT.validateInvitation.response.safeParse(body)
  if (offered.success) return { kind: 'offer', offer: offered.data.data }
  // Not JSON: a proxy in front of the service answered.
  if (body === undefined) return unanswered()
  const wrapped = wrappedSchema.safeParse(body)
  if (!wrapped.success || wrapped.data.success === true) return refused('Failed to validate invitation')
  return refused('error' in wrapped.data ? parseServerMessage(body) : 'Invalid or expired invitation code')
}

function refusalOf(failure: HttpFailure): InvitationCheck {
  if (failure.kind !== 'http') return unanswered()
  if (failure.serverMessage !== undefined) return refused(failure.serverMessage)
  return failure.structured ? refused('Invalid or expired invitation code') : unanswered()
}

/** The server's message, else the fixed one if the server answered in JSON, else the status. */
function registrationFailure(failure: HttpFailure): string {
  if (failure.kind === 'http')
    return failure.serverMessage ?? (failure.structured ? 'Registration failed' : failure.text)
  if (failure.kind === 'shape') return failure.serverMessage ?? 'Registration failed'
  return 'Registration failed. Please try again.'
}
