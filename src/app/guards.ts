import { redirect } from '@tanstack/react-router'
import { waitFor } from 'xstate'
import type { User } from '#contract/auth.ts'
import { roleReaches, type Role } from '#contract/roles.ts'
import type { SessionActor, SessionSnapshot } from '#src/machines/session/machine.ts'
import { signedOutByUser, sessionId, sessionStatus, sessionUser } from '#src/machines/session/selectors.ts'

const HOME = '/dashboard'
/** Any origin will do: what is asked is whether a path stays within its own. */
const ORIGIN = 'http://pairbot.invalid'

/** A path of this client and nothing that a browser would read as another host. */
export function isOwnPath(path: string): boolean {
  if (!/^\/(?!\/)/.test(path) || !URL.canParse(path, ORIGIN)) return false
  const url = new URL(path, ORIGIN)
  return url.origin === ORIGIN && url.pathname !== '/signin'
}

/** Search of /signin: where to go afterwards. A bad one becomes undefined; left out, the router would keep it. */
export const signInSearch = ({
  redirect: wanted,
}: Record<string, unknown>): { readonly redirect?: string | undefined } => ({
  redirect: typeof wanted === 'string' && isOwnPath(wanted) ? wanted : undefined,
})

/** Somebody is signed in, but the role does not reach. */
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

/** Lets signed-in people pass. Others go to /signin with the way back, except after their own sign-out. */
export async function requireUser(session: SessionActor, href: string): Promise<{ readonly user: User }> {
  const snapshot = await settled(session)
  const user = sessionUser(snapshot)
  if (user) return { user }
  const search = signedOutByUser(snapshot) || !isOwnPath(href) || href === '/' ? {} : { redirect: href }
  throw redirect({ to: '/signin', search, replace: true })
}

/** For routes below `requireUser`. The server decides again on every request. */
export function requireRole(required: Role, user: User): void {
  if (!roleReaches(user.role, required)) throw new AccessDeniedError(required, user.role)
}

/** /signin is for people who are not signed in; others go where they wanted to. */
export async function requireSignedOut(session: SessionActor, wanted: string | undefined): Promise<void> {
  if (sessionStatus(await settled(session)) === 'authenticated') throw redirect({ href: wanted ?? HOME, replace: true })
}

/** What the guards decide by; undefined while they still wait. */
function guardInputOf(snapshot: SessionSnapshot): string | undefined {
  const status = sessionStatus(snapshot)
  return status === 'loading' ? undefined : JSON.stringify([status, sessionId(snapshot), sessionUser(snapshot)])
}

/** Calls back when the guards would decide differently than before: another person, another role, or nobody. */
export function onGuardChange(session: SessionActor, change: () => void): () => void {
  let last = guardInputOf(session.getSnapshot())
  const subscription = session.subscribe((snapshot) => {
    const next = guardInputOf(snapshot)
    if (next === last) return
    // Nothing has been decided before the first answer: the guards themselves wait for that one.
    if (last !== undefined) change()
    last = next ?? 'waiting'
  })
  return () => subscription.unsubscribe()
}
