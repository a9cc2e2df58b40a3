// Where PostgreSQL and Redis are installed: `npm run cluster` and tests start their own of them.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where Debian puts each version of PostgreSQL; its programs are not on the path. */
const VERSIONS = '/usr/lib/postgresql'

/** The folder of PostgreSQL's programs; undefined where it is not installed. */
export function findPostgresql() {
  const versions = existsSync(VERSIONS)
    ? readdirSync(VERSIONS).toSorted((one, other) => Number(other) - Number(one))
    : []
  const folders = [
    ...versions.map((version) => join(VERSIONS, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** The program of Redis, or of Valkey; undefined where neither is installed. */
export const findRedis = () =>
  ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0)
