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
  /** Reads them again, and changes nothing if they are the same. */
  reloadIfChanged(): Promise<void>
  /** Notices files that have disappeared or come back. */
  checkFiles(): Promise<void>
}

export function createUsableModels({ loadActive, fileStore, scorer }: UsableModelsDeps): UsableModels {
  let active: readonly ModelRow[] = []
  let usable: readonly ModelRow[] = []
  const withFile = () => active.filter(({ id }) => fileStore.has(id))

  async function use(rows: readonly ModelRow[]): Promise<void> {
    active = rows
    usable = withFile()
    await scorer.setActive(usable)
  }

  return {
    reload: async () => use(await loadActive()),
    async reloadIfChanged() {
      const rows = await loadActive()
      const known = new Set(active.map(({ id }) => id))
      if (rows.length !== known.size || !rows.every(({ id }) => known.has(id))) await use(rows)
    },
    async checkFiles() {
      const found = withFile()
      if (found.length === usable.length && found.every((row, index) => row === usable[index])) return
      usable = found
      await scorer.setActive(usable)
    },
  }
}
