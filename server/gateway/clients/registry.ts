import type { WebSocket } from 'ws'
import type { Principal } from '#server/http/access.ts'
import type { Client } from './client.ts'
import type { AccessEnded } from '../ports.ts'

/** The clients that are connected, and who they are. */
export interface Registry {
  add(client: Client): void
  /** It gets nothing more; its connection may take a moment to close. False when it had ended before. */
  deactivate(client: Client): boolean
  /** Its connection is closed. */
  remove(client: Client): void
  /** Those that have not ended. */
  all(): Iterable<Client>
  size(): number
  /** Those whose connection is not closed yet. */
  unclosed(): Iterable<Client>
  /** The client of a socket that is not closed yet. */
  bySocket(ws: WebSocket): Client | undefined
  byConnectionId(path: string, connectionId: string): Client | undefined
  ofUser(userId: string): readonly Client[]
  ofSession(sessionId: string): readonly Client[]
  /** Those whose access an ending concerns. */
  affectedBy(ended: AccessEnded): readonly Client[]
  /** Resolves when every connection is closed. */
  allClosed(): Promise<void>
}

/** True when the ending is about this principal. */
export const affects = ({ sessionId, userId }: AccessEnded, principal: Principal): boolean =>
  sessionId === undefined ? userId === principal.userId : sessionId === principal.sessionId

interface Index {
  add(key: string, client: Client): void
  remove(key: string, client: Client): void
  readonly get: (key: string) => readonly Client[]
}

/** Lists, not sets: most keys have one client or two, for which a set is large. */
function createIndex(): Index {
  const lists = new Map<string, Client[]>()
  return {
    add(key, client) {
      const list = lists.get(key)
      if (list) list.push(client)
      else lists.set(key, [client])
    },
    remove(key, client) {
      const rest = lists.get(key)?.filter((other) => other !== client) ?? []
      if (rest.length > 0) lists.set(key, rest)
      else lists.delete(key)
    },
    get: (key) => [...(lists.get(key) ?? [])],
  }
}

export function createRegistry(): Registry {
  const clients = new Set<Client>()
  const unclosed = new Map<WebSocket, Client>()
  const byPath = new Map<string, Map<string, Client>>()
  const bySession = createIndex()
  const byUser = createIndex()
  let whenClosed: (() => void)[] = []

  return {
    add(client) {
      clients.add(client)
      unclosed.set(client.ws, client)
      const byId = byPath.get(client.path) ?? new Map<string, Client>()
      byPath.set(client.path, byId.set(client.connectionId, client))
      bySession.add(client.principal.sessionId, client)
      byUser.add(client.principal.userId, client)
    },
    deactivate(client) {
      if (!clients.delete(client)) return false
      const byId = byPath.get(client.path)
      if (byId?.get(client.connectionId) === client) byId.delete(client.connectionId)
      bySession.remove(client.principal.sessionId, client)
      byUser.remove(client.principal.userId, client)
      return true
    },
    remove(client) {
      unclosed.delete(client.ws)
      if (unclosed.size > 0) return
      for (const done of whenClosed) done()
      whenClosed = []
    },
    all: () => clients,
    size: () => clients.size,
    unclosed: () => unclosed.values(),
    bySocket: (ws) => unclosed.get(ws),
    byConnectionId: (path, connectionId) => byPath.get(path)?.get(connectionId),
    ofUser: byUser.get,
    ofSession: bySession.get,
    affectedBy({ sessionId, userId }) {
      if (sessionId !== undefined) return bySession.get(sessionId)
      return userId === undefined ? [] : byUser.get(userId)
    },
    allClosed: () => (unclosed.size === 0 ? Promise.resolve() : new Promise((done) => whenClosed.push(() => done()))),
  }
}
