import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, timestampMs } from './columns.ts'
import { users } from './identity.ts'

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id)

/** The authenticator app of a user. */
export const totpFactors = pgTable('totp_factors', {
  userId: userId().primaryKey(),
  /** Encrypted with the server's key. */
  sealedSecret: bytes('sealed_secret').notNull(),
  createdAt: timestampMs('created_at').notNull(),
  /** When a first code proved that the app has the secret; until then it is no factor. */
  confirmedAt: timestampMs('confirmed_at'),
  /** Time step of the newest code that was accepted: it and earlier ones are refused. */
  lastStep: bigint('last_step', { mode: 'number' }),
})

/** Passkeys: public keys of WebAuthn. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    credentialId: text('credential_id').notNull().unique('passkeys_credential'),
    publicKey: bytes('public_key').notNull(),
    /** Signatures so far as the passkey counts them; 0 if it does not. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How browsers reach it. */
    transports: jsonb('transports').$type<readonly string[]>().notNull(),
    name: text('name').notNull(),
    createdAt: timestampMs('created_at').notNull(),
    lastUsedAt: timestampMs('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId, table.createdAt)],
)

/** Passkeys that are being made, by the SHA-256 of their challenge. */
export const passkeySetups = pgTable(
  'passkey_setups',
  {
    hash: bytes('hash').primaryKey(),
    userId: userId(),
    expiresAt: timestampMs('expires_at').notNull(),
  },
  (table) => [index('passkey_setups_expiry').on(table.expiresAt)],
)

/** Recovery codes by their SHA-256, deleted when they are used. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { hash: bytes('hash').primaryKey(), userId: userId() },
  (table) => [index('recovery_codes_user').on(table.userId)],
)

/** Second steps of signing in that are due, and sign-ins with a passkey alone, by the SHA-256 of their challenge. */
export const signInChallenges = pgTable(
  'sign_in_challenges',
  {
    hash: bytes('hash').primaryKey(),
    /** Null: for any user, whose passkey signs in alone. */
    userId: uuid('user_id').references(() => users.id),
    /** SHA-256 of the password's hash: a changed password ends the challenge. Null without a password. */
    passwordMark: bytes('password_mark'),
    remembered: boolean('remembered').notNull(),
    expiresAt: timestampMs('expires_at').notNull(),
  },
  (table) => [index('sign_in_challenges_expiry').on(table.expiresAt)],
)

/** What is guessed: codes of the second step of signing in, and apart from them those given by who is signed in. */
const GUESSED = ['totp', 'recovery_code', 'session_totp', 'session_recovery_code'] as const
export type Guessed = (typeof GUESSED)[number]

/** Wrong codes of a user. */
export const factorGuesses = pgTable(
  'factor_guesses',
  {
    userId: userId(),
    method: text('method', { enum: GUESSED }).notNull(),
    failures: integer('failures').notNull(),
    windowStartedAt: timestampMs('window_started_at').notNull(),
    blockedUntil: timestampMs('blocked_until'),
    dayFailures: integer('day_failures').notNull(),
    dayStartedAt: timestampMs('day_started_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.method] })],
)
