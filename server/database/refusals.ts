/** The database server refuses this configuration, and will go on to. The message is one line for the operator. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused'
}

type Advice = (target: { readonly database: string; readonly user: string; readonly host: string }) => string

/** What to do about a permanent error, by SQLSTATE. */
const ADVICE: Readonly<Record<string, Advice>> = {
  '3D000': ({ database, host }) =>
    `there is no database "${database}" on ${host}. Create it (createdb ${database}), or correct its name`,
  '28P01': ({ user, host }) => `${host} does not accept the password of "${user}". Correct it`,
  '28000': ({ user, host }) => `${host} does not let "${user}" in. Check its name, and pg_hba.conf on the server`,
  '42501': ({ user, database }) =>
    `"${user}" may not create tables in "${database}". Make it the owner (alter database ${database} owner to ${user})`,
}

/** The one line for an error that trying again does not mend. */
export function toRefusal(error: unknown, url: string): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  const code = codeOf(error)
  const { hostname, port, pathname, username } = new URL(url)
  const user = decodeURIComponent(username) || 'the default user'
  const database = decodeURIComponent(pathname.slice(1)) || user
  const advice = code === undefined ? undefined : ADVICE[code]
  if (advice === undefined) return error
  const text = advice({ database, user, host: `${hostname || 'localhost'}:${port || '5432'}` })
  return new DatabaseRefused(`DATABASE_URL: ${text}.`, { cause: error })
}

function codeOf(error: Error): string | undefined {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current.code
  }
  return undefined
}
