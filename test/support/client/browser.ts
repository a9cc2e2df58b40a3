import type { Environment } from '#src/transport/browser/environment.ts'
import type { Fetch } from '#src/transport/http/http.ts'

/** Missing or slow features of a simulated browser. */
export interface BrowserLimits {
  readonly withoutChannel?: boolean
  readonly withoutStorageEvents?: boolean
  readonly withoutLocks?: boolean
  readonly withoutStorage?: boolean
  readonly removeItemThrows?: boolean
  /** Delay until other tabs see a storage change, as between real browser processes. */
  readonly storageLagMs?: number
}

export interface Tab extends Environment {
  /** Window and document of this tab: dispatch events, change its visibility. */
  readonly events: EventTarget & { visibilityState: DocumentVisibilityState }
}

type Listener<Args extends unknown[]> = (...args: Args) => void

/** A browser whose tabs share local storage, its events, a channel and locks. Uses the test's clock. */
export function createBrowser(fetch: Fetch, limits: BrowserLimits = {}) {
  const items = new Map<string, string>()
  const views = new Set<Map<string, string>>()
  const storageListeners = new Map<object, Listener<[string | null, string | null]>>()
  const channelListeners = new Map<object, Listener<[unknown]>>()
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
    const notify = (key: string, value: string | null) => {
      if (limits.withoutStorageEvents) return
      for (const [tab, listener] of storageListeners) if (tab !== self) listener(key, value)
    }
    const view = limits.storageLagMs === undefined ? items : new Map(items)
    views.add(view)
    const propagate = (change: (view: Map<string, string>) => void) => {
      change(items)
      change(view)
      for (const other of views) if (other !== view && other !== items) setTimeout(change, limits.storageLagMs, other)
    }
    const throwDenied = () => {
      throw new DOMException('not allowed', 'SecurityError')
    }
    const storage = {
      length: 0,
      clear: () => items.clear(),
      key: () => null,
      getItem: (key: string) => view.get(key) ?? null,
      setItem(key: string, value: string) {
        if (view.get(key) === value) return
        propagate((target) => target.set(key, value))
        notify(key, value)
      },
      removeItem(key: string) {
        if (limits.removeItemThrows) throwDenied()
        if (!view.has(key)) return
        propagate((target) => target.delete(key))
        notify(key, null)
      },
    } satisfies Storage
    const events: Tab['events'] = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
    const listenOn =
      <Args extends unknown[]>(listeners: Map<object, Listener<Args>>) =>
      (listener: Listener<Args>) => {
        listeners.set(self, (...args) => setTimeout(listener, 0, ...args))
        return () => listeners.delete(self)
      }
    return {
      events,
      fetch,
      newRequest: () => new XMLHttpRequest(),
      storage: limits.withoutStorage ? throwDenied : () => storage,
      channel: limits.withoutChannel
        ? undefined
        : {
            send: (value) => {
              for (const [tab, listener] of channelListeners) if (tab !== self) listener(structuredClone(value))
            },
            listen: listenOn(channelListeners),
          },
      onStorage: listenOn(storageListeners),
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
