import { PGlite, types, type PGliteOptions } from '@electric-sql/pglite'
import { Unavailable } from './errors.ts'

/** In one call each: the engine's own take a call for every byte, 85 ms for the result of a backtest. */
export const BYTES = {
  parsers: { [types.BYTEA]: (text: string): Uint8Array => new Uint8Array(Buffer.from(text.slice(2), 'hex')) },
  serializers: { [types.BYTEA]: (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}` },
}

/**
 * The embedded engine. After a PANIC or FATAL error, such as a failed disk write, the stock engine loops forever on the
 * next call; this one rejects every further call.
 */
export class GuardedPGlite extends PGlite {
  #end: Error | undefined

  constructor(options: PGliteOptions) {
    super({ ...options, ...BYTES })
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
