/** Bytes of a page, and pages of a file: what follows is in the next file of the table. */
export const PAGE_BYTES = 8_192
export const PAGES_PER_FILE = 131_072

/** What PostgreSQL's checksum (`checksum_impl.h`) begins its 32 partial sums with. */
const BASE_OFFSETS = Uint32Array.from([
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c, 0xf8d4474f,
  0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb, 0xe58f764b, 0x187636bc,
  0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4, 0x783125bb, 0x6ca8eaa2, 0xe407eac6,
  0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
])
const FNV_PRIME = 16_777_619
const SUMS = BASE_OFFSETS.length
const ROUNDS = PAGE_BYTES / 4 / SUMS

/** The header of a page, at these bytes; `layout` is its size and the version of its format. */
const HEADER = { checksum: 8, lower: 12, upper: 14, special: 16, layout: 18, bytes: 24 }
const LAYOUT = PAGE_BYTES | 4

/**
 * The checksum of a page with this number in its table, as the engine stores it in the page.
 * @param page PAGE_BYTES at an offset that is a multiple of 4
 */
export function checksumOf(page: Uint8Array, number: number): number {
  const words = new Uint32Array(page.buffer, page.byteOffset, PAGE_BYTES / 4)
  const sums = BASE_OFFSETS.slice()
  // Two rounds of zeros follow the page.
  for (let round = 0; round < ROUNDS + 2; round += 1) {
    for (let index = 0; index < SUMS; index += 1) {
      const at = round * SUMS + index
      // The stored checksum itself counts as zero.
      const word = at === HEADER.checksum / 4 ? (words[at] ?? 0) & 0xffff_0000 : (words[at] ?? 0)
      const mixed = (sums[index] ?? 0) ^ word
      sums[index] = Math.imul(mixed, FNV_PRIME) ^ (mixed >>> 17)
    }
  }
  const sum = sums.reduce((all, each) => all ^ each, number) >>> 0
  return (sum % 65_535) + 1
}

/**
 * Whether the engine would accept a page: with the right checksum, unless the database has none, and a possible header. One that
 * was never written has zeros only.
 */
export function isWhole(page: Uint8Array, number: number, hasChecksums: boolean): boolean {
  const view = new DataView(page.buffer, page.byteOffset, PAGE_BYTES)
  const [lower, upper, special] = [HEADER.lower, HEADER.upper, HEADER.special].map((at) => view.getUint16(at, true))
  if (lower === undefined || upper === undefined || special === undefined) return false
  if (upper === 0) return page.every((byte) => byte === 0)
  if (view.getUint16(HEADER.layout, true) !== LAYOUT) return false
  if (lower < HEADER.bytes || lower > upper || upper > special || special > PAGE_BYTES) return false
  return !hasChecksums || view.getUint16(HEADER.checksum, true) === checksumOf(page, number)
}
