import { NEVER } from 'rxjs'
import { DEFAULT_BASES } from '#contract/paths.ts'
import type { Database } from '#server/database/database.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { users } from '#server/database/schema/identity.ts'
import { createModels } from '#server/models/models.ts'
import { startModelThread } from '#server/models/scoring/thread.ts'
import { writeAudit } from '#server/identity/audit/audit.ts'
import { testApp } from './app.ts'

/** The model service in its own process, which dies when an upload or deletion reaches a given step. */
const [dataDir = '', step = 'none', death = 'SIGKILL'] = process.argv.slice(2)

/** Kills the process by SIGKILL, or by exhausting its memory. */
function dieAt(reached: string): void {
  if (reached !== step) return
  if (death === 'SIGKILL') process.kill(process.pid, 'SIGKILL')
  for (const hoard: unknown[] = []; ;) hoard.push(Array.from({ length: 100_000 }, Math.random))
}

const USER = {
  userId: '11111111-1111-4111-8111-111111111111',
  sessionId: 's',
  email: 'tom@test',
  role: 'Admin',
} as const
const opened = await openEmbedded(dataDir)
/** The last audited action. */
let audited = ''
const database: Database = {
  ...opened,
  async transaction(work) {
    const result = await opened.transaction(work)
    if (audited === 'model.deleted') dieAt('deletion committed, file not removed')
    return result
  },
}
await database.db
  .insert(users)
  .values({
    id: USER.userId,
    email: USER.email,
    username: 'tom',
    role: 'Admin',
    passwordHash: '-',
    createdAt: new Date(),
  })
  .onConflictDoNothing()
const models = await createModels({
  database,
  dataDir,
  sharesFiles: false,
  audit: async (tx, action) => {
    if (action.action === 'model.uploaded') dieAt('file stored, row not committed')
    if (action.action === 'model.deleted') dieAt('deletion not committed')
    await writeAudit(tx, action)
    audited = action.action
  },
  market: { kind: 'simulated', pairs: ['BTCUSD'], closes$: NEVER, publish: async () => undefined },
  startThread: () => {
    dieAt('received, not inspected')
    return startModelThread()
  },
  now: Date.now,
  clock: () => performance.now(),
  report: (error) => process.stderr.write(`${String(error)}\n`),
  notice: (text) => process.stderr.write(`${text}\n`),
})
const app = await testApp({
  access: {
    verify: async () => ({ ok: true, principal: USER }),
    verifySocket: async () => ({ ok: false, refusal: 'missing' }),
  },
})
app.addHook('onSend', async (request) => {
  if (request.method === 'POST') dieAt('committed, no response')
})
await app.register(models.routes, { prefix: DEFAULT_BASES.tdp })
await models.start()
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
