import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { MODEL_LIMITS } from '#contract/limits.ts'
import * as MODELS from '#contract/endpoints/models.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import type { Database } from '#server/database/database.ts'
import { RESERVE_BYTES } from '#server/database/disk-space.ts'
import { Unavailable } from '#server/database/errors.ts'
import { models } from '#server/database/schema/models.ts'
import { emptyDatabase, testDatabase } from '#test/support/server/database.ts'
import { formOf, startTestModels, uploadParts, type TestModels } from '#test/support/server/models.ts'
import { receive } from '#server/models/upload/parts.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() => emptyDatabase(database))

const MIB = 2 ** 20
/** A pickle of one long text: 4 MiB. */
const LARGE = Buffer.concat([
  Buffer.from([0x80, 0x04, 0x58, 0x00, 0x00, 0x40, 0x00]),
  Buffer.alloc(4 * MIB, 'x'),
  Buffer.from([0x2e]),
])

/** Writes a request by hand; gives what came back until the connection closed, or `endAfterMs` passed. */
async function raw(
  harness: TestModels,
  head: Readonly<Record<string, string | number>>,
  body: readonly Buffer[],
  end = true,
) {
  if (!harness.app.server.listening) await harness.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = harness.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes.toString()
  })
  const closed = new Promise<void>((done) => socket.on('close', () => done()))
  socket.on('error', () => undefined)
  socket.write(
    `POST ${DEFAULT_BASES.tdp}${MODELS.upload.path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer tom\r\n${Object.entries(
      head,
    )
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  )
  for (const bytes of body) {
    await new Promise<void>((done) => socket.write(bytes, () => done()))
  }
  if (end) socket.destroy()
  return { socket, closed, answer: () => answer }
}

const descriptors = () => readdirSync('/proc/self/fd').length
const expectNothing = async (harness: TestModels) => {
  await vi.waitFor(async () => expect(await harness.files()).toEqual({ files: [], incoming: [] }), 5_000)
  expect(await database.db.select().from(models)).toEqual([])
}

describe('an interrupted upload', () => {
  it.each([0.01, 0.5, 0.999])(
    '[ML-62] BC-04 interrupted at %f leaves no file, no row and no open file',
    async (share) => {
      const harness = await startTestModels({ database })
      const { payload, headers } = formOf(uploadParts(LARGE, 'm.pkl'))
      await harness.upload('tom', [['model_name', 'x']])
      const before = descriptors()
      const head = { ...headers, 'content-length': payload.length }
      const { closed } = await raw(harness, head, [payload.subarray(0, Math.floor(payload.length * share))])
      await closed

      await expectNothing(harness)
      await vi.waitFor(() => expect(descriptors()).toBeLessThanOrEqual(before + 1), 5_000)
      // The sender may try again at once.
      expect((await harness.upload('tom', uploadParts(LARGE, 'm.pkl'))).status).toBe(201)
    },
  )

  it('[ML-62] interrupted in the last boundary, after the last byte of the file', async () => {
    const harness = await startTestModels({ database })
    const { payload, headers } = formOf(uploadParts(LARGE, 'm.pkl'))
    const { closed } = await raw(harness, { ...headers, 'content-length': payload.length }, [payload.subarray(0, -4)])
    await closed
    await expectNothing(harness)
  })

  it('[ML-62] [ML-65] BC-05 with an unknown commit result keeps file and row; without a commit it keeps neither', async () => {
    const harness = await startTestModels({ database })
    const answers: number[] = []
    const commit: Database['transaction'] = database.transaction.bind(database)
    const lost = new Unavailable('The database did not respond in time. Please try again.')
    const failing = vi.spyOn(database, 'transaction')
    failing.mockImplementationOnce(async (tx) => {
      await commit(tx)
      throw lost
    })
    answers.push((await harness.upload('tom', uploadParts(LARGE, 'kept.pkl'))).status)
    failing.mockRejectedValueOnce(lost)
    answers.push((await harness.upload('tom', uploadParts(LARGE, 'gone.pkl'))).status)
    failing.mockRestore()

    const rows = await database.db.select().from(models)
    expect([answers, rows.map(({ name }) => name)]).toEqual([[503, 503], ['kept']])
    expect(await harness.files()).toEqual({ files: rows.map(({ id }) => id), incoming: [] })
  })

  it('[ML-63] AB-18 declared as too large is a 413 before the first byte', async () => {
    const harness = await startTestModels({ database })
    const { headers } = formOf([])
    const { closed, answer } = await raw(harness, { ...headers, 'content-length': 200 * MIB }, [], false)
    await closed
    expect(answer()).toMatch(/^HTTP\/1\.1 413/)
    expect(answer()).toContain('The model file is larger than 100 MiB.')
    await expectNothing(harness)
  })

  it(
    '[ML-63] AB-18 an endless body is a 413 at the limit, and the connection is closed',
    { timeout: 60_000 },
    async () => {
      const harness = await startTestModels({ database })
      const { payload, headers } = formOf(uploadParts(Buffer.alloc(0), 'm.pkl'))
      const start = payload.subarray(0, payload.lastIndexOf('\r\n--'))
      const chunk = (bytes: Buffer) =>
        Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
      const piece = chunk(Buffer.alloc(4 * MIB, 'x'))
      const pieces = [chunk(start), ...Array.from({ length: 27 }, () => piece)]
      const { closed, answer } = await raw(harness, { ...headers, 'transfer-encoding': 'chunked' }, pieces, false)
      await closed
      // The refusal may be lost with the connection, which is closed on a sender that goes on.
      expect(answer() === '' || answer().startsWith('HTTP/1.1 413')).toBe(true)
      await expectNothing(harness)
    },
  )

  it('[ML-63] a body shorter than declared is not an upload', async () => {
    const harness = await startTestModels({ database })
    const { payload, headers } = formOf(uploadParts(LARGE.subarray(0, 100), 'm.pkl'))
    const { closed } = await raw(harness, { ...headers, 'content-length': payload.length + 50 }, [payload])
    await closed
    await expectNothing(harness)
  })
})

/** A volume of 1 MiB; only root may make one. */
const small = mkdtempSync(join(tmpdir(), 'pairbot-small-'))
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small]).status === 0
afterAll(() => {
  if (mounted) spawnSync('umount', ['-l', small])
  rmSync(small, { recursive: true, force: true })
})

describe('receiving', () => {
  async function* pieces(count: number, size: number) {
    for (let i = 0; i < count; i += 1) yield new Uint8Array(size)
  }
  const room = { directory: tmpdir(), quotaBytes: Number.POSITIVE_INFINITY }

  it('[ML-64] AB-20 stops before it uses the reserve of the database', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pairbot-receive-'))
    let left = RESERVE_BYTES + 3 * MIB
    const free = () => (left -= MIB)
    await expect(receive(pieces(10, MIB), `${folder}/m`, { ...room, free })).rejects.toMatchObject({
      statusCode: 507,
      message: 'The disk of the server is full: the model was not stored.',
    })
    await rm(folder, { recursive: true })
  })

  it.skipIf(!mounted)('[ML-64] AB-20 a full disk is a 507', async () => {
    const free = () => Number.POSITIVE_INFINITY
    await expect(receive(pieces(3, MIB), join(small, 'm'), { ...room, free })).rejects.toMatchObject({
      statusCode: 507,
      message: 'The disk of the server is full: the model was not stored.',
    })
  })

  it('[ML-63] counts received bytes, whatever was declared', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pairbot-receive-'))
    await expect(receive(pieces(2, 51 * MIB), `${folder}/m`, room)).rejects.toMatchObject({ statusCode: 413 })
    await expect(receive(pieces(2, 51), `${folder}/n`, { ...room, quotaBytes: 100 })).rejects.toMatchObject({
      statusCode: 507,
    })
    expect(MODEL_LIMITS.maxFileBytes).toBe(104_857_600)
    await rm(folder, { recursive: true })
  })
})
