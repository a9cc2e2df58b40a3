import { waitFor } from 'xstate'
import type { SessionActor, SessionSnapshot } from './machine.ts'
import type { Caller } from './model.ts'
import type { TokenInfo, TokenStore } from './ports.ts'
import { tokenGeneration } from './selectors.ts'

/** How the wish for another token came out. */
export type Renewal = 'fresh' | 'ended' | 'unanswered'

export interface CurrentToken {
  readonly generation: number
  /** Only a usable token may be sent. A missing one was removed behind our back. */
  readonly state: 'usable' | 'expired' | 'missing'
}

/** What callers of services and sockets need of the session. */
export interface TokenSource {
  /** The session's token by its generation; undefined when nobody is signed in. */
  current(): CurrentToken | undefined
  /** A service answered 401 to a token of this generation. Waits for another one; single-flight over all tabs. */
  renew(generation: number, caller: Caller): Promise<Renewal>
  /** A service answered 401 even to the renewed token: the session is over. */
  reportUnauthorized(generation: number): void
}

const renewalOf = (snapshot: SessionSnapshot, after: number): Renewal | undefined => {
  if (!snapshot.matches('authenticated')) return 'ended'
  if (tokenGeneration(snapshot) > after) return 'fresh'
  return snapshot.matches({ authenticated: { refresh: 'retrying' } }) ? 'unanswered' : undefined
}

const same = (a: TokenInfo | undefined, b: TokenInfo | undefined): boolean =>
  a?.sessionId === b?.sessionId && a?.expiresAt === b?.expiresAt

export function tokenSource(actor: SessionActor, tokenStore: Pick<TokenStore, 'info'>, now: () => number): TokenSource {
  const renew = async (generation: number, caller: Caller): Promise<Renewal> => {
    actor.send({ type: 'token.rejected', generation, caller })
    const decided = (snapshot: SessionSnapshot) => renewalOf(snapshot, generation) !== undefined
    try {
      return renewalOf(await waitFor(actor, decided), generation) ?? 'ended'
    } catch {
      // The actor was stopped: there is no session any more.
      return 'ended'
    }
  }
  return {
    current() {
      if (!actor.getSnapshot().matches('authenticated')) return undefined
      // The vault is shared by all tabs. A token that the machine has not heard of yet is looked at first,
      // so that nobody's screen ever loads with somebody else's token.
      const stored = tokenStore.info()
      if (!same(stored, actor.getSnapshot().context.token)) actor.send({ type: 'tab.token' })
      const snapshot = actor.getSnapshot()
      if (!snapshot.matches('authenticated')) return undefined
      const state = stored === undefined ? 'missing' : stored.expiresAt > now() ? 'usable' : 'expired'
      return { generation: tokenGeneration(snapshot), state }
    },
    renew,
    reportUnauthorized: (generation) => actor.send({ type: 'token.refused', generation }),
  }
}
