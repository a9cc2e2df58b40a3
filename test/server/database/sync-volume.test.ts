import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { syncVolume } from '#server/database/sync-volume.ts'

it.skipIf(process.platform !== 'linux').each([
  ['was synced', ['true'], true],
  ['could not be synced', ['false'], false],
  ['cannot be synced here', ['no-such-command'], false],
  ['takes too long', ['sh', '-c', 'sleep 0.5'], false],
])('[DU-18] says whether the volume was synced: it %s', async (_, command, isSynced) => {
  const patienceMs = command.length > 1 ? 20 : 20_000
  expect(await syncVolume(tmpdir(), { command, patienceMs })).toBe(isSynced)
})

it.skipIf(process.platform !== 'linux')(
  '[DU-18] does not trust a file system that may not store what it syncs',
  async () => {
    expect(await syncVolume('/proc', { command: ['true'] })).toBe(false)
  },
)
