import { PGlite } from '@electric-sql/pglite'
import { Unavailable } from './errors.ts'

/**
 * The embedded engine. After a PANIC or FATAL error, such as a failed disk write, the stock engine loops forever on the
 * next call; this one rejects every further call.
 */
export class GuardedPGlite extends PGlite {
  #end: Error | undefined

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
