import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/admin.ts'
import { auditSentence } from '#src/features/admin/security/audit-sentence.ts'
import { runBulk, summaryOf, type Outcome } from '#src/ui/table/bulk.ts'
import { pageOf } from '#src/ui/table/PagedTable.tsx'
import { securitySearch, usersSearch } from '#src/features/admin/search-params.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

describe('[AS-44] the page of a list', () => {
  it.each([
    ['a page of many', numbers(50), 120, 2, { rows: numbers(50), total: 120, pageCount: 3 }],
    ['an empty list', [], 0, 1, { rows: [], total: 0, pageCount: 1 }],
    ['a list without a total', [7], undefined, 1, { rows: [7], total: 1, pageCount: 1 }],
    ['the end of a whole list', numbers(60), undefined, 2, { rows: numbers(60).slice(50), total: 60, pageCount: 2 }],
  ])('%s', (_, listed, total, page, expected) => {
    expect(pageOf(listed, total, page, 50)).toEqual(expected)
  })
})

describe('[AS-71] the address of a table', () => {
  it('keeps known orders, pages and columns, and ignores the rest', () => {
    expect(usersSearch({ sort: '-email', page: 3, hide: 'role.username' })).toMatchObject({
      sort: '-email',
      page: 3,
      hide: 'role.username',
    })
    const other = usersSearch({ sort: 'password_hash', page: 0, hide: {} })
    expect([other.sort, other.page, other.hide]).toEqual([undefined, undefined, undefined])
  })

  it('has the orders of its tab', () => {
    const sortOf = (tab: string) => securitySearch({ tab, sort: '-severity' }).sort
    expect([sortOf('alerts'), sortOf('audit')]).toEqual(['-severity', undefined])
  })
})

describe('[AS-72] an action on several rows', () => {
  const rows = [1, 2, 3].map((row) => ({ row, id: String(row) }))

  it('runs one after the other, leaves out what it does not apply to, and goes on after a failure', async () => {
    const reported: [string, Outcome['kind']][] = []
    const action = {
      exempts: (row: number) => (row === 2 ? 'no' : undefined),
      run: (row: number) =>
        Promise.resolve(row === 1 ? ({ ok: false, error: 'why' } as const) : ({ ok: true, value: 0 } as const)),
    }
    await runBulk(action, rows, (id, { kind }) => reported.push([id, kind]), new AbortController().signal)
    expect(reported).toEqual([
      ['1', 'running'],
      ['1', 'failed'],
      ['2', 'skipped'],
      ['3', 'running'],
      ['3', 'done'],
    ])
  })

  it('ends after the running row when it is stopped', async () => {
    const stop = new AbortController()
    const ran: number[] = []
    const action = {
      exempts: () => undefined,
      run: (row: number) => {
        ran.push(row)
        stop.abort()
        return Promise.resolve({ ok: true, value: 0 } as const)
      },
    }
    await runBulk(action, rows, () => undefined, stop.signal)
    expect(ran).toEqual([1])
  })

  it('sums up what became of the rows', () => {
    const outcomes: Outcome[] = [
      { kind: 'done' },
      { kind: 'failed', reason: '' },
      { kind: 'skipped', reason: '' },
      { kind: 'waiting' },
    ]
    expect(summaryOf(outcomes)).toBe('1 of 4 done, 1 failed, 1 left out')
  })
})

describe('[AS-46] the sentence of an audit entry', () => {
  const sentence = (over: Partial<AuditEntry>) =>
    auditSentence({
      id: '1',
      user_id: 'u1',
      user_email: 'root@pairbot.test',
      action: 'session.started',
      ip_address: null,
      details: {},
      created_at: '2026-01-05T08:00:00Z',
      ...over,
    })

  it.each([
    [{ action: 'session.started' }, 'root@pairbot.test signed in.'],
    [
      { action: 'user.role_changed', target_email: 'eve@pairbot.test', details: { from: 'Trader', to: 'Admin' } },
      'root@pairbot.test changed the role of eve@pairbot.test from Trader to Admin.',
    ],
    [
      { action: 'user.created', target_email: 'root@pairbot.test', details: { by: 'invitation', role: 'Trader' } },
      'root@pairbot.test registered with an invitation as Trader.',
    ],
    [
      {
        action: 'user.created',
        user_id: null,
        target_email: 'eve@pairbot.test',
        details: { by: 'command line', role: 'Viewer' },
      },
      'The server created the account of eve@pairbot.test as Viewer.',
    ],
    [
      { action: 'session.force_logout', target_email: 'eve@pairbot.test', details: { sessions_ended: 1 } },
      'root@pairbot.test ended 1 session of eve@pairbot.test.',
    ],
    [
      {
        action: 'session.force_logout',
        target_email: 'eve@pairbot.test',
        details: { sessions_ended: 2, tokens_revoked: 1 },
      },
      'root@pairbot.test ended 2 sessions of eve@pairbot.test and revoked 1 API token.',
    ],
    [{ action: 'toString', user_email: null }, 'An unknown user: toString'],
  ])('%o', (entry, text) => {
    expect(sentence(entry)).toBe(text)
  })
})
