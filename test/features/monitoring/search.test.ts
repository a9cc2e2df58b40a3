import { describe, expect, it } from 'vitest'
import { monitoringSearch } from '#src/features/monitoring/search.ts'

describe('[MO-37] the URL', () => {
  it('contains filters, open stream and path', () => {
    const search = {
      category: 'analysis',
      status: 'error',
      q: 'btc',
      stream: 'a:b:c:d:e',
      view: 'json',
      path: '..rsi_14',
    }
    expect(monitoringSearch(search)).toEqual(search)
  })

  it('ignores invalid search params', () => {
    const none = {
      category: undefined,
      status: undefined,
      q: undefined,
      stream: undefined,
      view: undefined,
      path: undefined,
    }
    expect(monitoringSearch({})).toEqual(none)
    expect(
      monitoringSearch({
        category: {},
        status: 'broken',
        q: '',
        stream: ['a'],
        view: 'xml',
        path: 'x'.repeat(400),
        other: 1,
      }),
    ).toEqual(none)
    expect(monitoringSearch({ q: 15 })).toEqual({ ...none, q: '15' })
  })
})
