import { fromCallback, fromPromise } from 'xstate'
import type { LoginRequest } from '#contract/auth.ts'
import type { RefreshInput, SessionEvent, SessionReply } from './model.ts'
import type { Grant, HeldToken, Registration, SessionPorts } from './ports.ts'

const alive = (held: HeldToken | undefined, now: number): held is HeldToken =>
  held !== undefined && held.expiresAt > now

/** Another tab has put a newer token of the same browser into the vault. */
const replaced = (known: HeldToken | undefined, held: HeldToken | undefined, now: number): boolean =>
  alive(held, now) && held.expiresAt !== known?.expiresAt

/** One refresh at a time over all tabs; whoever gets the lock second finds the first one's token and takes that. */
export const refreshActor = ({ api, vault, tabs, now }: SessionPorts) =>
  fromPromise<SessionReply, RefreshInput>(({ input: { known, waitMs }, signal }) =>
    tabs.exclusively<SessionReply>(waitMs, signal, async () => {
      if (replaced(known, vault.held(), now())) return { type: 'refresh.renewed' }
      const reply = await api.refresh()
      signal.throwIfAborted()
      if (reply.kind === 'unanswered') return { type: 'refresh.unanswered', text: reply.text, at: now() }
      if (reply.kind === 'granted') {
        if (known) vault.keep(reply.grant, known)
        tabs.announce({ type: 'tab.token' })
        return { type: 'refresh.renewed' }
      }
      // Without a lock another tab may have been faster with the same cookie: its token counts, not our refusal.
      if (replaced(known, vault.held(), now())) return { type: 'refresh.renewed' }
      return { type: 'refresh.refused', text: reply.text, reason: reply.reason }
    }),
  )

export const signInActor = ({ api, vault, tabs, newId }: SessionPorts) =>
  fromPromise<SessionReply, { credentials: () => LoginRequest }>(async ({ input, signal }) => {
    const request = input.credentials()
    const reply = await api.signIn(request, signal)
    signal.throwIfAborted()
    if (reply.kind === 'failed') return { type: 'signIn.failed', text: reply.text }
    vault.keep(reply.grant, { sessionId: newId(), remembered: request.remember_me === true })
    tabs.announce({ type: 'tab.token' })
    return { type: 'signIn.granted', user: reply.user }
  })

/** The new account's token is kept first, then one signs in with the same words; should that fail, the first token stays. */
export const registerActor = ({ api, vault, tabs, newId }: SessionPorts) =>
  fromPromise<SessionReply, { registration: () => Registration }>(async ({ input, signal }) => {
    const registration = input.registration()
    const made = await api.register(registration, signal)
    signal.throwIfAborted()
    if (made.kind === 'failed') return { type: 'register.failed', text: made.text }
    const keep = (grant: Grant) => {
      vault.keep(grant, { sessionId: newId(), remembered: false })
      tabs.announce({ type: 'tab.token' })
    }
    keep(made.grant)
    const signedIn = await api.signIn({ ...registration, remember_me: false }, signal)
    signal.throwIfAborted()
    if (signedIn.kind === 'granted') {
      keep(signedIn.grant)
      return { type: 'signIn.granted', user: signedIn.user }
    }
    const known = await api.currentUser(signal)
    return known.kind === 'user'
      ? { type: 'signIn.granted', user: known.user }
      : { type: 'user.unknown', text: known.text }
  })

export const loadUserActor = ({ api }: SessionPorts) =>
  fromPromise<SessionReply>(async ({ signal }) => {
    const reply = await api.currentUser(signal)
    return reply.kind === 'user' ? { type: 'user.known', user: reply.user } : { type: 'user.unknown', text: reply.text }
  })

export const signOutActor = ({ api }: SessionPorts) => fromPromise<void>(({ signal }) => api.signOut(signal))

export const activityActor = ({ page }: SessionPorts) =>
  fromCallback<SessionEvent>(({ sendBack }) => page.activity((at) => sendBack({ type: 'user.active', at })))

/** What comes from the other tabs and from the page's own coming and going. */
export const outsideActor = ({ page, tabs }: SessionPorts) =>
  fromCallback<SessionEvent>(({ sendBack }) => {
    const stopListening = tabs.listen(sendBack)
    const stopWaking = page.woke(() => {
      // News may have been missed meanwhile: look into the vault before anything is found to be due.
      sendBack({ type: 'tab.token' })
      sendBack({ type: 'page.woke' })
    })
    return () => {
      stopListening()
      stopWaking()
    }
  })
