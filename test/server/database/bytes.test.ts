import { afterAll, describe, expect, it } from 'vitest'
import { GuardedPGlite } from '#server/database/guarded-engine.ts'

const client = new GuardedPGlite({})
afterAll(() => client.close())

describe('bytes in the embedded engine', () => {
  it.each([
    ['none', new Uint8Array(0)],
    ['each value', Uint8Array.from({ length: 256 }, (_, value) => value)],
    ['a part of a larger buffer', new Uint8Array(Uint8Array.of(1, 2, 3, 4).buffer, 1, 2)],
  ])('come back as they were stored: %s', async (_, bytes) => {
    const { rows } = await client.query<{ same: Uint8Array; length: number }>(
      'select $1::bytea as same, length($1::bytea) as length',
      [bytes],
    )
    expect(rows).toEqual([{ same: Uint8Array.from(bytes), length: bytes.length }])
    expect(rows[0]!.same.buffer.byteLength).toBe(bytes.length)
  })
})
