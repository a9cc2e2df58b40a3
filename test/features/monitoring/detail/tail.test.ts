import { describe, expect, it } from 'vitest'
import { parsePath } from '#src/features/monitoring/detail/json-path.ts'
import { tailLines } from '#src/features/monitoring/detail/StreamDialog.tsx'
import type { StreamEntry } from '#src/streams/index.ts'
import { AT } from '#test/support/data/payloads.ts'

const entry = (seq: number, over: Partial<StreamEntry> = {}): StreamEntry => ({
  key: 'k',
  data: { Analysis: { rsi: seq } },
  messageId: `${seq}-0`,
  seq,
  epoch: 'e',
  timestamp: AT * 1000 + seq,
  provenance: undefined,
  receivedAt: AT * 1000,
  source: 'live',
  ...over,
})
const WHOLE = parsePath('')

describe('[MO-44] the tail', () => {
  it('has one line per message and shows the number missing between two', () => {
    expect(tailLines([entry(9), entry(8), entry(4)], WHOLE)).toEqual([
      { kind: 'message', id: '9-0', when: '2019-06-30 22:00:00.009', name: '9-0', text: '{"Analysis":{"rsi":9}}' },
      { kind: 'message', id: '8-0', when: '2019-06-30 22:00:00.008', name: '8-0', text: '{"Analysis":{"rsi":8}}' },
      { kind: 'gap', id: 'after 8-0', missing: 3 },
      { kind: 'message', id: '4-0', when: '2019-06-30 22:00:00.004', name: '4-0', text: '{"Analysis":{"rsi":4}}' },
    ])
  })

  it('shows no gap without sequence numbers, across epochs, or for repeated running values', () => {
    const kinds = (...entries: StreamEntry[]) => tailLines(entries, WHOLE).map(({ kind }) => kind)
    expect(kinds(entry(9), entry(4, { seq: undefined }))).toEqual(['message', 'message'])
    expect(kinds(entry(9), entry(4, { epoch: 'old' }))).toEqual(['message', 'message'])
    expect(kinds(entry(4, { messageId: undefined }), entry(4))).toEqual(['message', 'message'])
  })

  it('shows the matches of a path in each message', () => {
    const lines = tailLines([entry(9), entry(8, { data: null })], parsePath('..rsi'))
    expect(lines.map((line) => line.kind === 'message' && line.text)).toEqual(['9', 'nothing at this path'])
  })

  it('truncates long messages', () => {
    const [line] = tailLines([entry(1, { data: 'x'.repeat(5_000) })], WHOLE)
    expect(line?.kind === 'message' && line.text.length).toBe(160)
  })
})
