// The admin area over 10,000 users and 50,000 rows in each log, on the embedded database in a directory: how fast every
// endpoint responds, and how long every table takes on screen. `npm run bench:admin [-- --only=endpoints|tables]`.
// Needs a build. Prints all of it; exits 1 when an endpoint takes more than 300 ms, or 2 of 100 answers of a table more than
// 100 ms on screen.
import { DEFAULT_BASES } from '#contract/paths.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { createApp } from '#server/http/app.ts'
import { createIdentity } from '#server/identity/identity.ts'
import { createInvitationCodes } from '#server/identity/invitations/invitations.ts'
import { loadSigningKeys } from '#server/identity/signing-keys.ts'
import { createDatabaseFiles } from '#test/support/server/database.ts'
import { accessTokenOf, ADMIN } from '#test/support/server/identity.ts'
import { makeDataDir, removeDataDir } from '#test/support/server/server.ts'
import { measureEndpoints, type Call } from './endpoints.ts'
import { fill, fillTrading } from './fill.ts'
import { measureTables } from './tables.ts'

const only = process.argv.find((word) => word.startsWith('--only='))?.split('=')[1]

/** Makes and fills the database, measures the endpoints on it, and leaves it for a server of its own. */
async function prepare(dataDir: string): Promise<boolean> {
  await createDatabaseFiles(dataDir)
  const database = await openEmbedded(dataDir)
  const { keys: signingKeys, confirm } = await loadSigningKeys(`${dataDir}/signing-keys.json`)
  await confirm(async () => false)
  const identity = await createIdentity({
    database,
    settings: { dataDir, signingKeys, adminEmail: ADMIN.email, adminPassword: ADMIN.password, secureCookies: false },
    now: () => Date.now(),
    random: () => Math.random(),
    report: console.error,
  })
  await identity.firstAdministrator()
  const app = await createApp({ access: identity.access })
  await app.register(identity.routes, { prefix: DEFAULT_BASES.identity })
  await app.ready()
  await fillTrading(database.db, ADMIN.email)
  await fill(database.db, createInvitationCodes(signingKeys))

  const signIn = await app.inject({ method: 'POST', url: `${DEFAULT_BASES.identity}/auth/login`, payload: ADMIN })
  const token = accessTokenOf({ status: 200, body: signIn.json(), headers: {}, cookie: undefined })
  const headers = { authorization: `Bearer ${token}` }
  const call: Call = (method, path, payload) =>
    app.inject({ method, url: `${DEFAULT_BASES.identity}${path}`, headers, ...(payload && { payload }) })
  const isFast = only === 'tables' || (await measureEndpoints(call, () => identity.settled()))
  await identity.close()
  await app.close()
  await database.close()
  return isFast
}

const dataDir = await makeDataDir()
try {
  const isFast = await prepare(dataDir)
  if (!isFast) process.exitCode = 1
  if (only !== 'endpoints' && !(await measureTables(dataDir))) process.exitCode = 1
} finally {
  await removeDataDir(dataDir)
}
