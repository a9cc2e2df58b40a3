import { redirect } from '@tanstack/react-router'
import { waitFor } from 'xstate'
import type { User } from '#contract/auth.ts'
import { roleReaches, type Role } from '#contract/roles.ts'
import type { SessionActor, SessionSnapshot } from '#src/machines/session/machine.ts'
import { signedOutByUser, sessionId, sessionStatus, sessionUser } from '#src/machines/session/selectors.ts'

const HOME = '/dashboard'
/** Base for resolving paths; only used to check that they stay on the same origin. */
const ORIGIN = 'http://pairbot.invalid'

/** Whether `path` leads to a page of this client, and not to another host or back to /signin. */
export function isOwnPath(path: string): boolean {
  if (!/^\/(?!\/)/.test(path) || !URL.canParse(path, ORIGIN)) return false
  const url = new URL(path, ORIGIN)
  return url.origin === ORIGIN && url.pathname !== '/signin'
}

/** Search params of /signin. An invalid redirect is set to undefined, because the router would keep an omitted one. */
export const signInSearch = ({
  redirect: wanted,
}: Record<string, unknown>): { readonly redirect?: string | undefined } => ({
  redirect: typeof wanted === 'string' && isOwnPath(wanted) ? wanted : undefined,
})

/** The user's role is not sufficient. */
export class AccessDeniedError extends Error {
  override readonly name = 'AccessDeniedError'
  readonly required: Role
  readonly current: Role

  constructor(required: Role, current: Role) {
    super(`${required} required, ${current} present`)
    this.required = required
    this.current = current
  }
}

const settled = (session: SessionActor) => waitFor(session, (snapshot) => sessionStatus(snapshot) !== 'loading')

/** Redirects to /signin unless a user is signed in, with the current location to return to except after a sign-out. */
export async function requireUser(session: SessionActor, href: string): Promise<{ readonly user: User }> {
  const snapshot = await settled(session)
  const user = sessionUser(snapshot)
  if (user) return { user }
  const search = signedOutByUser(snapshot) || !isOwnPath(href) || href === '/' ? {} : { redirect: href }
  throw redirect({ to: '/signin', search, replace: true })
}

/** For routes below `requireUser`. The server checks again on every request. */
export function requireRole(required: Role, user: User): void {
  if (!roleReaches(user.role, required)) throw new AccessDeniedError(required, user.role)
}

/** Redirects signed-in users away from pages that are only for signed-out ones. */
export async function requireSignedOut(session: SessionActor, wanted: string | undefined): Promise<void> {
  if (sessionStatus(await settled(session)) === 'authenticated') throw redirect({ href: wanted ?? HOME, replace: true })
}

/** The part of the session that the guards depend on; undefined while the session is loading. */
function guardInputOf(snapshot: SessionSnapshot): string | undefined {
  const status = sessionStatus(snapshot)
  const { email, role } = sessionUser(snapshot) ?? {}
  return status === 'loading' ? undefined : JSON.stringify([status, sessionId(snapshot), email, role])
}

/** Calls back when the guards may decide differently: another user, another role, or signed out. */
export function onGuardChange(session: SessionActor, change: () => void): () => void {
  let last = guardInputOf(session.getSnapshot())
  const subscription = session.subscribe((snapshot) => {
    const next = guardInputOf(snapshot)
    if (next === last) return
    // The guards themselves wait for the initial session check.
    if (last !== undefined) change()
    last = next ?? 'waiting'
  })
  return () => subscription.unsubscribe()
}
