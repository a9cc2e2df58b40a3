import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine } from '#contract/csv.ts'

describe('[PE-58] a line of CSV', () => {
  it('quotes what would break it', () => {
    expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', null, undefined, -1.5, true])).toBe(
      'a,"b,c","say ""hi""","two\nlines",,,-1.5,true\r\n',
    )
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '=HYPERLINK("http://evil.test","x")'])(
    'makes the text %j no formula',
    (text) => {
      expect(csvLine([text]).replace(/^"/, '')[0]).toBe("'")
    },
  )

  it('never begins a cell of text as a formula', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(csvLine([text]).replace(/^"/, '')).not.toMatch(/^(?!\r\n$)[=+\-@\t\r＝＋－＠]/)
      }),
    )
  })
})
