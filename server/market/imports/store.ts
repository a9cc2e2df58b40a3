import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { candleImportSchema, type CandleImport } from '#contract/candle-imports.ts'
import { CANDLE_IMPORT } from '#contract/limits.ts'
import { writeWhole } from '../library/manifest.ts'

/** An import as it is stored. Its progress is that of the latest change of its status. */
export type StoredImport = CandleImport

const ENDINGS = { state: '.json', content: '.upload', incoming: '.part' } as const

/** Imports and their uploaded files, in a folder: what a process that died has left is found there by the next one. */
export interface ImportStore {
  /** Reads the folder, and removes uploads that did not arrive completely. Call it once, first. */
  load(): Promise<void>
  /** Newest first. */
  list(): readonly StoredImport[]
  find(id: string): StoredImport | undefined
  /** Stores an import or a change of it, in one step. */
  save(stored: StoredImport): Promise<void>
  /** Where an upload is written, and where it is once it is complete. */
  incoming(id: string): string
  content(id: string): string
  removeContent(id: string): Promise<void>
}

export const isOpenImport = ({ status }: Pick<StoredImport, 'status'>): boolean =>
  status === 'queued' || status === 'running' || status === 'paused'

async function readState(path: string): Promise<StoredImport | undefined> {
  try {
    return z.parse(candleImportSchema, JSON.parse(await readFile(path, 'utf8')))
  } catch {
    // Of a newer version, or damaged: its upload is removed with it, since nothing says what it was.
    return undefined
  }
}

export function createImportStore(folder: string): ImportStore {
  const imports = new Map<string, StoredImport>()
  /** One write after the other, since those of an import share a temporary file. */
  let saving: Promise<unknown> = Promise.resolve()
  const path = (id: string, kind: keyof typeof ENDINGS) => join(folder, `${id}${ENDINGS[kind]}`)
  const remove = (id: string, kind: keyof typeof ENDINGS) => rm(path(id, kind), { force: true })
  const list = () => [...imports.values()].toSorted((a, b) => b.created_at - a.created_at)

  async function dropOldest(): Promise<void> {
    const ended = list().filter((each) => !isOpenImport(each))
    for (const { id } of ended.slice(CANDLE_IMPORT.maxEnded)) {
      imports.delete(id)
      await remove(id, 'state')
    }
  }

  async function write(stored: StoredImport): Promise<void> {
    await writeWhole(path(stored.id, 'state'), JSON.stringify(stored))
    await dropOldest()
  }

  return {
    list,
    find: (id) => imports.get(id),
    incoming: (id) => path(id, 'incoming'),
    content: (id) => path(id, 'content'),
    removeContent: (id) => remove(id, 'content'),

    async load() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      for (const name of await readdir(folder)) {
        const stored = name.endsWith(ENDINGS.state) ? await readState(join(folder, name)) : undefined
        if (stored) imports.set(stored.id, stored)
      }
      const open = new Set(
        list()
          .filter(isOpenImport)
          .map(({ id }) => id),
      )
      for (const name of await readdir(folder)) {
        const isNeeded = imports.has(name.replace(ENDINGS.state, '')) || open.has(name.replace(ENDINGS.content, ''))
        if (!isNeeded) await rm(join(folder, name), { force: true })
      }
    },

    save(stored) {
      imports.set(stored.id, stored)
      const saved = saving.then(() => write(stored))
      saving = saved.catch(() => undefined)
      return saved
    },
  }
}
