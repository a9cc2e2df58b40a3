import { fromCallback, fromPromise } from 'xstate'
import type { ConfirmInput, RealtimeEvent, RefreshInput, SessionEvent, IdentityEvent } from './types.ts'
import type { Grant, TokenInfo, Registration, SessionPorts, SignInRequest } from './ports.ts'

const isValid = (stored: TokenInfo | undefined, now: number): stored is TokenInfo =>
  stored !== undefined && stored.expiresAt > now

/** Whether another tab of this browser has stored a newer token. */
const isReplaced = (known: TokenInfo | undefined, stored: TokenInfo | undefined, now: number): boolean =>
  isValid(stored, now) && stored.expiresAt !== known?.expiresAt

/** Refreshes the token, one tab at a time. A tab that gets the lock later takes the token of the first one. */
export const refreshActor = ({ api, tokenStore: vault, tabs, now }: SessionPorts) =>
  fromPromise<IdentityEvent, RefreshInput>(({ input: { known, waitMs }, signal }) =>
    tabs.withLock<IdentityEvent>(waitMs, signal, async () => {
      if (isReplaced(known, vault.info(), now())) return { type: 'refresh.renewed' }
      const result = await api.refresh()
      signal.throwIfAborted()
      if (result.kind === 'unanswered') return { type: 'refresh.unanswered', text: result.text, at: now() }
      if (result.kind === 'granted') {
        if (known) vault.save(result.grant, known)
        tabs.announce({ type: 'tab.token' })
        return { type: 'refresh.renewed' }
      }
      // Without a lock another tab may have refreshed first with the same cookie; then its token counts, not our
      // refusal.
      if (isReplaced(known, vault.info(), now())) return { type: 'refresh.renewed' }
      return { type: 'refresh.refused', text: result.text, reason: result.reason }
    }),
  )

export const signInActor = ({ api, tokenStore: vault, tabs, newId }: SessionPorts) =>
  fromPromise<IdentityEvent, { credentials: () => SignInRequest }>(async ({ input, signal }) => {
    const request = input.credentials()
    const result = await api.signIn(request, signal)
    signal.throwIfAborted()
    const remembered = request.remember_me === true
    if (result.kind === 'failed') return { type: 'signIn.failed', text: result.text }
    if (result.kind === 'secondStep') return { type: 'signIn.secondStep', step: { ...result.step, remembered } }
    vault.save(result.grant, { sessionId: newId(), remembered })
    tabs.announce({ type: 'tab.token' })
    return { type: 'signIn.granted', user: result.user }
  })

export const confirmActor = ({ api, tokenStore: vault, tabs, newId }: SessionPorts) =>
  fromPromise<IdentityEvent, ConfirmInput>(async ({ input: { proof, remembered }, signal }) => {
    const result = await api.confirmSignIn(proof(), signal)
    signal.throwIfAborted()
    if (result.kind === 'failed') return { type: 'signIn.failed', text: result.text }
    if (result.kind === 'refused') return { type: 'confirm.refused', text: result.text }
    vault.save(result.grant, { sessionId: newId(), remembered })
    tabs.announce({ type: 'tab.token' })
    return { type: 'signIn.granted', user: result.user }
  })

/** Stores the new account's token, then signs in with the same credentials; if that fails, the first token stays. */
export const registerActor = ({ api, tokenStore: vault, tabs, newId }: SessionPorts) =>
  fromPromise<IdentityEvent, { registration: () => Registration }>(async ({ input, signal }) => {
    const registration = input.registration()
    const registered = await api.register(registration, signal)
    signal.throwIfAborted()
    if (registered.kind === 'failed') return { type: 'register.failed', text: registered.text }
    const save = (grant: Grant) => {
      vault.save(grant, { sessionId: newId(), remembered: false })
      tabs.announce({ type: 'tab.token' })
    }
    save(registered.grant)
    const signedIn = await api.signIn({ ...registration, remember_me: false }, signal)
    signal.throwIfAborted()
    if (signedIn.kind === 'granted') {
      save(signedIn.grant)
      return { type: 'signIn.granted', user: signedIn.user }
    }
    const known = await api.currentUser(signal)
    return known.kind === 'user'
      ? { type: 'signIn.granted', user: known.user }
      : { type: 'user.unknown', text: known.text }
  })

export const loadUserActor = ({ api }: SessionPorts) =>
  fromPromise<IdentityEvent>(async ({ signal }) => {
    const result = await api.currentUser(signal)
    return result.kind === 'user'
      ? { type: 'user.known', user: result.user }
      : { type: 'user.unknown', text: result.text }
  })

export const signOutActor = ({ api }: SessionPorts) => fromPromise<void>(({ signal }) => api.signOut(signal))

export const activityActor = ({ page }: SessionPorts) =>
  fromCallback<SessionEvent>(({ sendBack }) => page.onActivity((at) => sendBack({ type: 'user.active', at })))

/** Runs the realtime services. They stop with the actor: after `session.ended`, or when the page is closed. */
export const realtimeActor = ({ startRealtime }: SessionPorts) =>
  fromCallback<RealtimeEvent, { user: string }>(({ input, receive }) => {
    const realtime = startRealtime(input.user)
    let reason: Parameters<typeof realtime.stop>[0] = 'page closed'
    receive((event) => {
      if (event.type === 'token.changed') realtime.tokenChanged()
      else reason = event.isSignOut ? 'signed out' : 'session ended'
    })
    return () => realtime.stop(reason)
  })

/** Events from other tabs and from the page waking up. */
export const outsideActor = ({ page, tabs }: SessionPorts) =>
  fromCallback<SessionEvent>(({ sendBack }) => {
    const stopListening = tabs.listen(sendBack)
    const stopWatchingWake = page.onWake(() => {
      // Messages may have been missed meanwhile: check the stored token before anything counts as due.
      sendBack({ type: 'tab.token' })
      sendBack({ type: 'page.woke' })
    })
    return () => {
      stopListening()
      stopWatchingWake()
    }
  })
