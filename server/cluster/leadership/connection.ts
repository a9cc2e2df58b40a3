import { Client } from 'pg'
import type { LeaseQueries } from './lease-store.ts'

/** Less than what a holder has left when it first tries to renew. */
const WAIT_MS = 1_500

/** A connection apart from the pool, where a renewal would wait behind the queries of users. */
export function openLeaseQueries(url: string): LeaseQueries {
  let current: Client | undefined
  let connecting: Promise<unknown> = Promise.resolve()

  function connect(): Client {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: WAIT_MS,
      query_timeout: WAIT_MS,
      statement_timeout: WAIT_MS - 200,
      idle_in_transaction_session_timeout: WAIT_MS,
      keepAlive: true,
      application_name: 'pairbot lease',
    })
    // A lost connection also rejects its query, where it is handled.
    client.on('error', () => undefined)
    client.on('end', () => {
      if (current === client) current = undefined
    })
    connecting = client.connect()
    return client
  }

  return {
    async run(text, values = []) {
      current ??= connect()
      const client = current
      await connecting
      const { rows } = await client.query<Record<string, unknown>>(text, [...values])
      return rows
    },
    discard() {
      const client = current
      current = undefined
      void client?.end().catch(() => undefined)
      // A server that does not respond would not answer a farewell either.
      client?.connection.stream.destroy()
    },
    async close() {
      const client = current
      current = undefined
      await client?.end().catch(() => undefined)
    },
  }
}
