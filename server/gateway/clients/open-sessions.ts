import type { OpenSession } from '../ports.ts'
import type { Client } from './client.ts'

/** The sessions of these clients, each once. */
export function openSessions(clients: Iterable<Pick<Client, 'principal' | 'openedAt'>>): readonly OpenSession[] {
  const sessions = new Map<string, OpenSession>()
  for (const { principal, openedAt } of clients) {
    const { sessionId, userId } = principal
    const since = Math.min(openedAt, sessions.get(sessionId)?.since ?? openedAt)
    sessions.set(sessionId, { sessionId, userId, since })
  }
  return [...sessions.values()]
}
