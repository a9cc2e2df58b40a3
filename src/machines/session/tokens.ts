import { waitFor } from 'xstate'
import type { SessionActor, SessionSnapshot } from './machine.ts'
import type { Caller } from './model.ts'
import type { TokenVault } from './ports.ts'
import { tokenGeneration } from './selectors.ts'

/** How the wish for another token came out. */
export type Renewal = 'fresh' | 'ended' | 'unanswered'

/** What callers of services and sockets need of the session. */
export interface TokenSource {
  /** Generation of the token that may be sent now; undefined when there is none. */
  current(): number | undefined
  /** A service answered 401 to a token of this generation. Waits for another one; single-flight over all tabs. */
  renew(generation: number, caller: Caller): Promise<Renewal>
  /** A service answered 401 even to the renewed token: the session is over. */
  refuse(generation: number): void
}

const renewalOf = (snapshot: SessionSnapshot, after: number): Renewal | undefined => {
  if (!snapshot.matches('authenticated')) return 'ended'
  if (tokenGeneration(snapshot) > after) return 'fresh'
  return snapshot.matches({ authenticated: { refresh: 'retrying' } }) ? 'unanswered' : undefined
}

export function tokenSource(actor: SessionActor, vault: Pick<TokenVault, 'held'>): TokenSource {
  return {
    current() {
      // The vault is shared by all tabs. A token that the machine has not heard of yet is looked at first,
      // so that nobody's screen ever loads with somebody else's token.
      const { held } = actor.getSnapshot().context
      const stored = vault.held()
      if (!stored) return undefined
      if (stored.sessionId !== held?.sessionId || stored.expiresAt !== held.expiresAt) actor.send({ type: 'tab.token' })
      const snapshot = actor.getSnapshot()
      return snapshot.matches('authenticated') ? tokenGeneration(snapshot) : undefined
    },
    async renew(generation, caller) {
      actor.send({ type: 'token.rejected', generation, caller })
      const decided = (snapshot: SessionSnapshot) => renewalOf(snapshot, generation) !== undefined
      return renewalOf(await waitFor(actor, decided), generation) ?? 'ended'
    },
    refuse: (generation) => actor.send({ type: 'token.refused', generation }),
  }
}
