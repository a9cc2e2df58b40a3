import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { ROLES } from '#contract/roles.ts'

/** Millisecond precision: what JavaScript's clock gives comes back unchanged. */
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** People with an account. `email` is in its normal form (server/identity/email.ts). */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    username: text('username').notNull(),
    passwordHash: text('password_hash').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: moment('created_at').notNull(),
    lastLoginAt: moment('last_login_at'),
    /** Soft deletion: the row stays for the audit trail. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`),
    uniqueIndex('users_username_unique').on(sql`lower(${table.username})`),
  ],
)

/** One row per sign-in; also the family of its refresh tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
    lastActivityAt: moment('last_activity_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    ipAddress: text('ip_address').notNull(),
    userAgent: text('user_agent').notNull(),
    remembered: boolean('remembered').notNull(),
    /** How often its refresh token was rotated: the generation of the one token that may rotate next. */
    generation: integer('generation').notNull().default(0),
    revokedAt: moment('revoked_at'),
    revokedReason: text('revoked_reason'),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_open')
      .on(table.expiresAt)
      .where(sql`${table.revokedAt} is null`),
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
    expiresAt: moment('expires_at').notNull(),
    rotatedAt: moment('rotated_at'),
    /** The token that replaced this one, readable only with this one in hand; erased after the grace time. */
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
    expiresAt: moment('expires_at').notNull(),
    /** When the access token that asked for it ends, and with it the socket. */
    accessUntil: moment('access_until').notNull(),
  },
  (table) => [index('socket_tickets_expiry').on(table.expiresAt)],
)

/** Every try to sign in, for the admin area. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    ipAddress: text('ip_address').notNull(),
    success: boolean('success').notNull(),
    failureReason: text('failure_reason'),
    attemptedAt: moment('attempted_at').notNull(),
  },
  (table) => [
    index('sign_in_attempts_time').on(table.attemptedAt),
    index('sign_in_attempts_success')
      .on(table.email, table.ipAddress, table.attemptedAt)
      .where(sql`${table.success}`),
  ],
)

/** Failures that count against an account at an address; an empty part stands for any. */
export const signInThrottles = pgTable(
  'sign_in_throttles',
  {
    email: text('email').notNull(),
    ipAddress: text('ip_address').notNull(),
    failures: integer('failures').notNull(),
    windowStartedAt: moment('window_started_at').notNull(),
    blockedUntil: moment('blocked_until'),
  },
  (table) => [primaryKey({ columns: [table.email, table.ipAddress] })],
)

/** Who did what, written in the transaction of the act itself. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id').references(() => users.id),
    action: text('action').notNull(),
    ipAddress: text('ip_address'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('audit_entries_time').on(table.createdAt)],
)
