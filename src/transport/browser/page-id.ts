import { safeStorage } from './storage.ts'

const KEY = 'pairbot.page'

/** The id of this page: the same after a reload, another in a tab that is new or was duplicated. */
export function pageIdOf(newId: () => string): string {
  const storage = safeStorage(() => sessionStorage)
  const [navigation] = performance.getEntriesByType('navigation')
  const isReload = navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload'
  const id = (isReload && storage.get(KEY)) || newId()
  storage.set(KEY, id)
  return id
}
