import type { Environment } from '#src/transport/environment.ts'
import type { Fetch } from '#src/transport/http.ts'

/** What a browser of a test cannot do. */
export interface Limits {
  readonly withoutChannel?: boolean
  readonly withoutStorageEvents?: boolean
  readonly withoutLocks?: boolean
  readonly withoutStorage?: boolean
  readonly removeItemThrows?: boolean
  /** The other tabs see a change this much later, as between the processes of a real browser. */
  readonly storageLagMs?: number
}

export interface Tab extends Environment {
  /** The page of this tab: dispatch events, hide and show it. */
  readonly events: EventTarget & { visibilityState: DocumentVisibilityState }
}

type Hear<Args extends unknown[]> = (...args: Args) => void

/** One browser with any number of tabs: they share local storage, its events, a channel and locks. Time is the caller's. */
export function createBrowser(fetch: Fetch, limits: Limits = {}) {
  const items = new Map<string, string>()
  const views = new Set<Map<string, string>>()
  const storageEars = new Map<object, Hear<[string | null, string | null]>>()
  const channelEars = new Map<object, Hear<[unknown]>>()
  const queue: { grant: () => Promise<void> }[] = []
  let busy = false
  let ids = 0

  async function pump(): Promise<void> {
    const next = busy ? undefined : queue.shift()
    if (!next) return
    busy = true
    await next.grant()
    busy = false
    void pump()
  }

  const request = (_name: string, options: LockOptions, work: (lock: null) => unknown) =>
    new Promise<unknown>((resolve, reject) => {
      const entry = { grant: async () => resolve(await Promise.resolve(work(null)).catch(reject)) }
      queue.push(entry)
      options.signal?.addEventListener('abort', () => {
        const at = queue.indexOf(entry)
        if (at < 0) return
        queue.splice(at, 1)
        reject(options.signal?.reason)
      })
      void pump()
    })

  function openTab(invitationCode?: string): Tab {
    const self = {}
    const tell = (key: string, value: string | null) => {
      if (limits.withoutStorageEvents) return
      for (const [tab, hear] of storageEars) if (tab !== self) hear(key, value)
    }
    const view = limits.storageLagMs === undefined ? items : new Map(items)
    views.add(view)
    const spread = (change: (view: Map<string, string>) => void) => {
      change(items)
      change(view)
      for (const other of views) if (other !== view && other !== items) setTimeout(change, limits.storageLagMs, other)
    }
    const refuse = () => {
      throw new DOMException('not allowed', 'SecurityError')
    }
    const storage = {
      length: 0,
      clear: () => items.clear(),
      key: () => null,
      getItem: (key: string) => view.get(key) ?? null,
      setItem(key: string, value: string) {
        if (view.get(key) === value) return
        spread((seen) => seen.set(key, value))
        tell(key, value)
      },
      removeItem(key: string) {
        if (limits.removeItemThrows) refuse()
        if (!view.has(key)) return
        spread((seen) => seen.delete(key))
        tell(key, null)
      },
    } satisfies Storage
    const events: Tab['events'] = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
    const listenOn =
      <Args extends unknown[]>(ears: Map<object, Hear<Args>>) =>
      (hear: Hear<Args>) => {
        ears.set(self, (...args) => setTimeout(hear, 0, ...args))
        return () => ears.delete(self)
      }
    return {
      events,
      fetch,
      newRequest: () => new XMLHttpRequest(),
      storage: limits.withoutStorage ? refuse : () => storage,
      channel: limits.withoutChannel
        ? undefined
        : {
            send: (value) => {
              for (const [tab, hear] of channelEars) if (tab !== self) hear(structuredClone(value))
            },
            listen: listenOn(channelEars),
          },
      onStorage: listenOn(storageEars),
      locks: limits.withoutLocks ? undefined : ({ request } as unknown as LockManager),
      window: events,
      document: events,
      now: Date.now,
      newId: () => `id-${(ids += 1)}`,
      pageUrl: 'http://pairbot.test/',
      invitationCode,
      openWebSocket: () => {
        throw new Error('no sockets in this browser')
      },
    }
  }

  return { openTab, items }
}
