import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, hasPostgresql, startPostgresql } from '#test/support/server/postgresql.ts'
import { installForProduction, removeInstall, runToEnd } from '#test/support/server/production-install.ts'
import { ADMIN, ONE_PAIR, startServer } from '#test/support/server/server.ts'

const COMMANDS = ['backup', 'restore', 'people:add', 'audit:verify', 'candles:import', 'database:move']

describe.skipIf(!existsSync('dist/server/cli.js'))('pairbot in a production install', { timeout: 120_000 }, () => {
  let folder: string
  let dataDir: string
  beforeAll(async () => {
    folder = await installForProduction()
    dataDir = join(folder, 'data')
    const server = await startServer({ dataDir, folder, env: ONE_PAIR })
    await server.stop()
  }, 120_000)
  afterAll(() => removeInstall(folder))

  const env = () => ({ PAIRBOT_DATA_DIR: dataDir })
  const pairbot = (args: readonly string[], more: { env?: Record<string, string>; input?: string } = {}) =>
    runToEnd(process.execPath, ['dist/server/cli.js', ...args], { cwd: folder, env: env(), ...more })
  const npm = (args: readonly string[]) => runToEnd('npm', ['run', '--silent', ...args], { cwd: folder, env: env() })

  it('[DP-5] has neither a compiler nor sources', () => {
    for (const path of ['node_modules/tsx', 'node_modules/vite', 'server/cli.ts', 'contract'])
      expect(existsSync(join(folder, path)), path).toBe(false)
  })

  it('[DP-5] lists its commands, and each its options', async () => {
    const { code, stdout } = await pairbot(['--help'])
    expect(code).toBe(0)
    for (const command of COMMANDS) {
      expect(stdout).toContain(`\n  ${command} `)
      expect(await pairbot([command, '--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining(command) })
    }
  })

  it.each([
    [[], 'COMMAND is missing\nSee pairbot --help\n'],
    [['constructor'], "There is no command 'constructor'\nSee pairbot --help\n"],
    [['backup', '--to', 'x'], "Unknown option '--to'\nSee pairbot backup --help\n"],
    [['backup', 'a', 'b'], "Unexpected argument 'b'\nSee pairbot backup --help\n"],
    [['restore'], 'FOLDER is missing\nSee pairbot restore --help\n'],
    [['people:add'], '--email ADDRESS is missing\nSee pairbot people:add --help\n'],
    [
      ['people:add', '--email', 'a@example.org', '--role', 'Owner'],
      '--role: Owner is none of Viewer, Trader, Admin\nSee pairbot people:add --help\n',
    ],
    [
      ['candles:import', 'x.csv', '--source', 'A B'],
      '--source NAME: must have lower-case letters, digits and - only\nSee pairbot candles:import --help\n',
    ],
  ])('[DP-5] says in words that %j is called wrongly', async (args, stderr) => {
    expect(await pairbot(args)).toEqual({ code: 2, stdout: '', stderr })
  })

  it('[DP-5] says in one line why a command failed', async () => {
    const missing = { PAIRBOT_DATA_DIR: join(folder, 'nothing') }
    const stderr = `There is no database in ${missing.PAIRBOT_DATA_DIR}\n`
    for (const command of ['backup', 'audit:verify'])
      expect(await pairbot([command], { env: missing })).toEqual({ code: 1, stdout: '', stderr })
    expect(await pairbot(['database:move'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^DATABASE_URL: .+\n$/),
    })
    expect(await pairbot(['backup'], { env: { PAIRBOT_COLOUR: '1' } })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^[^\n]*PAIRBOT_COLOUR[^\n]*\n$/),
    })
  })

  it('[DP-5] [PE-90] [AU-2] adds an account, and verifies the audit log', async () => {
    const added = await npm(['people:add', '--', '--email', 'ada@example.org'])
    expect(added).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Added ada@example.org as Viewer\nPassword: /),
    })
    const given = ['people:add', '--email', 'bob@example.org', '--role', 'Trader', '--password-stdin']
    const input = 'Correct-horse-8\n'
    expect(await pairbot(given, { input })).toMatchObject({ code: 0, stdout: 'Added bob@example.org as Trader\n' })
    expect((await npm(['audit:verify'])).stdout).toMatch(/^The audit log is intact: \d+ entries, head /)
    expect(await pairbot(['audit:verify', 'f'.repeat(64)])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The audit log is broken'),
    })
  })

  it('[DP-5] [BT-41] imports candles, and goes on after a file that it refuses', async () => {
    const files = ['XBTUSD_1.csv', 'NOPAIR_1.csv'].map((name) => join(folder, name))
    const rows = Array.from({ length: 3 }, (_, n) => `${1_546_300_800 + 60 * n},1,1,1,1,1,1`).join('\n')
    for (const file of files) await writeFile(file, `${rows}\n`)
    const { code, stdout, stderr } = await pairbot(['candles:import', '--source', 'kraken', ...files.toReversed()])
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^NOPAIR_1\.csv: /)])
    expect(stdout).toContain('XBTUSD_1.csv: 3 minutes (3 new)')
  })

  it('[DP-5] [BU-2] backs up a running server, and restores it to another directory', async () => {
    const backup = join(folder, 'monday')
    const server = await startServer({ dataDir, folder, env: ONE_PAIR })
    expect(await npm(['backup', '--', backup])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Backed up \d+ /),
    })
    expect(await server.stop()).toBe(0)
    const elsewhere = { PAIRBOT_DATA_DIR: join(folder, 'elsewhere') }
    await mkdir(elsewhere.PAIRBOT_DATA_DIR)
    const restored = await pairbot(['restore', backup], { env: elsewhere })
    expect(restored).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Restored \d+ files of the backup of 20/),
    })
    expect(await pairbot(['restore', backup], { env: elsewhere })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--replace'),
    })
    const second = await startServer({ dataDir: elsewhere.PAIRBOT_DATA_DIR, folder, env: ONE_PAIR })
    const body = JSON.stringify(ADMIN)
    const headers = { 'content-type': 'application/json' }
    const signedIn = await fetch(`${second.origin}/api/identity/auth/login`, { method: 'POST', headers, body })
    expect(signedIn.status).toBe(200)
    await second.stop()
  })

  it.skipIf(!hasPostgresql())('[DP-5] [DU-40] moves the database to PostgreSQL', async () => {
    await using server = await startPostgresql()
    await using target = await createDatabase(server.url)
    const moved = await pairbot(['database:move'], { env: { ...env(), DATABASE_URL: target.url } })
    expect(moved).toMatchObject({ code: 0, stdout: expect.stringContaining('\nMoved. ') })
  })
})
