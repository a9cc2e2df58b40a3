import * as z from 'zod/mini'
import { parseJson } from '#src/lib/json.ts'
import type { TabMessage, Tabs } from '#src/machines/session/ports.ts'
import { KEYS, type SafeStorage } from '../browser/storage.ts'

const REASONS = ['left', 'idle', 'expired', 'required', 'revoked', 'account', 'role', 'reuse'] as const
const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tab.signedOut'), sessionId: z.string(), reason: z.enum(REASONS) }),
  z.object({ type: z.literal('tab.token') }),
  z.object({ type: z.literal('tab.user') }),
  z.object({ type: z.literal('tab.active'), at: z.number().check(z.nonnegative()) }),
])

/** Sends values to the other tabs. */
export interface Channel {
  readonly send: (value: unknown) => void
  /** Calls `listener` with values of other tabs until the returned function is called. */
  readonly listen: (listener: (value: unknown) => void) => () => void
}

export interface TabsPorts {
  readonly storage: SafeStorage
  /** Undefined if unsupported; storage events then carry all messages. */
  readonly channel: Channel | undefined
  /** Calls `listener` with changes of local storage by other tabs until the returned function is called. */
  readonly onStorage: (listener: (key: string | null, value: string | null) => void) => () => void
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly now: () => number
  readonly newId: () => string
}

const LOCK = 'pairbot.refresh'
/**
 * The lock is held this much longer after an announcement: the next tab may get the lock before it sees what was
 * stored.
 */
const PROPAGATION_MS = 250

const parseMessage = (value: unknown): TabMessage | undefined => messageSchema.safeParse(value).data

function parseStored(key: string | null, text: string | null): TabMessage | undefined {
  if (text === null) return undefined
  if (key === KEYS.activity) return parseMessage({ type: 'tab.active', at: Number(text) })
  if (key !== KEYS.news) return undefined
  return parseMessage(parseJson(text))
}

/**
 * Communication between tabs: messages by two channels, since either may be blocked, and a lock for the token refresh.
 */
export function createTabs({ storage, channel, onStorage, locks, now, newId }: TabsPorts): Tabs {
  let hasAnnounced = false
  return {
    announce(message) {
      hasAnnounced = true
      if (message.type === 'tab.active') storage.set(KEYS.activity, String(message.at))
      // The id makes each text unique: storage events report changes only.
      else storage.set(KEYS.news, JSON.stringify({ ...message, id: newId() }))
      channel?.send(message)
    },

    listen(listener) {
      const pass = (message: TabMessage | undefined) => {
        if (message) listener(message)
      }
      const leaveChannel = channel?.listen((value) => pass(parseMessage(value)))
      const leaveStorage = onStorage((key, value) => pass(parseStored(key, value)))
      return () => {
        leaveChannel?.()
        leaveStorage()
      }
    },

    lastActivity() {
      const at = Number(storage.get(KEYS.activity) ?? 0)
      if (!(at > 0)) return 0
      if (at <= now()) return at
      // A time in the future means that the clock was set back or the value is invalid.
      storage.set(KEYS.activity, String(now()))
      return now()
    },

    async withLock<T>(waitMs: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      signal.throwIfAborted()
      if (!locks) return work()
      const waiting = new AbortController()
      const stopWaiting = () => waiting.abort()
      const timer = setTimeout(stopWaiting, waitMs)
      signal.addEventListener('abort', stopWaiting)
      let hasStarted = false
      try {
        return await new Promise<T>((resolve, reject) => {
          locks
            .request(LOCK, { signal: waiting.signal }, async () => {
              hasStarted = true
              clearTimeout(timer)
              hasAnnounced = false
              resolve(await work())
              if (hasAnnounced) await new Promise((spread) => setTimeout(spread, PROPAGATION_MS))
            })
            .catch(reject)
        })
      } catch (error) {
        if (hasStarted || signal.aborted) throw error
        // The tab that holds the lock may be frozen. The server tolerates two refreshes at once.
        return await work()
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', stopWaiting)
      }
    },
  }
}
