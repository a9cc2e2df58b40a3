import { safeStorage } from './storage.ts'

const KEY = 'pairbot.page'

/** The id of this page: the same after a reload, another in a tab that is new or was duplicated. */
export function pageIdOf(newId: () => string): string {
  const storage = safeStorage(() => sessionStorage)
  const isReload = performance.getEntriesByType('navigation').some((load) => 'type' in load && load.type === 'reload')
  const id = (isReload && storage.get(KEY)) || newId()
  storage.set(KEY, id)
  return id
}
