import type { PGlite } from '@electric-sql/pglite'

/** A client whose engine can be exchanged for another while its users go on. */
export interface ReplaceableClient<Client extends PGlite> {
  /** Forwards every call to the current engine. */
  readonly client: Client
  readonly current: () => Client
  /** Sends later calls to `next` and closes the engine so far. */
  replace(next: Client): Promise<void>
}

export function createReplaceableClient<Client extends PGlite>(first: Client): ReplaceableClient<Client> {
  let current = first
  const client = new Proxy(first, {
    get(_, key) {
      const value: unknown = Reflect.get(current, key, current)
      return typeof value === 'function' ? value.bind(current) : value
    },
  })
  return {
    client,
    current: () => current,
    async replace(next) {
      const previous = current
      current = next
      await previous.close()
    },
  }
}
