import { describe, expect, it } from 'vitest'
import { shellSearch } from '#src/features/shell/search.ts'

const NONE = { dialog: undefined, inspector: undefined, actor: undefined }

describe('[SH-22] the address of the shell', () => {
  it('has the open dialog, the panel of the inspector, and its actor', () => {
    const search = { dialog: 'connection', inspector: 'streams', actor: 'session 1' }
    expect(shellSearch(search)).toEqual(search)
    expect(shellSearch({ actor: 3 })).toEqual({ ...NONE, actor: '3' })
  })

  it.each([
    [{}],
    [{ dialog: 'logout', inspector: 'all', actor: '' }],
    [{ dialog: {}, inspector: [], actor: 'x'.repeat(300) }],
  ])('ignores %j', (search) => expect(shellSearch(search)).toEqual(NONE))
})
