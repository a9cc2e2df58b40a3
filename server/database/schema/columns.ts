import { customType, timestamp } from 'drizzle-orm/pg-core'

/** Millisecond precision, so that JavaScript dates round-trip unchanged. */
export const timestampMs = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })
