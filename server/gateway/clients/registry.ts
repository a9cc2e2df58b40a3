import type { WebSocket } from 'ws'
import type { Principal } from '#server/http/access.ts'
import type { AccessEnded } from '../ports.ts'
import type { Client } from './client.ts'

/** The connected clients, indexed by connection, session and user. */
export interface Registry {
  add(client: Client): void
  /** Removes it from all indexes while its connection closes. False if it was inactive already. */
  deactivate(client: Client): boolean
  /** To be called when its connection has closed. */
  remove(client: Client): void
  /** The active clients. */
  all(): Iterable<Client>
  size(): number
  /** Clients whose connection has not closed yet, including inactive ones. */
  unclosed(): Iterable<Client>
  /** The client of a socket that has not closed yet. */
  bySocket(ws: WebSocket): Client | undefined
  byConnectionId(path: string, connectionId: string): Client | undefined
  ofUser(userId: string): readonly Client[]
  ofSession(sessionId: string): readonly Client[]
  /** Clients whose access has ended. */
  affectedBy(ended: AccessEnded): readonly Client[]
  /** Resolves when every connection is closed. */
  allClosed(): Promise<void>
}

/** True if the event ends this principal's access. */
export const affects = ({ sessionId, userId }: AccessEnded, principal: Principal): boolean =>
  sessionId === undefined ? userId === principal.userId : sessionId === principal.sessionId

interface Index {
  add(key: string, client: Client): void
  remove(key: string, client: Client): void
  readonly get: (key: string) => readonly Client[]
}

/** Arrays rather than sets: most keys have only one or two clients. */
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
