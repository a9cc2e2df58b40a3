import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Database, Queries } from '#server/database/database.ts'
import { unlessReadOnly } from '#server/database/errors.ts'
import { totpFactors } from '#server/database/schema/factors.ts'
import type { SealedTexts } from '../sealed-texts.ts'
import { Secret, TOTP } from 'otpauth'
import { BRAND } from '#contract/brand.ts'
import { FACTORS } from '#contract/limits.ts'

const SECRET_BYTES = 20
const PERIOD_S = FACTORS.totpPeriodMs / 1000
/** Steps that the clock of a phone may be off, each way. */
const DRIFT_STEPS = 1

const generatorOf = (secret: string, email?: string): TOTP =>
  new TOTP({
    issuer: BRAND,
    ...(email !== undefined && { label: email }),
    secret: Secret.fromBase32(secret),
    period: PERIOD_S,
  })

/** A new secret of 160 random bits in base32. */
const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The address that authenticator apps read from a QR code. */
export const totpUri = (secret: string, email: string): string => generatorOf(secret, email).toString()

/**
 * The time step (RFC 6238) that `code` belongs to, if it is one of the secret at `now` (unix ms), give or take a step;
 * otherwise undefined.
 */
function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const delta = generatorOf(secret).validate({ token: code, timestamp: now, window: DRIFT_STEPS })
  return delta === null ? undefined : Math.floor(now / FACTORS.totpPeriodMs) + delta
}

/** Begins to set up an authenticator app, or begins anew; returns the secret, or undefined if there is one already. */
export async function beginTotp(
  tx: Queries,
  sealed: SealedTexts,
  userId: string,
  now: number,
): Promise<string | undefined> {
  const secret = newTotpSecret()
  const begun = { sealedSecret: sealed.seal(secret), createdAt: new Date(now), lastStep: null }
  const rows = await tx
    .insert(totpFactors)
    .values({ ...begun, userId })
    .onConflictDoUpdate({ target: totpFactors.userId, set: begun, setWhere: isNull(totpFactors.confirmedAt) })
    .returning({ userId: totpFactors.userId })
  return rows.length === 0 ? undefined : secret
}

/** Whether the code is a fresh one of the user's app, which it is then no more. `isSetup`: of an app that is being set up. */
export async function acceptTotpCode(
  tx: Queries,
  sealed: SealedTexts,
  { userId, code, now, isSetup = false }: TotpCode,
): Promise<boolean> {
  const { confirmedAt } = totpFactors
  const isOfUser = and(eq(totpFactors.userId, userId), isSetup ? isNull(confirmedAt) : isNotNull(confirmedAt))
  const [row] = await tx.select().from(totpFactors).where(isOfUser).for('update')
  const secret = row && sealed.unseal(row.sealedSecret)
  const step = secret === undefined ? undefined : stepOfCode(secret, code, now)
  if (step === undefined || step <= (row?.lastStep ?? -1)) return false
  await tx
    .update(totpFactors)
    .set({ lastStep: step, ...(isSetup && { confirmedAt: new Date(now) }) })
    .where(eq(totpFactors.userId, userId))
  return true
}

interface TotpCode {
  readonly userId: string
  readonly code: string
  readonly now: number
  readonly isSetup?: boolean
}

/** When the user's app was set up; undefined without one. */
export async function totpSince(db: Queries, userId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ confirmedAt: totpFactors.confirmedAt })
    .from(totpFactors)
    .where(eq(totpFactors.userId, userId))
  return row?.confirmedAt ?? undefined
}

/** Removes the user's app, set up or not. */
export async function dropTotp(tx: Queries, userId: string): Promise<void> {
  await tx.delete(totpFactors).where(eq(totpFactors.userId, userId))
}

/**
 * Encrypts the secrets with the newest key, so that an older one can be removed. While the database accepts no writes they stay
 * as they are.
 */
export async function resealTotpSecrets(database: Database, sealed: SealedTexts): Promise<void> {
  const isOld = (row: typeof totpFactors.$inferSelect) => !sealed.isCurrent(row.sealedSecret)
  if (!(await database.db.select().from(totpFactors)).some(isOld)) return
  await unlessReadOnly(
    database.transaction(async (tx) => {
      for (const row of (await tx.select().from(totpFactors).for('update')).filter(isOld)) {
        const secret = sealed.unseal(row.sealedSecret)
        if (secret === undefined) continue
        await tx
          .update(totpFactors)
          .set({ sealedSecret: sealed.seal(secret) })
          .where(eq(totpFactors.userId, row.userId))
      }
    }),
  )
}
