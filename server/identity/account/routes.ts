import * as ACCOUNT from '#contract/endpoints/account.ts'
import { PROOF } from '#contract/limits.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf, requireRecentProof, tooManyRequests } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { endOtherSessions, listSessions, revokeSession } from '../admin/sessions.ts'
import { createApiToken, listApiTokens, revokeApiToken } from '../api-tokens/api-tokens.ts'
import { confirmTotp, dropFactor, removeTotp, renewRecoveryCodes, setUpTotp } from '../factors/enrol.ts'
import { factorWays, hasFactor, listFactors } from '../factors/enrolled.ts'
import { addPasskey, setUpPasskey } from '../factors/passkey-setup.ts'
import { removePasskey, renamePasskey, toPasskey, relyingPartyOf } from '../factors/passkeys.ts'
import { pendingInvitation } from '../invitations/invitations.ts'
import { invalidCode, register } from '../invitations/register.ts'
import { createKeyedMutex } from '../keyed-mutex.ts'
import type { MailRequests } from '../password-reset/mail-requests.ts'
import { resetPassword } from '../password-reset/reset.ts'
import { proveIdentity, type IdentityProofDeps, issueProofChallenge, recordProof } from '../proof/prove-identity.ts'
import type { RefreshCookie } from '../refresh-cookie.ts'
import { actorOf, clientInfoOf } from '../context.ts'
import { successBody } from '../responses.ts'
import { type SessionEnded, endSessionsOf } from '../sessions.ts'
import { rename, normalizeEmail, canStillSignIn } from '../users.ts'
import { changePreferences, readPreferences } from './preferences.ts'
import { type IssueTokenPair, renewRefreshToken, type RenewedToken } from '#server/identity/refresh-tokens.ts'
import { desc, eq } from 'drizzle-orm'
import type { OwnSignIn } from '#contract/account.ts'
import type { Queries } from '#server/database/database.ts'
import { signInAttempts, users } from '#server/database/schema/identity.ts'
import type { Principal } from '#server/http/access.ts'
import type { IdentityContext } from '#server/identity/context.ts'
import { writeAudit } from '#server/identity/audit/audit.ts'
import { type Passwords, newPasswordProblem } from '#server/identity/passwords.ts'
import { admitPassword, uncountPassword } from '#server/identity/throttle.ts'

interface PasswordChangeDeps extends IdentityContext {
  readonly passwords: Passwords
}

interface PasswordChanged {
  /** The other sessions of the account. */
  readonly ended: readonly SessionEnded[]
  /** The only refresh token of the own session from now on. */
  readonly renewed: RenewedToken
}

const wrongPassword = () => new RequestError(400, 'The current password is not correct')

/**
 * Changes the user's own password, ends every other session of the account, and replaces the refresh token of the own one,
 * which may have been stolen as well. Throws 400 when the new password violates a rule or the current one is wrong, also if
 * it was changed meanwhile, and 401 if the session has ended. Attempts have to wait like proofs (429), so that a stolen token
 * cannot guess faster. Users with a second factor get 403 without a recent proof of it: the password alone proves nothing.
 */
async function changePassword(
  { database, passwords, now }: PasswordChangeDeps,
  principal: Principal,
  change: { readonly current: string; readonly next: string; readonly ipAddress: string },
): Promise<PasswordChanged> {
  const { userId, sessionId, email } = principal
  const problem = newPasswordProblem(change.next, email)
  if (problem) throw new RequestError(400, problem)
  if (change.next === change.current) throw new RequestError(400, 'Password must be different from the current one')
  const provesByFactor = await hasFactor(database.db, userId)
  if (provesByFactor) requireRecentProof(principal)
  const waitMs = await admitPassword(database, email, now())
  if (waitMs !== undefined) throw tooManyRequests(Math.ceil(waitMs / 1000))
  const [user] = await database.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId))
  const matches = await passwords.signedIn.withSlot((verify) => verify(change.current, user?.passwordHash))
  if (!user || !matches) throw wrongPassword()
  const passwordHash = await passwords.signedIn.hash(change.next)
  return database.transaction(async (tx) => {
    if (!(await canStillSignIn(tx, { id: userId, passwordHash: user.passwordHash }))) throw wrongPassword()
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await uncountPassword(tx, email)
    const at = now()
    const renewed = await renewRefreshToken(tx, sessionId, at)
    if (!renewed) throw new RequestError(401, 'The session has ended. Please sign in again.')
    if (!provesByFactor) await recordProof(tx, sessionId, at)
    const ended = await endSessionsOf(tx, userId, 'revoked', at, sessionId)
    const details = { sessions_ended: ended.length }
    await writeAudit(tx, { action: 'user.password_changed', userId, ipAddress: change.ipAddress, details, at })
    return { ended, renewed }
  })
}

const MAX_ROWS = 50

/** The latest attempts to sign in to the account of an e-mail address, newest first. */
async function listSignIns(db: Queries, email: string): Promise<OwnSignIn[]> {
  const rows = await db
    .select()
    .from(signInAttempts)
    .where(eq(signInAttempts.email, normalizeEmail(email)))
    .orderBy(desc(signInAttempts.attemptedAt), desc(signInAttempts.id))
    .limit(MAX_ROWS)
  return rows.map((row) => ({
    id: row.id,
    ip_address: row.ipAddress || null,
    success: row.success,
    failure_reason: row.failureReason,
    attempted_at: row.attemptedAt.toISOString(),
  }))
}

export interface AccountRoutesDeps extends IdentityProofDeps {
  readonly publish: (ended: SessionEnded) => void
  /** Called with a session whose tokens were renewed. */
  readonly renewed: (sessionId: string) => void
  readonly cookie: RefreshCookie
  readonly issueTokenPair: IssueTokenPair
  /** Absent without a mail server: an Admin then makes the link. */
  readonly mailRequests: MailRequests | undefined
  /** Whether Admins need a second factor. */
  readonly adminsNeedFactor: boolean
  readonly publicUrl: URL | undefined
}

const noSuchPasskey = () => new RequestError(404, 'Passkey not found')

/** Routes of the user's own account, and of those who register or reset their password. */
export const accountRoutes =
  (deps: AccountRoutesDeps): Service =>
  async (app) => {
    const { database, now, publish, cookie, mailRequests, adminsNeedFactor, publicUrl } = deps
    const runExclusive = createKeyedMutex()

    serve(app, ACCOUNT, {
      async validateInvitation({ query: { code } }) {
        if (!code) throw new RequestError(400, 'No invitation code provided')
        const invitation = await pendingInvitation(database.db, code, now())
        if (!invitation) throw invalidCode()
        const { email, role, expiresAt } = invitation
        return successBody({ email, role, expiresAt: expiresAt.toISOString() })
      },

      async register(request, reply) {
        const { invitation_code: code, email, password } = request.body
        const session = await register({ ...deps, runExclusive }, { code, email, password, ...clientInfoOf(request) })
        return successBody(await deps.issueTokenPair(reply, session))
      },

      forgottenPassword(request) {
        mailRequests?.request(request.body.email, request.ip)
        return successBody({ link_from: mailRequests ? 'mail' : 'admin' })
      },

      async resetPassword(request) {
        const ended = await resetPassword(deps, { ...request.body, ipAddress: request.ip })
        ended.forEach(publish)
        return successBody({})
      },

      async rename(request) {
        await rename(database, request.body.username, actorOf(request, now()))
        return successBody({})
      },

      preferences: async (request) => successBody(await readPreferences(database.db, principalOf(request).userId)),

      async changePreferences(request) {
        await changePreferences(database.db, principalOf(request).userId, request.body)
        return successBody({})
      },

      async sessions(request) {
        const { userId, sessionId } = principalOf(request)
        const { sessions } = await listSessions(database.db, { user_id: userId, is_active: true }, sessionId, now())
        return successBody({ sessions })
      },

      async endSession(request) {
        const { userId } = principalOf(request)
        const ended = await revokeSession(database, request.params.id, actorOf(request, now()), userId)
        if (ended) publish(ended)
        return successBody({})
      },

      async endOtherSessions(request) {
        const ended = await endOtherSessions(database, principalOf(request), actorOf(request, now()))
        ended.forEach(publish)
        return successBody({ sessions_revoked: ended.length })
      },

      signIns: async (request) => successBody({ attempts: await listSignIns(database.db, principalOf(request).email) }),

      async changePassword(request, reply) {
        const { current_password: current, new_password: next } = request.body
        const change = { current, next, ipAddress: request.ip }
        const { ended, renewed } = await changePassword(deps, principalOf(request), change)
        ended.forEach(publish)
        deps.renewed(principalOf(request).sessionId)
        cookie.write(reply, renewed.token, renewed)
        return successBody({ sessions_revoked: ended.length })
      },

      async factors(request) {
        const { userId, role } = principalOf(request)
        const required = adminsNeedFactor && role === 'Admin'
        const factors = await listFactors(database.db, userId)
        const passkeysAvailable = relyingPartyOf(request, publicUrl) !== undefined
        return successBody({ ...factors, required, passkeys_available: passkeysAvailable })
      },

      setUpTotp: async (request) => successBody(await setUpTotp(deps, principalOf(request))),

      async confirmTotp(request) {
        const codes = await confirmTotp(deps, request.body.code, actorOf(request, now()))
        return successBody({ recovery_codes: [...codes] })
      },

      async removeTotp(request) {
        await removeTotp(deps, actorOf(request, now()))
        return successBody({})
      },

      async renewRecoveryCodes(request) {
        const codes = await renewRecoveryCodes(deps, actorOf(request, now()))
        return successBody({ recovery_codes: [...codes] })
      },

      setUpPasskey: async (request) =>
        successBody(await setUpPasskey(deps, principalOf(request), relyingPartyOf(request, publicUrl))),

      async addPasskey(request) {
        const relyingParty = relyingPartyOf(request, publicUrl)
        const codes = await addPasskey(deps, request.body, actorOf(request, now()), relyingParty)
        return successBody({ recovery_codes: [...codes] })
      },

      async renamePasskey(request) {
        const { userId } = principalOf(request)
        const { id } = request.params
        const row = await database.transaction((tx) => renamePasskey(tx, userId, id, request.body.name))
        if (!row) throw noSuchPasskey()
        return successBody(toPasskey(row))
      },

      async removePasskey(request) {
        await dropFactor(deps, actorOf(request, now()), async (tx) => {
          const removed = await removePasskey(tx, principalOf(request).userId, request.params.id)
          if (!removed) throw noSuchPasskey()
          return { factor: 'passkey', name: removed.name }
        })
        return successBody({})
      },

      async proofChallenge(request) {
        const { userId, sessionId } = principalOf(request)
        const challenge = await database.transaction((tx) => issueProofChallenge(tx, sessionId, now()))
        const relyingParty = relyingPartyOf(request, publicUrl)
        const ways = (await hasFactor(database.db, userId))
          ? await factorWays(database.db, userId, { challenge, relyingParty })
          : { methods: ['password' as const] }
        return successBody({ challenge, expires_in: PROOF.challengeLifeMs / 1000, ...ways })
      },

      async prove(request) {
        const relyingParty = relyingPartyOf(request, publicUrl)
        await proveIdentity(deps, principalOf(request), { ...request.body, ipAddress: request.ip, relyingParty })
        return successBody({ expires_in: PROOF.lifeMs / 1000 })
      },

      apiTokens: async (request) =>
        successBody({ tokens: await listApiTokens(database.db, principalOf(request).userId, now()) }),

      createApiToken: async (request) =>
        successBody(await createApiToken(database, request.body, actorOf(request, now()))),

      async revokeApiToken(request) {
        const ended = await revokeApiToken(database, request.params.id, actorOf(request, now()))
        if (ended) publish(ended)
        return successBody({})
      },
    })
  }
