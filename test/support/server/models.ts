import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Subject } from 'rxjs'
import { onTestFinished } from 'vitest'
import type { SignalList } from '#contract/payloads/signals.ts'
import { UPLOAD_DEFAULTS, UPLOAD_FIELDS } from '#contract/models/upload.ts'
import type { PairId } from '#contract/pairs.ts'
import * as MODELS from '#contract/endpoints/models.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import type { MarketKind, Provenance } from '#contract/provenance.ts'
import type { Role } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import { toUnavailable } from '#server/database/errors.ts'
import { users } from '#server/database/schema/identity.ts'
import type { AccessControl } from '#server/http/access.ts'
import { type PolicyTable, POLICY } from '#server/http/route-policy.ts'
import { writeAudit } from '#server/identity/audit/audit.ts'
import { createModels } from '#server/models/models.ts'
import type { ClosedCandle, ModelMarket } from '#server/models/ports.ts'
import { startModelThread } from '#server/models/scoring/thread.ts'
import { testApp } from './app.ts'
import { testDatabase } from './database.ts'
import { bundleModelThread } from './model-thread.ts'
import { UNLIMITED } from './identity.ts'

const START = Date.parse('2026-01-05T08:00:00Z')

/** A part of a form: a field, or a file with a name. */
export type Part = readonly [name: string, content: string | Uint8Array, fileName?: string]

/** A multipart body. */
export function formOf(parts: readonly Part[], boundary = 'pairbot-boundary') {
  const pieces = parts.flatMap(([name, content, fileName]) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`
    return [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]
  })
  return {
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** The form of a bulk upload. */
export const uploadParts = (
  file: Uint8Array,
  fileName = 'model.onnx',
  more: Readonly<Record<string, string>> = {},
): Part[] => [
  ...Object.entries({
    [UPLOAD_FIELDS.name]: fileName.replace(/\.[^.]*$/, ''),
    [UPLOAD_FIELDS.type]: UPLOAD_DEFAULTS.type,
    [UPLOAD_FIELDS.timeframe]: UPLOAD_DEFAULTS.timeframe,
    [UPLOAD_FIELDS.pair]: UPLOAD_DEFAULTS.pair,
    [UPLOAD_FIELDS.exchange]: UPLOAD_DEFAULTS.exchange,
    ...more,
  }),
  [UPLOAD_FIELDS.file, file, fileName],
]

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export interface TestModelsOptions {
  readonly database?: Database
  readonly dataDir?: string
  readonly sharesFiles?: boolean
  readonly kind?: MarketKind
  readonly policy?: PolicyTable
  /** Instead of `closes$` and `published`. */
  readonly market?: ModelMarket
  readonly limits?: { readonly examineMs: number; readonly runMs: number }
}

let threadFile: Promise<URL> | undefined

/** The model service with its own database, data directory and market; each user's token is their name. */
export async function startTestModels(options: TestModelsOptions = {}) {
  const { kind = 'simulated', policy = POLICY, limits } = options
  const database = options.database ?? (await testDatabase())
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'pairbot-models-')))
  const closes$ = new Subject<ClosedCandle>()
  const ticks$ = new Subject<void>()
  const published: { readonly pair: PairId; readonly signals: SignalList; readonly source: Provenance }[] = []
  const reports: unknown[] = []
  const notices: string[] = []
  const clock = { now: START }
  const usersByToken = new Map<string, { readonly id: string; readonly role: Role }>()

  const access: AccessControl = {
    async verify(token) {
      const user = token === undefined ? undefined : usersByToken.get(token)
      if (!user || token === undefined) return { ok: false, refusal: token === undefined ? 'missing' : 'invalid' }
      const principal = { userId: user.id, sessionId: token, email: `${token}@pairbot.test`, role: user.role }
      return { ok: true, principal }
    },
    verifySocket: async () => ({ ok: false, refusal: 'missing' }),
  }

  async function addUser(name: string, role: Role): Promise<string> {
    const email = `${name}@pairbot.test`
    const [row] = await database.db
      .insert(users)
      .values({ email, username: email, role, passwordHash: '-', createdAt: new Date(START) })
      .onConflictDoNothing()
      .returning({ id: users.id })
    const id = row?.id ?? (await database.db.select().from(users)).find((user) => user.email === email)?.id ?? ''
    usersByToken.set(name, { id, role })
    return id
  }
  await addUser('vera', 'Viewer')
  await addUser('tom', 'Trader')
  await addUser('ada', 'Admin')

  threadFile ??= bundleModelThread()
  const file = await threadFile
  const models = await createModels({
    database,
    dataDir,
    sharesFiles: options.sharesFiles ?? false,
    audit: async (tx, act) => void (await writeAudit(tx, act)),
    market: options.market ?? {
      kind,
      pairs: ['BTCUSD'],
      closes$,
      publish: async (pair, signals, source) => void published.push({ pair, signals, source }),
    },
    startThread: () => startModelThread(undefined, file),
    now: () => clock.now,
    clock: () => performance.now(),
    report: (error) => reports.push(error),
    notice: (text) => notices.push(text),
    ticks$,
    ...(limits && { limits }),
  })
  const app = await testApp({ access, toKnownFailure: toUnavailable, rates: UNLIMITED, policy })
  await app.register(models.routes, { prefix: DEFAULT_BASES.tdp })
  await app.ready()
  await models.start()

  let stopped = false
  const stop = async () => {
    if (stopped) return
    stopped = true
    await models.stop()
    await app.close()
  }
  onTestFinished(async () => {
    await stop()
    if (!options.database) await database.close()
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
  })

  const call = async (
    token: string,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    more: object = {},
  ): Promise<Answer> => {
    const response = await app.inject({
      method,
      url: `${DEFAULT_BASES.tdp}${path}`,
      ...more,
      headers: { authorization: `Bearer ${token}`, ...('headers' in more ? (more.headers as object) : {}) },
    })
    return { status: response.statusCode, body: response.json() }
  }

  return {
    app,
    models,
    database,
    dataDir,
    clock,
    closes$,
    /** Triggers the storing of counters and a look at the files. */
    ticks$,
    published,
    reports,
    notices,
    call,
    stop,
    join: addUser,
    upload: (who: string, parts: readonly Part[]) => call(who, 'POST', MODELS.upload.path, formOf(parts)),
    /** Names of the stored files and of unfinished uploads. */
    files: async () => ({
      files: await readdir(join(dataDir, 'models', 'files')),
      incoming: await readdir(join(dataDir, 'models', 'incoming')),
    }),
  }
}
export type TestModels = Awaited<ReturnType<typeof startTestModels>>
