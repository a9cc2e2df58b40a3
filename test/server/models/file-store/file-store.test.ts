import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFileStore, type FileStore, reconcile } from '#server/models/file-store/file-store.ts'

let dataDir: string
let store: FileStore
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pairbot-files-'))
  store = await openFileStore(dataDir)
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const put = (id: string, text = id) => writeFile(store.pathOf(id), text)
const named = (...ids: string[]) => ids.map((id) => ({ id, name: `Model ${id}` }))
const missingOf = (id: string) =>
  `The file of the model "Model ${id}" is missing. Restore it to models/files in the data directory, or delete the model.`

describe('the files of models', () => {
  it('[ML-60] are in folders that only the owner can open, made once', async () => {
    const folders = ['models', 'models/files', 'models/incoming']
    const modes = await Promise.all(folders.map(async (name) => (await stat(join(dataDir, name))).mode & 0o777))
    expect(modes).toEqual([0o700, 0o700, 0o700])
    await put('a')
    const again = await openFileStore(dataDir)
    expect(await again.ids()).toEqual(['a'])
  })

  it('[ML-60] come in under a new name each, and move into the store', async () => {
    const [first, second] = [store.incoming(), store.incoming()]
    expect(first).not.toBe(second)
    expect(relative(dataDir, first)).toMatch(/^models\/incoming\/[0-9a-f-]{36}$/)
    await writeFile(first, 'bytes')
    expect(store.has('a')).toBe(false)
    await store.put(first, 'a')
    expect([store.has('a'), existsSync(first), await store.ids()]).toEqual([true, false, ['a']])
    expect(relative(dataDir, store.pathOf('a'))).toBe('models/files/a')
    expect(await readFile(store.pathOf('a'), 'utf8')).toBe('bytes')
  })

  it('[ML-17] are removed, also when they are not there', async () => {
    await put('a')
    await store.remove('a')
    await store.remove('a')
    expect([store.has('a'), await store.ids()]).toEqual([false, []])
  })

  it('[ML-60] that are unfinished are cleared, folders too, and counted', async () => {
    await writeFile(store.incoming(), 'half')
    await mkdir(join(store.incoming(), 'deep'), { recursive: true })
    expect(await store.clearIncoming()).toBe(2)
    expect(await store.clearIncoming()).toBe(0)
    expect(await readdir(join(dataDir, 'models', 'incoming'))).toEqual([])
  })
})

describe('reconciling after a start', () => {
  it('[ML-60] removes unfinished uploads and files without a model, and keeps the others', async () => {
    for (const id of ['a', 'b', 'c']) await put(id)
    await writeFile(store.incoming(), 'half')
    expect(await reconcile(named('a', 'b'), store)).toEqual([])
    expect((await store.ids()).toSorted()).toEqual(['a', 'b'])
    expect(await readdir(join(dataDir, 'models', 'incoming'))).toEqual([])
  })

  it('[ML-61] with files but no models changes nothing, unless it is a single one', async () => {
    await put('a')
    await put('b')
    expect(await reconcile([], store)).toEqual([
      '2 model files in the data directory are unknown to this database: they were not changed.',
    ])
    expect(await store.ids()).toHaveLength(2)
    await store.remove('b')
    expect(await reconcile([], store)).toEqual([])
    expect(await store.ids()).toEqual([])
  })

  it('[ML-66] names up to three models without a file, and counts more', async () => {
    await put('a')
    expect(await reconcile(named('a', 'b', 'c', 'd'), store)).toEqual(['b', 'c', 'd'].map(missingOf))
    expect(await reconcile(named('a', 'b', 'c', 'd', 'e'), store)).toEqual([
      'The files of 4 models are missing. Restore them to models/files in the data directory, or delete the models.',
    ])
    expect(await store.ids()).toEqual(['a'])
  })
})
