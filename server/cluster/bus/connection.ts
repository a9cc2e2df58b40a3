import { Client } from 'pg'

/** A connection that listens on the channel. */
export interface BusConnection {
  /** Resolves when the server has taken the message over. */
  send(text: string): Promise<void>
  /** Ends the connection at once; `onLost` is not called for it. */
  destroy(): void
}

/** Opens a connection that listens. `onLost` is called at most once, when it ends by itself. */
export type OpenConnection = (handlers: {
  readonly onText: (text: string) => void
  readonly onLost: (error: Error | undefined) => void
}) => Promise<BusConnection>

/** All processes on one database share it: notifications stay within the database. */
const CHANNEL = 'pairbot'
const WAIT_MS = 5_000

/** Connections to a PostgreSQL server, apart from its pool: a pooled one would be lent to others and stop listening. */
export const listeningOn =
  (url: string): OpenConnection =>
  async ({ onText, onLost }) => {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: WAIT_MS,
      query_timeout: WAIT_MS,
      keepAlive: true,
      application_name: 'pairbot bus',
    })
    let isOver = false
    const lose = (error?: Error) => {
      if (isOver) return
      isOver = true
      onLost(error)
    }
    client.on('error', lose)
    client.on('end', () => lose())
    client.on('notification', ({ payload }) => onText(payload ?? ''))
    function destroy() {
      isOver = true
      // A server that does not respond would not answer a farewell either.
      void client.end().catch(() => undefined)
      client.connection.stream.destroy()
    }
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      destroy()
      throw error
    }
    return {
      send: async (text) => void (await client.query('select pg_notify($1, $2)', [CHANNEL, text])),
      destroy,
    }
  }
