import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { SESSION_END_REASONS } from '#contract/auth.ts'
import { ROLES } from '#contract/roles.ts'
import { bytes, newestFirst, timestampMs } from './columns.ts'

/** User accounts. `email` is normalized (server/identity/email.ts). */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    username: text('username').notNull(),
    passwordHash: text('password_hash').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: timestampMs('created_at').notNull(),
    lastLoginAt: timestampMs('last_login_at'),
    /** Soft deletion: the row remains for the audit log. */
    deletedAt: timestampMs('deleted_at'),
  },
  (table) => [
    // Deleted users may be invited again.
    uniqueIndex('users_email_unique')
      .on(sql`lower(${table.email})`)
      .where(sql`${table.deletedAt} is null`),
    uniqueIndex('users_username_unique')
      .on(sql`lower(${table.username})`)
      .where(sql`${table.deletedAt} is null`),
    // For lists that are sorted by user, deleted ones included.
    index('users_email').on(table.email),
    index('users_listed')
      .on(table.createdAt, table.id)
      .where(sql`${table.deletedAt} is null`),
  ],
)

/** One row per sign-in, which is also the family of its refresh tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: timestampMs('created_at').notNull(),
    lastActivityAt: timestampMs('last_activity_at').notNull(),
    /** Moves with the activity of a session that is not remembered. */
    expiresAt: timestampMs('expires_at').notNull(),
    ipAddress: text('ip_address').notNull(),
    userAgent: text('user_agent').notNull(),
    remembered: boolean('remembered').notNull(),
    /** Number of refresh token rotations: the generation of the only token that may rotate next. */
    generation: integer('generation').notNull().default(0),
    /** When a password change renewed the tokens: access tokens issued until then are no longer accepted. */
    tokensRenewedAt: timestampMs('tokens_renewed_at'),
    /** When the user last proved who they are; null if not since they signed in. */
    provenAt: timestampMs('proven_at'),
    revokedAt: timestampMs('revoked_at'),
    revokedReason: text('revoked_reason', { enum: SESSION_END_REASONS }),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_open')
      .on(table.expiresAt)
      .where(sql`${table.revokedAt} is null`),
    index('sessions_activity').on(table.lastActivityAt),
    index('sessions_created').on(table.createdAt),
    index('sessions_expiry').on(table.expiresAt),
    index('sessions_revoked')
      .on(table.revokedAt)
      .where(sql`${table.revokedAt} is not null`),
  ],
)

/** Refresh tokens by their SHA-256; the tokens themselves are never stored. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: bytes('hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    generation: integer('generation').notNull(),
    expiresAt: timestampMs('expires_at').notNull(),
    rotatedAt: timestampMs('rotated_at'),
    /** The token that replaced this one, encrypted with this one; erased after the grace period. */
    sealedSuccessor: bytes('sealed_successor'),
  },
  (table) => [uniqueIndex('refresh_tokens_generation').on(table.sessionId, table.generation)],
)

/** Single-use tickets that open a socket, by their SHA-256. */
export const socketTickets = pgTable(
  'socket_tickets',
  {
    hash: bytes('hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    path: text('path'),
    origin: text('origin'),
    expiresAt: timestampMs('expires_at').notNull(),
    /** Expiry of the access token that requested it, and of the socket. */
    accessUntil: timestampMs('access_until').notNull(),
  },
  (table) => [index('socket_tickets_expiry').on(table.expiresAt)],
)

/** Proofs of identity that sessions were asked for, by the SHA-256 of their challenge. */
export const proofChallenges = pgTable(
  'proof_challenges',
  {
    hash: bytes('hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: timestampMs('expires_at').notNull(),
  },
  (table) => [
    index('proof_challenges_session').on(table.sessionId),
    index('proof_challenges_expiry').on(table.expiresAt),
  ],
)

/** Every sign-in attempt, for the admin area. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    ipAddress: text('ip_address').notNull(),
    /** The part of the address that a client cannot vary (`networkOf`). */
    network: text('network').notNull(),
    success: boolean('success').notNull(),
    failureReason: text('failure_reason'),
    attemptedAt: timestampMs('attempted_at').notNull(),
  },
  (table) => [
    index('sign_in_attempts_time').on(table.attemptedAt),
    index('sign_in_attempts_email').on(table.email),
    index('sign_in_attempts_reason').on(table.failureReason, ...newestFirst(table.attemptedAt, table.id)),
    index('sign_in_attempts_failed_account')
      .on(table.email, table.attemptedAt)
      .where(sql`not ${table.success}`),
    index('sign_in_attempts_failed_network')
      .on(table.network, table.attemptedAt)
      .where(sql`not ${table.success}`),
    index('sign_in_attempts_success')
      .on(table.email, table.ipAddress, table.attemptedAt)
      .where(sql`${table.success}`),
  ],
)

/** Failures per account and address; an empty column means any. */
export const signInThrottles = pgTable(
  'sign_in_throttles',
  {
    email: text('email').notNull(),
    ipAddress: text('ip_address').notNull(),
    failures: integer('failures').notNull(),
    windowStartedAt: timestampMs('window_started_at').notNull(),
    blockedUntil: timestampMs('blocked_until'),
  },
  (table) => [primaryKey({ columns: [table.email, table.ipAddress] })],
)

/**
 * Audit log, written in the transaction of the action itself. A hash chain: `hash` covers the entry and the previous
 * hash, so that no entry can be changed, added or removed undetected.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Position in the chain, from 1 without gaps. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    userId: uuid('user_id').references(() => users.id),
    action: text('action').notNull(),
    ipAddress: text('ip_address'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    createdAt: timestampMs('created_at').notNull(),
    hash: bytes('hash').notNull(),
  },
  (table) => [
    uniqueIndex('audit_entries_seq').on(table.seq),
    index('audit_entries_time').on(table.createdAt),
    index('audit_entries_user').on(table.userId, table.createdAt),
    index('audit_entries_action').on(table.action, ...newestFirst(table.createdAt, table.seq)),
  ],
)

/** Head of the audit chain: one row, locked while an entry is added. */
export const auditHead = pgTable('audit_head', {
  id: smallint('id').primaryKey(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  hash: bytes('hash').notNull(),
})
