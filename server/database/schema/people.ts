import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { SEVERITIES, type Evidence } from '#contract/admin.ts'
import type { AccountPreferences } from '#contract/preferences.ts'
import { ROLES } from '#contract/roles.ts'
import { bytes, timestampMs } from './columns.ts'
import { users } from './identity.ts'

/** Invitations. The code is looked up by its SHA-256; displaying it requires the sealing key. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Normalized. */
    email: text('email').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    codeHash: bytes('code_hash').notNull(),
    sealedCode: bytes('sealed_code').notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: timestampMs('created_at').notNull(),
    expiresAt: timestampMs('expires_at').notNull(),
    usedAt: timestampMs('used_at'),
    usedBy: uuid('used_by').references(() => users.id),
    revokedAt: timestampMs('revoked_at'),
  },
  (table) => [
    uniqueIndex('invitations_code_unique').on(table.codeHash),
    index('invitations_time').on(table.createdAt),
    index('invitations_email').on(table.email),
  ],
)

/** What users chose in the client. */
export const userPreferences = pgTable('user_preferences', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  choices: jsonb('choices').$type<AccountPreferences>().notNull(),
})

/** Findings of the detectors. At most one open alert per detector and subject; later findings are added to it. */
export const securityAlerts = pgTable(
  'security_alerts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    detector: text('detector').notNull(),
    /** An account, a network or a session. */
    subject: text('subject').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    severity: text('severity', { enum: SEVERITIES }).notNull(),
    ipAddress: text('ip_address'),
    affectedEmail: text('affected_email'),
    evidence: jsonb('evidence').$type<Evidence>().notNull(),
    createdAt: timestampMs('created_at').notNull(),
    resolvedAt: timestampMs('resolved_at'),
    resolvedBy: uuid('resolved_by').references(() => users.id),
  },
  (table) => [
    uniqueIndex('security_alerts_open_unique')
      .on(table.detector, table.subject)
      .where(sql`${table.resolvedAt} is null`),
    index('security_alerts_time').on(table.createdAt),
  ],
)
