import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cleanEnvironment, makeEmptyDir, removeDataDir } from '#test/support/server/server.ts'

const ABSENT = 'postgres://nobody@127.0.0.1:21399/none'
const LISTENS = /^(?=.*"status":"error")(?=.*"status":"unavailable")/

/** Starts the built server; resolves with its output and exit code when `isDone` holds or it has ended. */
async function outputOf(env: Record<string, string>, isDone: (output: string, port: string) => Promise<boolean>) {
  const dataDir = await makeEmptyDir()
  const port = String(20_000 + (process.pid % 10_000))
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...cleanEnvironment(), PORT: port, PAIRBOT_DATA_DIR: dataDir, PAIRBOT_MARKET: 'simulated', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const ended = new Promise<number | null>((done) => child.on('exit', done))
  try {
    await expect
      .poll(async () => child.exitCode !== null || (await isDone(output, port)), { timeout: 30_000, interval: 100 })
      .toBe(true)
    if (child.exitCode === null) child.kill('SIGTERM')
    return { output, code: await ended }
  } finally {
    child.kill('SIGKILL')
    await removeDataDir(dataDir)
  }
}

const healthAt = (port: string) =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    (response) => response.text(),
    () => '',
  )

describe.skipIf(!existsSync('dist/server/main.js'))('a start', { timeout: 60_000 }, () => {
  it('[DU-20] the first one, without its database, listens, says why in one line, and ends when told to', async () => {
    const { output, code } = await outputOf(
      { DATABASE_URL: ABSENT },
      async (text, port) => text.includes('The database does not respond') && LISTENS.test(await healthAt(port)),
    )
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(output).toContain('The database does not respond (connect ECONNREFUSED 127.0.0.1:21399): check DATABASE_URL')
    expect(code).toBe(0)
  })
})
