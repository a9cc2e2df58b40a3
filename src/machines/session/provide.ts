import { assign } from 'xstate'
import { SESSION } from '#contract/limits.ts'
import * as actors from './actors.ts'
import { sessionMachine } from './machine.ts'
import type { SessionContext } from './types.ts'
import type { SessionPorts } from './ports.ts'
import { refreshExpired, idleFor, refreshAtOf, untilCheck } from './setup.ts'

type ActionArgs = { readonly context: SessionContext }

/** The session machine with its ports: token store, other tabs, page, identity service and clock. */
export function createSessionMachine(ports: SessionPorts) {
  const { tokenStore: vault, tabs, now } = ports
  const remainingMs = ({ access }: SessionContext): number => (access?.expiresAt ?? 0) - now()
  // Read from storage as well as received: messages to a sleeping tab arrive late.
  const idleMs = ({ lastActivity }: SessionContext) => idleFor(now(), Math.max(lastActivity, tabs.lastActivity()))

  return sessionMachine.provide({
    actors: {
      loadUser: actors.loadUserActor(ports),
      refresh: actors.refreshActor(ports),
      signIn: actors.signInActor(ports),
      confirm: actors.confirmActor(ports),
      register: actors.registerActor(ports),
      signOut: actors.signOutActor(ports),
      activity: actors.activityActor(ports),
      outside: actors.outsideActor(ports),
      realtime: actors.realtimeActor(ports),
    },
    actions: {
      loadStoredToken: assign(() => {
        const access = vault.info()
        return { access, refreshAt: access ? refreshAtOf(now(), access.expiresAt) : 0 }
      }),
      clearToken: ({ context }: ActionArgs) => vault.clear(context.access?.sessionId),
      markActivity: assign((_, { at = now() }: { at?: number }) => {
        tabs.announce({ type: 'tab.active', at })
        return { lastActivity: at }
      }),
      announceUser: () => tabs.announce({ type: 'tab.user' }),
      announceEnd: ({ context: { access, ended } }: ActionArgs) => {
        if (access) tabs.announce({ type: 'tab.signedOut', sessionId: access.sessionId, reason: ended ?? 'left' })
      },
    },
    guards: {
      tokenValid: ({ context }) => remainingMs(context) > 0,
      tokenFresh: ({ context }) => remainingMs(context) >= SESSION.refreshBeforeMs,
      refreshDue: ({ context }) => now() >= context.refreshAt,
      refreshExpired: ({ context: { access, unanswered } }) =>
        unanswered !== undefined && refreshExpired(now(), access?.expiresAt ?? 0, unanswered.since),
      idleTooLong: ({ context }) => idleMs(context) >= SESSION.idleMs,
      storedTokenIsNewer: ({ context: { access } }) => {
        const stored = vault.info()
        return (
          stored !== undefined &&
          stored.sessionId === access?.sessionId &&
          stored.expiresAt !== access.expiresAt &&
          stored.expiresAt > now()
        )
      },
      storedTokenIsAnotherUsers: ({ context: { access } }) => {
        const stored = vault.info()
        return stored !== undefined && stored.sessionId !== access?.sessionId
      },
    },
    delays: {
      refreshCheck: ({ context }) => untilCheck(now(), context.refreshAt),
    },
  })
}
