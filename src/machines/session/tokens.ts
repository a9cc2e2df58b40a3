import { waitFor } from 'xstate'
import type { SessionActor, SessionSnapshot } from './machine.ts'
import type { Caller, Renewal, TokenInfo, TokenSource, TokenStore } from './ports.ts'
import { tokenGeneration } from './selectors.ts'

const renewalOf = (snapshot: SessionSnapshot, after: number): Renewal | undefined => {
  if (!snapshot.matches('authenticated')) return 'ended'
  if (tokenGeneration(snapshot) > after) return 'fresh'
  return snapshot.matches({ authenticated: { refresh: 'retrying' } }) ? 'unanswered' : undefined
}

const same = (a: TokenInfo | undefined, b: TokenInfo | undefined): boolean =>
  a?.sessionId === b?.sessionId && a?.expiresAt === b?.expiresAt

/** The token of `actor`'s session; a token that another tab stored is loaded first. */
export function tokenSource(actor: SessionActor, tokenStore: Pick<TokenStore, 'info'>, now: () => number): TokenSource {
  const renew = async (generation: number, caller: Caller): Promise<Renewal> => {
    actor.send({ type: 'token.rejected', generation, caller })
    const decided = (snapshot: SessionSnapshot) => renewalOf(snapshot, generation) !== undefined
    try {
      return renewalOf(await waitFor(actor, decided), generation) ?? 'ended'
    } catch {
      // The actor was stopped, so there is no session any more.
      return 'ended'
    }
  }
  return {
    current() {
      if (!actor.getSnapshot().matches('authenticated')) return undefined
      // Token storage is shared by all tabs. A token that the machine does not know yet is loaded first, so that no
      // screen shows one user's data with another user's token.
      const stored = tokenStore.info()
      if (!same(stored, actor.getSnapshot().context.access)) actor.send({ type: 'tab.token' })
      const snapshot = actor.getSnapshot()
      if (!snapshot.matches('authenticated')) return undefined
      const state = stored === undefined ? 'missing' : stored.expiresAt > now() ? 'usable' : 'expired'
      return { generation: tokenGeneration(snapshot), state }
    },
    renew,
    reportUnauthorized: (generation) => actor.send({ type: 'token.refused', generation }),
  }
}
