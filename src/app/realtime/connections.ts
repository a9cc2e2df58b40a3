import type { Subject } from 'rxjs'
import { createActor } from 'xstate'
import type { ClientConfig } from '#contract/config.ts'
import { createConnectionMachine, type ConnectionActor } from '#src/machines/connection/machine.ts'
import type { FeedName, SessionCheckResult } from '#src/machines/connection/ports.ts'
import type { Recorder } from '#src/lib/inspection/recorder.ts'
import type { TokenSource } from '#src/machines/session/ports.ts'
import type { FeedFrame, StreamSelection } from '#src/streams/index.ts'
import type { Environment } from '#src/transport/browser/environment.ts'
import { watchPage } from '#src/transport/browser/page.ts'
import { shownSocketUrl, socketUrl } from '#src/transport/socket/socket-url.ts'
import { createSocketOpener } from '#src/transport/socket/socket.ts'
import type { Session } from '../session.ts'

interface ConnectionsDeps {
  readonly config: ClientConfig
  readonly session: Pick<Session, 'tokens' | 'socketToken'>
  readonly environment: Pick<Environment, 'pageUrl' | 'openWebSocket' | 'now'>
  readonly inspect: Recorder['inspect'] | undefined
  /** Receives the frames of both sockets. */
  readonly frames: Subject<FeedFrame>
  /** What a new socket should carry. */
  readonly selectionFor: (feed: FeedName) => StreamSelection
}

/** Checks by a token refresh whether the session still exists. Rejects when the refresh was not answered. */
async function checkSession(tokens: TokenSource): Promise<SessionCheckResult> {
  const current = tokens.current()
  if (!current) return 'ended'
  const renewal = await tokens.renew(current.generation, 'data')
  if (renewal === 'unanswered') throw new Error('No answer to the session check')
  return renewal === 'fresh' ? 'alive' : 'ended'
}

/** Creates the two connections; they are started by the caller. */
export function createConnections(deps: ConnectionsDeps): Readonly<Record<FeedName, ConnectionActor>> {
  const { config, session, inspect, frames, selectionFor } = deps
  const { pageUrl, openWebSocket, now } = deps.environment

  function createConnection(feed: FeedName): ConnectionActor {
    const address = config.sockets[feed]
    const { pathname } = new URL(address, pageUrl)
    const machine = createConnectionMachine({
      openSocket: createSocketOpener({
        feed,
        address: async () => socketUrl(pageUrl, address, await session.socketToken(pathname), selectionFor(feed)),
        create: openWebSocket,
        frames,
        now,
      }),
      watchPage,
      checkSession: () => checkSession(session.tokens),
      now,
      random: Math.random,
    })
    return createActor(machine, {
      id: `${feed} connection`,
      input: { feed, maskedUrl: shownSocketUrl(pageUrl, address), isPersistent: true },
      ...(inspect && { inspect }),
    })
  }

  return { tdp: createConnection('tdp'), analytics: createConnection('analytics') }
}
