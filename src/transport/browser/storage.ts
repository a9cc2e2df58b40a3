/** Local storage that never throws. What the browser refuses to store is held in memory for this tab. */
export interface SafeStorage {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
}

/** Keys of this client in local storage. */
export const KEYS = {
  /** The access token. */
  token: 'pairbot.access_token',
  /** Its expiry: Unix ms, decimal. */
  expiry: 'pairbot.access_expires',
  /** Its session: JSON {id, remembered}. The id is random and not secret. */
  session: 'pairbot.session',
  /** Last activity in any tab: Unix ms, decimal. */
  activity: 'pairbot.activity',
  /** Last message to the other tabs, for browsers without BroadcastChannel. */
  news: 'pairbot.news',
  /** The theme that the user chose. */
  theme: 'pairbot.theme',
  /** `on` if the inspector is enabled. */
  inspect: 'pairbot.inspect',
} as const

type StorageLike = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `open` may throw: some browsers refuse access to local storage. */
export function safeStorage(open: () => StorageLike): SafeStorage {
  const memory = new Map<string, string>()
  /** Keys for which memory is authoritative, because storage refused the last change. */
  const memoryOnly = new Set<string>()
  const attempt = <T>(work: (storage: StorageLike) => T): { readonly value: T } | undefined => {
    try {
      return { value: work(open()) }
    } catch {
      return undefined
    }
  }
  return {
    get(key) {
      if (memoryOnly.has(key)) return memory.get(key)
      const stored = attempt((storage) => storage.getItem(key))
      return stored ? (stored.value ?? undefined) : memory.get(key)
    },
    set(key, value) {
      memory.set(key, value)
      if (attempt((storage) => storage.setItem(key, value))) memoryOnly.delete(key)
      else memoryOnly.add(key)
    },
    remove(key) {
      memory.delete(key)
      if (attempt((storage) => storage.removeItem(key))) memoryOnly.delete(key)
      else {
        attempt((storage) => storage.setItem(key, ''))
        memoryOnly.add(key)
      }
    },
  }
}
