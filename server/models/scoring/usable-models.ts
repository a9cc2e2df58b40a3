import type { FileStore } from '../file-store/file-store.ts'
import type { ModelRow } from '../registry/rows.ts'
import type { Scorer } from './scorer.ts'

export interface UsableModelsDeps {
  readonly loadActive: () => Promise<readonly ModelRow[]>
  readonly fileStore: Pick<FileStore, 'has'>
  readonly scorer: Pick<Scorer, 'setActive'>
}

/** Keeps the scorer to the active models whose file is there. */
export interface UsableModels {
  /** Reads the active models again, after a change. */
  reload(): Promise<void>
  /** Notices files that have disappeared or come back. */
  checkFiles(): Promise<void>
}

export function createUsableModels({ loadActive, fileStore, scorer }: UsableModelsDeps): UsableModels {
  let active: readonly ModelRow[] = []
  let usable: readonly ModelRow[] = []
  const withFile = () => active.filter(({ id }) => fileStore.has(id))

  return {
    async reload() {
      active = await loadActive()
      usable = withFile()
      await scorer.setActive(usable)
    },
    async checkFiles() {
      const found = withFile()
      if (found.length === usable.length && found.every((row, index) => row === usable[index])) return
      usable = found
      await scorer.setActive(usable)
    },
  }
}
