import { makeDataDir, removeDataDir, startServer, TEMPLATE } from '#test/support/server/server.ts'

/** Makes one data directory with its database and administrator; every test starts on a copy of it. */
export default async function createTemplate(): Promise<() => Promise<void>> {
  const dataDir = await makeDataDir()
  const server = await startServer({ dataDir })
  await server.stop()
  process.env[TEMPLATE] = dataDir
  return () => removeDataDir(dataDir)
}
