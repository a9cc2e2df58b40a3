import type { Subscription } from 'rxjs'
import { connectSocket } from './socket.ts'

const PING = JSON.stringify({ method: 'ping' })
/** Kraken refuses those who connect much more often. */
const RECONNECT_MS = 10_000

interface Waiter {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * What tells whether Kraken's socket answers this process: on a connection of its own without subscriptions, which stays open from
 * one call to the next and ends with the signal. Rejects, or stays unsettled, while Kraken does not answer.
 * @param clock in milliseconds
 */
export function createKrakenProbe(url: string, clock: () => number): (signal: AbortSignal) => Promise<void> {
  let connectedAt = -Infinity
  let connection: Subscription | undefined
  let endsWith: AbortSignal | undefined
  let send: ((text: string) => void) | undefined
  let waiters: Waiter[] = []

  function settle(act: (waiter: Waiter) => void): void {
    const settled = waiters
    waiters = []
    settled.forEach(act)
  }
  function connect(signal: AbortSignal): void {
    connectedAt = clock()
    connection = connectSocket(url).subscribe({
      next(event) {
        if (event.kind === 'frame') return settle(({ resolve }) => resolve())
        ;({ send } = event)
        send(PING)
      },
      error(error) {
        connection = send = undefined
        settle(({ reject }) => reject(error))
      },
    })
    // Once, however often it connects again.
    if (endsWith === signal) return
    endsWith = signal
    signal.addEventListener('abort', () => connection?.unsubscribe(), { once: true })
  }

  return (signal) =>
    new Promise((resolve, reject) => {
      const isUnanswered = waiters.length > 0
      waiters.push({ resolve, reject })
      if (connection && !isUnanswered) return send?.(PING)
      if (clock() - connectedAt < RECONNECT_MS) {
        if (!connection) settle((waiter) => waiter.reject(new Error('Kraken does not respond')))
        return
      }
      connection?.unsubscribe()
      connection = send = undefined
      connect(signal)
    })
}
