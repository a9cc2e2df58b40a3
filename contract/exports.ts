import * as z from 'zod/mini'
import type { AdminSession, AdminUser, AuditEntry, LoginAttempt, SecurityAlert } from './admin.ts'
import type { CsvCell } from './csv.ts'
import type { Invitation } from './invitations.ts'
import type { ListName } from './sorting.ts'

export const EXPORT_FORMATS = ['csv', 'json'] as const
export const exportFormatSchema = z.enum(EXPORT_FORMATS)
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Rows of the lists as they are exported. */
export interface ExportedRows {
  readonly users: AdminUser
  /** Without the code, which is all that registering takes. */
  readonly invitations: Omit<Invitation, 'code'>
  readonly sessions: AdminSession
  readonly attempts: LoginAttempt
  readonly audit: AuditEntry
  readonly alerts: SecurityAlert
}

/** Fields of an exported row, in the order of the CSV columns. */
export const EXPORT_FIELDS: { readonly [List in ListName]: readonly (keyof ExportedRows[List])[] } = {
  users: [
    'id',
    'email',
    'username',
    'role',
    'is_active',
    'created_at',
    'last_login',
    'has_totp',
    'passkeys',
    'recovery_codes_left',
  ],
  invitations: ['id', 'email', 'role', 'status', 'invited_by', 'created_at', 'expires_at'],
  sessions: [
    'id',
    'user_id',
    'user_email',
    'ip_address',
    'user_agent',
    'created_at',
    'last_activity_at',
    'expires_at',
    'is_revoked',
  ],
  attempts: ['id', 'attempted_at', 'email', 'ip_address', 'success', 'failure_reason'],
  audit: ['id', 'created_at', 'user_id', 'user_email', 'action', 'ip_address', 'details'],
  alerts: [
    'id',
    'created_at',
    'title',
    'description',
    'severity',
    'ip_address',
    'affected_user_email',
    'resolved',
    'evidence_counts',
  ],
}

/** Names of the lists in exported files, and of their rows in JSON with underscores. */
export const EXPORT_NAMES: Readonly<Record<ListName, string>> = {
  users: 'users',
  invitations: 'invitations',
  sessions: 'sessions',
  attempts: 'login-attempts',
  audit: 'audit-log',
  alerts: 'security-alerts',
}

/** A field as a cell: objects as JSON. */
export const toCell = (value: unknown): CsvCell => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return value === null || value === undefined ? undefined : JSON.stringify(value)
}
