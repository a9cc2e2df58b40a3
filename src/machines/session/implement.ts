import { assign } from 'xstate'
import { SESSION } from '#contract/limits.ts'
import * as actors from './actors.ts'
import { sessionMachine } from './machine.ts'
import type { SessionContext } from './model.ts'
import type { SessionPorts } from './ports.ts'
import { hopeless, idleFor, refreshAtOf, untilCheck } from './timing.ts'

type Here = { readonly context: SessionContext }

/** The session machine on real ports: a vault, the other tabs, the page, the identity service and a clock. */
export function implement(ports: SessionPorts) {
  const { vault, tabs, now } = ports
  const left = ({ held }: SessionContext): number => (held?.expiresAt ?? 0) - now()
  // The other tabs' stamps are read as well as heard: messages to a sleeping tab come late.
  const idle = ({ lastActivity }: SessionContext) => idleFor(now(), Math.max(lastActivity, tabs.lastActivity()))

  return sessionMachine.provide({
    actors: {
      loadUser: actors.loadUserActor(ports),
      refresh: actors.refreshActor(ports),
      signIn: actors.signInActor(ports),
      register: actors.registerActor(ports),
      signOut: actors.signOutActor(ports),
      activity: actors.activityActor(ports),
      outside: actors.outsideActor(ports),
    },
    actions: {
      takeStoredToken: assign(() => {
        const held = vault.held()
        return { held, refreshAt: held ? refreshAtOf(now(), held.expiresAt) : 0 }
      }),
      forgetToken: ({ context }: Here) => vault.forget(context.held?.sessionId),
      markActivity: assign((_, { at = now() }: { at?: number }) => {
        tabs.announce({ type: 'tab.active', at })
        return { lastActivity: at }
      }),
      announceEnd: ({ context: { held, ended } }: Here) => {
        if (held) tabs.announce({ type: 'tab.signedOut', sessionId: held.sessionId, reason: ended ?? 'left' })
      },
    },
    guards: {
      tokenAlive: ({ context }) => left(context) > 0,
      tokenFresh: ({ context }) => left(context) >= SESSION.refreshBeforeMs,
      refreshDue: ({ context }) => now() >= context.refreshAt,
      refreshHopeless: ({ context: { held, unanswered } }) =>
        unanswered !== undefined && hopeless(now(), held?.expiresAt ?? 0, unanswered.since),
      idleTooLong: ({ context }) => idle(context) >= SESSION.idleMs,
      storedIsNewer: ({ context: { held } }) => {
        const stored = vault.held()
        return (
          stored !== undefined &&
          stored.sessionId === held?.sessionId &&
          stored.expiresAt !== held.expiresAt &&
          stored.expiresAt > now()
        )
      },
      storedIsAnothers: ({ context: { held } }) => {
        const stored = vault.held()
        return stored !== undefined && stored.sessionId !== held?.sessionId
      },
    },
    delays: {
      refreshCheck: ({ context }) => untilCheck(now(), context.refreshAt),
    },
  })
}
