import { randomInt } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import { FACTORS } from '#contract/limits.ts'
import type { Queries } from '#server/database/database.ts'
import { recoveryCodes } from '#server/database/schema/factors.ts'
import { hashOf } from '../secrets.ts'

/** Crockford's base32: without letters that are mistaken for digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 6
const GROUP_LENGTH = 4

const newGroup = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** A code of 120 random bits: six groups of four. SHA-256 suffices to store it: that many cannot be tried. */
const newCode = (): string => Array.from({ length: GROUPS }, newGroup).join('-')

/** The code however it was typed: lower case, spaces, and letters mistaken for digits. */
const normalize = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[^0-9A-Z]/g, '')

const storedAs = (code: string): Uint8Array => hashOf(normalize(code))

/** Replaces the recovery codes of a user; returns the new ones, to be shown once. */
export async function replaceRecoveryCodes(tx: Queries, userId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: FACTORS.recoveryCodes }, newCode)
  await dropRecoveryCodes(tx, userId)
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ hash: storedAs(code), userId })))
  return codes
}

/** Uses up a recovery code; false if the user has no such code. */
export async function redeemRecoveryCode(tx: Queries, userId: string, typed: string): Promise<boolean> {
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.hash, storedAs(typed)), eq(recoveryCodes.userId, userId)))
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}

export async function countRecoveryCodes(db: Queries, userId: string): Promise<number> {
  const [row] = await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return row?.left ?? 0
}

export async function dropRecoveryCodes(tx: Queries, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}
