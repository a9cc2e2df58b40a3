import { dropIdleDatabases, startPostgresql } from './postgresql.ts'

/** Gives all tests of a run one PostgreSQL server (vitest.postgresql.config.ts). */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startPostgresql()
  process.env['PAIRBOT_TEST_POSTGRES'] = server.url
  return async () => {
    await dropIdleDatabases(server.url)
    await server[Symbol.asyncDispose]()
  }
}
