import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp } from '#server/backup/backup.ts'
import { describeFiles, manifestOf, PARTS } from '#server/backup/manifest.ts'
import { restore } from '#server/backup/restore.ts'
import { requestBackup, serveBackups } from '#server/backup/socket.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { createDatabaseFiles } from '#test/support/server/database.ts'

const now = () => Date.UTC(2026, 0, 5, 8)

let root: string
/** A data directory that no server uses, and a backup of it. */
let dataDir: string
let backup: string
const backUpTo = (target: string) => backUp({ dataDir, target, now, whileUnchanged: (copy) => copy() })

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pairbot-backup-faults-'))
  dataDir = join(root, 'data')
  await mkdir(join(dataDir, 'models', 'files'), { recursive: true })
  await createDatabaseFiles(dataDir)
  await writeFile(join(dataDir, 'database.synced'), 'yes')
  await writeFile(join(dataDir, 'signing-keys.json'), '{"keys":[]}')
  await writeFile(join(dataDir, 'models', 'files', 'model-1'), 'one')
  backup = join(root, 'backup')
  await backUpTo(backup)
}, 60_000)
afterAll(() => rm(root, { recursive: true, force: true }))

/** A volume of its own of so many MiB; only root may make one. */
function mountVolume(name: string, mib: number): { readonly path: string; readonly unmount: () => void } | undefined {
  const path = join(root, name)
  spawnSync('mkdir', ['-p', path])
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', path]).status !== 0) return undefined
  return { path, unmount: () => void spawnSync('umount', ['-l', path]) }
}

describe('making a backup', { timeout: 60_000 }, () => {
  it('[BU-5] BC-33 to a volume that becomes full fails in one line and leaves nothing behind', async (context) => {
    const volume = mountVolume('small', 4)
    if (!volume) return context.skip('only root can mount a volume')
    try {
      const target = join(volume.path, 'monday')
      await expect(backUpTo(target)).rejects.toThrow(`The volume of ${target} is full: nothing was left there.`)
      expect(await readdir(volume.path)).toEqual([])
    } finally {
      volume.unmount()
    }
  })

  it('[BU-5] BC-34 over the remains of one whose process was killed works, and those cannot be restored', async () => {
    const target = join(root, 'again')
    await mkdir(join(`${target}.partial`, 'models'), { recursive: true })
    await writeFile(join(`${target}.partial`, 'models', 'half'), 'ha')
    const attempt = restore({ source: `${target}.partial`, dataDir: join(root, 'none'), replace: false, now })
    await expect(attempt).rejects.toThrow('is not a complete backup: it has no backup.json.')
    await backUpTo(target)
    expect((await readdir(target)).toSorted()).toEqual(['backup.json', ...PARTS].toSorted())
    expect(existsSync(`${target}.partial`)).toBe(false)
  })

  it('[BU-2] BC-34 is reported as failed when the server ends before it answers', async () => {
    const directory = join(root, 'ended')
    await mkdir(directory)
    const server = createServer((socket) => socket.on('data', () => socket.destroy()))
    server.listen(join(directory, 'backup.sock'))
    await once(server, 'listening')
    await expect(requestBackup(directory, join(root, 'never'))).rejects.toThrow(/ended before|ECONNRESET/)
    server.close()
  })

  it.each(['', 'models', 'models/files/x'])(
    '[BU-5] BC-35 in the data directory (%j) is refused before anything is written',
    async (folder) => {
      const target = join(dataDir, folder, 'backup')
      const before = await readdir(dataDir, { recursive: true })
      await expect(backUpTo(target)).rejects.toThrow(`${target} is in the data directory: a backup goes to another`)
      expect(await readdir(dataDir, { recursive: true })).toEqual(before)
    },
  )

  it('[BU-5] BC-35 beside a data directory whose name begins alike is allowed', async () => {
    await backUpTo(`${dataDir}-backup`)
    expect(existsSync(manifestOf(`${dataDir}-backup`))).toBe(true)
  })

  it('[BU-2] BC-37 clients that say nothing, rubbish, or leave do not keep others waiting, nor the server from stopping', async () => {
    const directory = join(root, 'served')
    await mkdir(directory)
    const made: string[] = []
    const stop = await serveBackups(directory, async (target) => {
      made.push(target)
      return { files: 1, bytes: 2 }
    })
    const path = join(directory, 'backup.sock')
    const silent = connect(path)
    const leaving = connect(path)
    await Promise.all([once(silent, 'connect'), once(leaving, 'connect')])
    leaving.end('{"targ')
    for (const rubbish of ['{}\n', 'null\n', '\n', '{"target":""}\n', 'x'.repeat(9_000)]) {
      const client = connect(path)
      client.write(rubbish)
      const [answer] = await once(client, 'data')
      expect(JSON.parse(String(answer))).toMatchObject({ ok: false })
      client.destroy()
    }
    expect(await requestBackup(directory, '/a')).toEqual({ ok: true, files: 1, bytes: 2 })
    expect(made).toEqual(['/a'])
    const began = performance.now()
    await stop()
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(await requestBackup(directory, '/b')).toBeUndefined()
  })
})

describe('restoring a backup', { timeout: 120_000 }, () => {
  it.each(['file', 'folder'])('[BU-3] BC-36 with a symbolic link to a %s is refused', async (kind) => {
    const source = join(root, `linked-${kind}`)
    await cp(backup, source, { recursive: true })
    await symlink(kind === 'file' ? '/etc/passwd' : '/etc', join(source, 'models', 'files', 'link'))
    const target = join(root, `from-${kind}`)
    await expect(restore({ source, dataDir: target, replace: false, now })).rejects.toThrow(
      `The backup ${source} is damaged: link is neither a file nor a folder.`,
    )
    expect(existsSync(target)).toBe(false)
  })

  it('[BU-3] a link is not described as a file either', async () => {
    const folder = join(root, 'with-link')
    await mkdir(folder)
    await symlink('/etc/passwd', join(folder, 'link'))
    await expect(describeFiles(folder, new Date(0))).rejects.toThrow('link is neither a file nor a folder')
  })

  it('[BU-4] BC-38 to a volume without room for it changes nothing', async (context) => {
    const volume = mountVolume('target', 8)
    if (!volume) return context.skip('only root can mount a volume')
    try {
      await expect(restore({ source: backup, dataDir: volume.path, replace: true, now })).rejects.toThrow(
        /has [78] MiB free, and the backup needs \d+ MiB\.$/,
      )
      expect((await readdir(volume.path)).filter((name) => name !== 'lock')).toEqual([])
    } finally {
      volume.unmount()
    }
  })

  it.each([0, 2, PARTS.length])(
    '[BU-4] BC-39 killed after %i parts were in place: the server does not start until it is repeated, which works',
    async (placed) => {
      const target = join(root, `killed-${placed}`)
      await restore({ source: backup, dataDir: target, replace: false, now })
      const restoring = join(target, 'restoring')
      await mkdir(restoring)
      for (const part of PARTS.slice(placed)) await rename(join(target, part), join(restoring, part))
      await expect(openEmbedded(target)).rejects.toThrow('cannot be used: a restore was interrupted.')

      await restore({ source: backup, dataDir: target, replace: true, now })
      expect(existsSync(restoring)).toBe(false)
      await (await openEmbedded(target)).close()
    },
  )
})
