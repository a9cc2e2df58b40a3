import { join } from 'node:path'
import { delayWhen, Subject, takeUntil, timer, type Observable } from 'rxjs'
import { SESSION } from '#contract/limits.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import type { AccessControl } from '#server/http/access.ts'
import type { Service } from '#server/http/app.ts'
import type { CookieOwner } from '#server/http/guard.ts'
import type { IdentityContext } from './context.ts'
import { accountRoutes } from './account/routes.ts'
import type { OnAccountChange } from './admin/queries.ts'
import type { SeenElsewhere } from './admin/overview.ts'
import { adminRoutes } from './admin/routes.ts'
import { createAccessControl } from './access-control.ts'
import { createAccessTokens } from './access-tokens.ts'
import { resealTotpSecrets } from './factors/totp-factor.ts'
import { createFirstAdministrator, type FirstAdministrator } from './first-administrator.ts'
import { createDetectors, observeAdministrators } from './alerts/detectors.ts'
import { findEndedAccess, type FoundAccess } from './ended-access.ts'
import { createFaultInjection, type FaultInjectionService } from './fault-injection/fault-injection.ts'
import { createInvitationCodes } from './invitations/invitations.ts'
import type { Mailer } from './invitations/mailer.ts'
import type { SendMail } from './invitations/smtp.ts'
import { createMailRequests } from './password-reset/mail-requests.ts'
import type { PasswordResetMailer } from './password-reset/mail-requests.ts'
import { createPasswords, type Hashing } from './passwords.ts'
import { createRefreshCookie } from './refresh-cookie.ts'
import { ownerOfRefreshToken, createTokenPairIssuer } from './refresh-tokens.ts'
import { authRoutes } from './routes.ts'
import { createSealedTexts } from './sealed-texts.ts'
import type { SessionEnded } from './sessions.ts'
import { loadSigningKeys, type SigningKey } from './signing-keys.ts'
import { sweepPeriodically } from './sweep.ts'
import { createSocketTickets } from './socket-tickets.ts'
import { createUnstoredSessions } from './unstored-sessions.ts'
import { hasUsers } from './users.ts'
import { createSessionOpener } from './open-session.ts'

export interface IdentitySettings {
  /** Directory of the signing keys, unless `signingKeys` provides them. */
  readonly dataDir: string
  readonly signingKeys?: readonly SigningKey[] | undefined
  /** Whether to make signing keys where there are none; false for a process beside another that has them. */
  readonly mayCreateKeys?: boolean
  readonly adminEmail?: string | undefined
  readonly adminPassword?: string | undefined
  /** True behind TLS: the refresh cookie is then marked Secure. */
  readonly secureCookies: boolean
  /** The public address; passkeys are made for its host. Without one, for `localhost`. */
  readonly publicUrl?: URL | undefined
  /** Whether Admins may use the admin area only with a second factor. */
  readonly adminsNeedFactor?: boolean
}

export interface IdentityDeps extends IdentityContext {
  readonly settings: IdentitySettings
  /** 0 to 1. */
  readonly random: () => number
  /** Without a mailer, invitation codes are shared manually. */
  readonly mailer?: Mailer | undefined
  /** Writes to users what was done to their account; without it they are not written to. */
  readonly sendMail?: SendMail | undefined
  /** Without one, an Admin makes the links of those who forgot their password. */
  readonly passwordResetMailer?: PasswordResetMailer | undefined
  readonly onAccountChange?: OnAccountChange
  /** What the overview of Admins says of the rest of the server; by default that nothing is in trouble. */
  readonly seenElsewhere?: () => Promise<SeenElsewhere>
  /** argon2 by default. */
  readonly hashing?: Hashing
  /** Triggers a sweep; once a minute by default. */
  readonly sweepTicks$?: Observable<unknown> | undefined
  /** Emits after so many milliseconds; a timer by default. */
  readonly delay?: (ms: number) => Observable<unknown>
  /** Called when background work failed and will be retried. */
  readonly report: (error: unknown) => void
}

/** The identity service: accounts, sessions and access control. */
export interface Identity {
  readonly access: AccessControl
  /** The user to whose live session a request's refresh cookie belongs. */
  readonly cookieOwner: CookieOwner
  /** Emits every session that ends, for any reason: its sockets must be closed. */
  readonly sessionEnded$: Observable<SessionEnded>
  /** Emits a session whose access tokens until now are not accepted any more, although it goes on: its sockets must be closed. */
  readonly tokensRenewed$: Observable<{ readonly sessionId: string }>
  /** Finds sessions and API tokens in use that have ended although no event said so. */
  findEndedAccess(used: Parameters<typeof findEndedAccess>[1]): Promise<FoundAccess>
  /** Faults that administrators inject into their own session. */
  readonly faultInjection: Omit<FaultInjectionService, 'start' | 'current' | 'close'>
  /** Routes to mount at the identity base path. */
  readonly routes: Service
  /** Creates the first administrator when there are no users. Waits for the database. */
  firstAdministrator(): Promise<FirstAdministrator | undefined>
  /** Resolves when the detectors have processed all events so far, and all links that were asked for are sent. */
  settled(): Promise<void>
  /** Stops the background work and resolves when it has stopped. */
  close(): Promise<void>
}

/**
 * Creates the identity service. Rejects when the signing keys are damaged, or missing although there are users; with a database
 * that is not available yet, `firstAdministrator` rejects with the latter.
 */
export async function createIdentity(deps: IdentityDeps): Promise<Identity> {
  const {
    database,
    settings,
    now,
    random,
    report,
    mailer,
    onAccountChange = async () => () => undefined,
    delay = (ms) => timer(ms),
    seenElsewhere = async () => ({ trouble: [], failed_jobs: {} }),
  } = deps
  const { keys, confirm } = settings.signingKeys
    ? { keys: settings.signingKeys, confirm: async () => undefined }
    : await loadSigningKeys(join(settings.dataDir, 'signing-keys.json'), { mayCreate: settings.mayCreateKeys })
  const keysConfirmed = database.whenReady.then(() => confirm(() => hasUsers(database.db)))
  if (database.engine === 'embedded') await keysConfirmed
  // Otherwise `firstAdministrator` rejects with it.
  keysConfirmed.catch(() => undefined)
  const context = { database, now }
  const tokens = createAccessTokens({ keys, now, random })
  const passwords = createPasswords(deps.hashing)
  const cookie = createRefreshCookie({ path: `${DEFAULT_BASES.identity}/auth`, secure: settings.secureCookies }, now)
  const detectors = createDetectors({ database, report })
  const { observe } = detectors
  const codes = createInvitationCodes(keys)
  const tickets = createSocketTickets(database)
  const issueTokenPair = createTokenPairIssuer({ tokens, cookie })
  const unstored = createUnstoredSessions()
  const sealed = createSealedTexts(keys, 'second factors')
  const { adminsNeedFactor = false, publicUrl } = settings
  const closed$ = new Subject<void>()
  const renewals$ = new Subject<{ readonly sessionId: string }>()
  const sessionEnded$ = new Subject<SessionEnded>()
  const publish = (ended: SessionEnded) => sessionEnded$.next(ended)
  const grantSession = createSessionOpener({ database, unstored, cookie, issueTokenPair, publish, now })
  const renewed = (sessionId: string) => renewals$.next({ sessionId })
  const faultInjection = createFaultInjection({ now })
  sessionEnded$.subscribe(({ sessionId }) => faultInjection.stop(sessionId))
  const { passwordResetMailer } = deps
  const mailRequests = passwordResetMailer && createMailRequests({ ...context, mailer: passwordResetMailer, report })
  const sweepSubscription = sweepPeriodically({ ...context, unstored, report, ticks$: deps.sweepTicks$ }).subscribe(
    (expired) => expired.forEach(publish),
  )
  return {
    access: createAccessControl({ database, tokens, tickets, unstored, adminsNeedFactor, now }),
    async cookieOwner(request) {
      const [token, ...planted] = cookie.read(request)
      return token === undefined || planted.length > 0 ? undefined : ownerOfRefreshToken(database.db, token, now())
    },
    sessionEnded$: sessionEnded$.asObservable(),
    tokensRenewed$: renewals$.pipe(
      delayWhen(() => delay(SESSION.renewalGraceMs)),
      takeUntil(closed$),
    ),
    findEndedAccess: (used) => findEndedAccess({ db: database.db, unstored }, used, now()),
    faultInjection,
    routes: async (app) => {
      app.addHook('onSend', observeAdministrators(observe, now))
      const shared = { ...context, passwords, cookie, sealed, observe, publish, publicUrl }
      await app.register(authRoutes({ ...shared, tokens, tickets, unstored, grantSession }))
      await app.register(accountRoutes({ ...shared, renewed, issueTokenPair, mailRequests, adminsNeedFactor }))
      await app.register(
        adminRoutes({
          ...context,
          publish,
          publicUrl,
          onAccountChange,
          codes,
          mailer,
          sendMail: deps.sendMail,
          faultInjection,
          seenElsewhere,
        }),
      )
    },
    async firstAdministrator() {
      await keysConfirmed
      await resealTotpSecrets(database, sealed)
      const { adminEmail: email, adminPassword: password } = settings
      return createFirstAdministrator({ ...context, passwords, email, password })
    },
    async settled() {
      await mailRequests?.settled()
      await detectors.settled()
    },
    async close() {
      sweepSubscription.unsubscribe()
      sessionEnded$.complete()
      closed$.next()
      faultInjection.close()
      await mailRequests?.settled()
      await detectors.settled()
    },
  }
}
