import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadSigningKeys } from '#server/identity/signing-keys.ts'

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'signing-keys-'))))
afterEach(() => rm(folder, { recursive: true }))

const withoutUsers = async () => false

describe('two processes that first start on one directory', () => {
  it('[ID-90] have one set of signing keys: the second ends, and has those of the first when it starts again', async () => {
    const path = join(folder, 'signing-keys.json')
    const [first, second] = await Promise.all([loadSigningKeys(path), loadSigningKeys(path)])
    await first.confirm(withoutUsers)
    const stored = await readFile(path, 'utf8')
    await expect(second.confirm(withoutUsers)).rejects.toThrow(
      `Another process has just created the signing keys ${path}. Start again to use them.`,
    )
    expect(await readFile(path, 'utf8')).toBe(stored)
    expect(await readdir(folder)).toEqual(['signing-keys.json'])
    const again = await loadSigningKeys(path)
    expect(again.keys.map(({ kid }) => kid)).toEqual(first.keys.map(({ kid }) => kid))
  })
})
