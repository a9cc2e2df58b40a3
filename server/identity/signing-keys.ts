import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import { syncPath } from '#server/database/sync-volume.ts'

/** Key for access tokens. The first of several signs, all of them verify. */
export interface SigningKey {
  readonly kid: string
  readonly secret: Uint8Array
}

const KEY_BYTES = 32

const fileSchema = z.object({
  keys: z
    .array(z.object({ kid: z.string().check(z.minLength(1)), secret: z.base64url().check(z.minLength(43)) }))
    .check(z.minLength(1)),
})

export interface LoadedKeys {
  readonly keys: readonly SigningKey[]
  /**
   * Stores new keys; to be called as soon as the database can be read. Rejects when there are users although the file was
   * missing: new keys would silently end every session.
   */
  readonly confirm: (hasUsers: () => Promise<boolean>) => Promise<void>
}

/** The signing keys in a setting. Throws an error that names it if they are unreadable. */
export const parseSigningKeys = (text: string, setting: string): readonly SigningKey[] =>
  parseKeys(text, `in ${setting}`)

/**
 * Loads the signing keys from `path`, or makes new ones at the first start, unless another process has them. To rotate, put a new key first and keep the old one
 * until its tokens have expired. Rejects when the file is unreadable.
 */
export async function loadSigningKeys(
  path: string,
  { mayCreate = true }: { readonly mayCreate?: boolean | undefined } = {},
): Promise<LoadedKeys> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text !== undefined) return { keys: parseKeys(text, path), confirm: async () => undefined }
  if (!mayCreate)
    throw new Error(
      `The signing keys ${path} are missing. Give this process those of the others: the file, or its content as PAIRBOT_SIGNING_KEYS`,
    )
  const file = {
    keys: [{ kid: randomBytes(6).toString('base64url'), secret: randomBytes(KEY_BYTES).toString('base64url') }],
  }
  return {
    keys: parseKeys(JSON.stringify(file), path),
    async confirm(hasUsers) {
      if (await hasUsers()) {
        throw new Error(
          `The signing keys ${path} are missing although there are users. Restore the file, or create a new one with ` +
            '{"keys":[{"kid":"<name>","secret":"<32 random bytes in base64url>"}]}; all users must then sign in again.',
        )
      }
      await createFileAtomic(path, `${JSON.stringify(file, undefined, 2)}\n`)
    },
  }
}

function parseKeys(text: string, path: string): readonly SigningKey[] {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new Error(`The signing keys ${path} are not valid JSON.`)
  }
  const result = z.safeParse(fileSchema, content)
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    throw new Error(`The signing keys ${path} are damaged: ${problems.join('; ')}`)
  }
  return result.data.keys.map(({ kid, secret }) => ({ kid, secret: Buffer.from(secret, 'base64url') }))
}

/**
 * Creates a file atomically and durably: after a crash it is either complete or absent. Rejects when another process has created
 * it meanwhile.
 */
async function createFileAtomic(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(4).toString('hex')}.draft`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    // Unlike a rename, it does not replace a file.
    await link(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    throw new Error(`Another process has just created the signing keys ${path}. Start again to use them.`, {
      cause: error,
    })
  } finally {
    await rm(draft, { force: true })
  }
  await syncPath(dirname(path))
}
