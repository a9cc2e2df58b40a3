import { customType, timestamp, type ExtraConfigColumn } from 'drizzle-orm/pg-core'

/** Millisecond precision, so that JavaScript dates round-trip unchanged. */
export const timestampMs = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** Columns of an index in the order in which the lists show equal rows: the newest first. */
export const newestFirst = (...columns: readonly ExtraConfigColumn[]) =>
  columns.map((column) => column.desc().nullsFirst())
