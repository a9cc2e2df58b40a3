import * as z from 'zod/mini'
import { MODEL_LIMITS } from '#contract/limits.ts'
import type { ModelRow } from '../registry/rows.ts'
import { rowSchema } from './protocol.ts'
import type { JobRunner } from './job-runner.ts'
import type { FileStore } from '#server/models/file-store/file-store.ts'
import type { Scorer } from './scorer.ts'

type ModelFile = Pick<ModelRow, 'id' | 'sha256'>

/** The models loaded in the thread. A timeout ends the thread; models are then reloaded on demand. */
export interface LoadedModels {
  /** Rejects with `JobFailed`. */
  score(model: ModelFile, vector: Float32Array): Promise<readonly number[]>
  unload(id: string): Promise<void>
}

export interface LoadLimits {
  readonly loadMs: number
  readonly runMs: number
}

export function createLoadedModels(
  runner: JobRunner,
  pathOf: (id: string) => string,
  limits: LoadLimits = { loadMs: MODEL_LIMITS.examineMs, runMs: MODEL_LIMITS.runMs },
): LoadedModels {
  const loaded = new Set<string>()
  let generation = runner.generation()

  async function ensureLoaded({ id, sha256 }: ModelFile): Promise<void> {
    if (generation !== runner.generation()) {
      generation = runner.generation()
      loaded.clear()
    }
    if (loaded.has(id)) return
    const file = { path: pathOf(id), sha256: Buffer.from(sha256).toString('hex') }
    await runner.run({ kind: 'load', id, ...file }, z.null(), limits.loadMs)
    loaded.add(id)
  }

  return {
    async score(model, vector) {
      await ensureLoaded(model)
      return runner.run({ kind: 'score', id: model.id, vector }, rowSchema, limits.runMs)
    },
    async unload(id) {
      if (!loaded.delete(id) || generation !== runner.generation()) return
      await runner.run({ kind: 'unload', id }, z.null(), limits.loadMs)
    },
  }
}

interface UsableModelsDeps {
  readonly loadActive: () => Promise<readonly ModelRow[]>
  /** Gets files that other processes have; what cannot be had stays missing. */
  readonly fetchMissing: (rows: readonly ModelRow[]) => Promise<void>
  readonly fileStore: Pick<FileStore, 'has'>
  readonly scorer: Pick<Scorer, 'setActive'>
}

/** Keeps the scorer to the active models whose file is there. */
interface UsableModels {
  /** Reads the active models again, after a change. */
  reload(): Promise<void>
  /** Reads them again, and changes nothing if they are the same. */
  reloadIfChanged(): Promise<void>
  /** Notices files that have disappeared or come back. */
  checkFiles(): Promise<void>
}

export function createUsableModels({ loadActive, fetchMissing, fileStore, scorer }: UsableModelsDeps): UsableModels {
  let active: readonly ModelRow[] = []
  let usable: readonly ModelRow[] = []
  const withFile = () => active.filter(({ id }) => fileStore.has(id))

  async function use(rows: readonly ModelRow[]): Promise<void> {
    await fetchMissing(rows)
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
