import {
  PGlite,
  types,
  type PGliteOptions,
  type QueryOptions,
  type Results,
  type Transaction,
  MemoryFS,
} from '@electric-sql/pglite'
import { Unavailable } from './errors.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Drizzle reads these itself. */
const TEXTS = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE]

const TYPES = {
  parsers: {
    ...Object.fromEntries(TEXTS.map((type) => [type, (text: string) => text])),
    // In one call each: the engine's own take a call for every byte, 85 ms for the result of a backtest.
    [types.BYTEA]: (text: string): Uint8Array => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
  },
  serializers: { [types.BYTEA]: (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}` },
}

/** The engine merges a query's parsers with its own for each result, which takes nearly as long as the query. */
function withOwnParsers(options: QueryOptions = {}): QueryOptions {
  const { parsers: _, ...others } = options
  return others
}

/**
 * The embedded engine. After a PANIC or FATAL error, such as a failed disk write, the stock engine loops forever on the
 * next call; this one rejects every further call.
 */
export class GuardedPGlite extends PGlite {
  #end: Error | undefined

  constructor(options: PGliteOptions) {
    super({ ...options, ...TYPES })
  }

  override query<T>(...[text, params, options]: Parameters<PGlite['query']>): Promise<Results<T>> {
    return super.query(text, params, withOwnParsers(options))
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return super.transaction((tx) => {
      const query = tx.query.bind(tx)
      tx.query = (text, params, options) => query(text, params, withOwnParsers(options))
      return work(tx)
    })
  }

  /** Set once the engine has failed; only a restart recovers. */
  get fatalError(): Error | undefined {
    return this.#end
  }

  override execProtocol(...args: Parameters<PGlite['execProtocol']>): ReturnType<PGlite['execProtocol']> {
    return this.#guard(() => super.execProtocol(...args))
  }

  override execProtocolStream(
    ...args: Parameters<PGlite['execProtocolStream']>
  ): ReturnType<PGlite['execProtocolStream']> {
    return this.#guard(() => super.execProtocolStream(...args))
  }

  async #guard<T>(call: () => Promise<T>): Promise<T> {
    if (this.#end) throw new Unavailable(FAILED_MESSAGE, { cause: this.#end })
    try {
      return await call()
    } catch (error) {
      if (!isFatal(error)) throw error
      this.#end = error
      throw new Unavailable(FAILED_MESSAGE, { cause: error })
    }
  }
}

const FAILED_MESSAGE = 'The disk failed to store a write. The server must be restarted.'

const isFatal = (error: unknown): error is Error =>
  error instanceof Error && 'severity' in error && (error.severity === 'PANIC' || error.severity === 'FATAL')

/** A client whose engine can be exchanged for another while its users go on. */
interface ReplaceableClient<Client extends PGlite> {
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

/** Where the engine expects its files. */
const PGDATA = '/pglite/data'

/**
 * Files of an embedded database, copied to memory when the engine opens: the database can be read although its volume has
 * no room for the engine to write. Nothing is written back.
 */
export class MemoryCopyFS extends MemoryFS {
  readonly #directory: string

  constructor(directory: string) {
    super()
    this.#directory = directory
  }

  override async initialSyncFs(): Promise<void> {
    const fs = this.pg?.Module.FS
    if (!fs) throw new Error('The engine was not initialized')
    const copy = async (from: string, to: string): Promise<void> => {
      fs.mkdirTree(to, 0o700)
      for (const entry of await readdir(from, { withFileTypes: true })) {
        const [source, target] = [join(from, entry.name), `${to}/${entry.name}`]
        if (entry.isDirectory()) await copy(source, target)
        else if (entry.isFile()) fs.writeFile(target, await readFile(source), { mode: 0o600 })
      }
    }
    await copy(this.#directory, PGDATA)
  }
}
