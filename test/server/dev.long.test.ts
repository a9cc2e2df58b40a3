import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createDatabaseFiles } from '#test/support/server/database.ts'
import { ADMIN } from '#test/support/server/identity.ts'

let dataDir: string
let child: ChildProcess | undefined
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pairbot-dev-'))
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs what `npm run dev` watches, until it ends or has said `awaited`. */
function develop(env: Record<string, string>, awaited: string) {
  const started = spawn(process.execPath, ['--import', 'tsx', 'server/dev.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      PAIRBOT_DATA_DIR: dataDir,
      PAIRBOT_MARKET: 'simulated',
      PAIRBOT_ADMIN_EMAIL: ADMIN.email,
      PAIRBOT_ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
  })
  child = started
  let output = ''
  const ended = new Promise<number | null>((done) => started.on('exit', done))
  const said = new Promise<void>((done) => {
    const take = (bytes: Buffer) => {
      output += bytes.toString()
      if (output.includes(awaited)) done()
    }
    started.stdout.on('data', take)
    started.stderr.on('data', take)
  })
  return { output: () => output, ended, received: () => Promise.race([said, ended]), process: started }
}

const opened = (url: string, protocol?: string) =>
  new Promise<string>((done) => {
    const socket = new WebSocket(url, protocol)
    socket.on('open', () => protocol === undefined || (done('open'), socket.terminate()))
    socket.on('close', (code) => done(`closed ${code}`))
    socket.on('error', (error) => done(error.message))
  })

describe('npm run dev', () => {
  it('[OP-2] prints in one line why it cannot start', async () => {
    const dev = develop({ PAIRBOT_REPLAY_SPEED: 'fast' }, '\n')
    expect(await dev.ended).toBe(1)
    expect(dev.output()).toBe('Pairbot cannot start: PAIRBOT_REPLAY_SPEED: must be a number (it is "fast")\n')
  })

  it('[OP-5] serves pages from their sources, services, sockets and hot reload on one port, and stops on a signal', async () => {
    await createDatabaseFiles(dataDir)
    const dev = develop({}, 'Pairbot is ready')
    await dev.received()
    const [, host] = /ready: http:\/\/(\S+) · market: Simulated · sign in as \S+ · development/.exec(dev.output()) ?? []
    expect(host, dev.output()).toBeDefined()
    const get = async (path: string) => {
      const reply = await fetch(`http://${host}${path}`, { headers: { accept: 'text/html' } })
      return { type: reply.headers.get('content-type')?.split(';')[0], text: await reply.text() }
    }
    const page = await get('/signin')
    expect(page.type).toBe('text/html')
    expect(page.text).toContain('/src/main.tsx')
    expect(await get('/src/main.tsx')).toMatchObject({ type: 'text/javascript' })
    expect(JSON.parse((await get('/health')).text)).toMatchObject({ status: 'healthy' })
    expect(JSON.parse((await get('/api/identity/auth/me')).text)).toMatchObject({ success: false })
    expect(await opened(`ws://${host}/ws/tdp`)).toBe('closed 4401')
    expect(await opened(`ws://${host}/`, 'vite-ping')).toBe('open')
    // As Ctrl+C does. (On SIGTERM the compiler of styles ends the process by itself.)
    dev.process.kill('SIGINT')
    expect(await dev.ended).toBe(0)
  }, 60_000)
})
