import { NEVER } from 'rxjs'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { users } from '#server/database/schema/identity.ts'
import { createModels } from '#server/models/models.ts'
import { startModelThread } from '#server/models/scoring/thread.ts'
import { writeAudit } from '#server/identity/audit/audit.ts'
import { testApp } from './app.ts'

/** The model service on its own, in a process that kills itself with SIGKILL when an upload has come to a step. */
const [dataDir = '', step = 'none'] = process.argv.slice(2)
const dieAt = (reached: string) => {
  if (reached === step) process.kill(process.pid, 'SIGKILL')
}

const USER = {
  userId: '11111111-1111-4111-8111-111111111111',
  sessionId: 's',
  email: 'tom@test',
  role: 'Admin',
} as const
const database = await openEmbedded(dataDir)
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
  audit: async (tx, act) => {
    if (act.action === 'model.uploaded') dieAt('on the shelf, row not committed')
    if (act.action === 'model.deleted') dieAt('deletion not committed')
    await writeAudit(tx, act)
  },
  market: { kind: 'simulated', pairs: ['BTCUSD'], closes$: NEVER, publish: async () => undefined },
  startThread: () => {
    dieAt('arrived, not examined')
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
  if (request.method === 'POST') dieAt('committed, not answered')
})
await app.register(models.routes, { prefix: DEFAULT_BASES.tdp })
await models.start()
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
