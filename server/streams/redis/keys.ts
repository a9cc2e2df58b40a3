import type { LogFence } from '#server/streams/ports.ts'
import { LogClosed } from './connection.ts'

/** Names of the log's keys in Redis. One hash tag keeps them on one node of a cluster, where scripts may use them together. */
export interface RedisKeys {
  readonly epoch: string
  readonly heads: string
  readonly journal: string
  readonly fences: string
  writer(id: string): string
  stream(key: string): string
}

export function redisKeys(name: string): RedisKeys {
  const tag = `{${name}}`
  return {
    epoch: `${tag}:epoch`,
    heads: `${tag}:heads`,
    journal: `${tag}:journal`,
    fences: `${tag}:fences`,
    writer: (id) => `${tag}:writer:${id}`,
    stream: (key) => `${tag}:stream:${key}`,
  }
}

/** Another process has taken over what this one published. */
export class LogDeposed extends Error {
  override readonly name = 'LogDeposed'
  override readonly message = 'Another process publishes to the stream log now'
}

/** What the scripts need of a fence; without one nothing is checked. */
export interface FenceArguments {
  readonly token: string
  /** JSON. */
  readonly scopes: string
}

/** Resolves with the current token; rejects with `LogClosed` when `closing` ends the wait. */
export async function untilHeld(fence: LogFence | undefined, closing: AbortSignal): Promise<FenceArguments> {
  if (fence === undefined) return { token: '', scopes: '[]' }
  closing.throwIfAborted()
  const stop = new AbortController()
  const closed = new Promise<never>((_, reject) => {
    closing.addEventListener('abort', () => reject(new LogClosed()), { once: true, signal: stop.signal })
  })
  try {
    return { token: String(await Promise.race([fence.untilHeld(), closed])), scopes: JSON.stringify(fence.scopes) }
  } finally {
    stop.abort()
  }
}
