import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modelListReplySchema } from '#contract/models/model.ts'
import { UPLOAD_DEFAULTS, UPLOAD_FIELDS, uploadReplySchema } from '#contract/models/upload.ts'
import { DEFAULT_BASES, MODELS } from '#contract/paths.ts'
import { layDatabaseFiles } from '#test/rig/database.ts'

let dataDir: string
/** What the server has acknowledged, over all its lives. */
const acknowledged: string[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pairbot-kill-'))
  await layDatabaseFiles(dataDir)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function start(step = 'none') {
  const args = ['--import', 'tsx', 'test/rig/upload-server.ts', dataDir, step]
  const server = spawn('node', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'exit')
  const [address] = (await once(server.stdout, 'data')) as [Buffer]
  const base = `${address.toString().trim()}${DEFAULT_BASES.tdp}`
  const kill = async () => {
    server.kill('SIGKILL')
    await ended
  }
  return { base, ended, kill }
}

const headers = { authorization: 'Bearer x' }
const incoming = () => join(dataDir, 'models', 'incoming')

/** Half of a file, and then nothing more; the rest never comes. */
function halfABody(boundary: string): ReadableStream<Uint8Array> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  return new ReadableStream({
    start(controller) {
      controller.enqueue(
        bytes(`--${boundary}\r\nContent-Disposition: form-data; name="model_file"; filename="half.pkl"\r\n\r\n`),
      )
      controller.enqueue(new Uint8Array(2 ** 20))
    },
  })
}

function form(): FormData {
  const parts = new FormData()
  parts.set(UPLOAD_FIELDS.name, 'm')
  parts.set(UPLOAD_FIELDS.type, UPLOAD_DEFAULTS.type)
  parts.set(UPLOAD_FIELDS.timeframe, UPLOAD_DEFAULTS.timeframe)
  parts.set(UPLOAD_FIELDS.pair, UPLOAD_DEFAULTS.pair)
  parts.set(UPLOAD_FIELDS.exchange, UPLOAD_DEFAULTS.exchange)
  parts.set(UPLOAD_FIELDS.file, new Blob([Uint8Array.from([0x80, 0x04, 0x4e, 0x2e])]), 'm.pkl')
  return parts
}

async function upload(base: string): Promise<void> {
  const reply = await fetch(`${base}${MODELS.upload}`, { method: 'POST', headers, body: form() })
  acknowledged.push(uploadReplySchema.parse(await reply.json()).data.id)
}

/** After a start: rows and files agree, nothing is half, nothing acknowledged is missing. */
async function expectWhole(base: string): Promise<readonly string[]> {
  const reply = await fetch(`${base}${MODELS.list}`, { headers })
  const ids = modelListReplySchema.parse(await reply.json()).data.map(({ id }) => id)
  expect((await readdir(join(dataDir, 'models', 'files'))).toSorted()).toEqual(ids.toSorted())
  expect(await readdir(incoming())).toEqual([])
  expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([])
  return ids
}

describe('kill -9 during an upload', { timeout: 120_000 }, () => {
  it.each([
    ['arrived, not examined', 0],
    ['on the shelf, row not committed', 0],
    ['committed, not answered', 1],
  ])('[ML-62] %s: after the restart rows and files agree', async (step, kept) => {
    const before = await start()
    await upload(before.base)
    const had = (await expectWhole(before.base)).length
    await before.kill()

    const killed = await start(step)
    await expect(fetch(`${killed.base}${MODELS.upload}`, { method: 'POST', headers, body: form() })).rejects.toThrow()
    await killed.ended

    const after = await start()
    expect((await expectWhole(after.base)).length).toBe(had + kept)
    await after.kill()
  })

  it('[ML-62] BC-03 in the middle of the file', async () => {
    const server = await start()
    const had = await expectWhole(server.base)
    const init: RequestInit = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
      body: halfABody('b'),
    }
    // Node asks for it with a streamed body; the browsers' types do not know it.
    Reflect.set(init, 'duplex', 'half')
    const sending = fetch(`${server.base}${MODELS.upload}`, init).catch(() => 'cut')
    await expect
      .poll(async () => {
        const [name] = await readdir(incoming())
        return name === undefined ? 0 : (await stat(join(incoming(), name))).size
      })
      .toBeGreaterThan(2 ** 19)
    await server.kill()
    expect(await sending).toBe('cut')

    const after = await start()
    expect(await expectWhole(after.base)).toEqual(had)
    await after.kill()
  })

  it('[ML-62] a deletion that was not committed has deleted nothing', async () => {
    const server = await start('deletion not committed')
    const [id = ''] = await expectWhole(server.base)
    await expect(fetch(`${server.base}/api/models/${id}`, { method: 'DELETE', headers })).rejects.toThrow()
    await server.ended

    const after = await start()
    expect(await expectWhole(after.base)).toContain(id)
    await after.kill()
  })
})
