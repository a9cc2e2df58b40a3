import { makeDataDir, removeDataDir, startServer, TEMPLATE } from '#test/support/server/server.ts'

/** Creates a data directory with a database and an administrator; every test starts from a copy. */
export default async function createTemplate(): Promise<() => Promise<void>> {
  const dataDir = await makeDataDir()
  const server = await startServer({ dataDir })
  await server.stop()
  process.env[TEMPLATE] = dataDir
  return () => removeDataDir(dataDir)
}
