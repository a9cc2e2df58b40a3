import { BehaviorSubject, map } from 'rxjs'
import { describe, expect, it, vi } from 'vitest'
import type { PaperAccount } from '#contract/paper/account.ts'
import type { Services } from '#src/app/services.ts'
import { paperLevels, positionLevels } from '#src/features/dashboard/chart/overlays/chart-overlays.ts'
import type { Paper } from '#src/transport/api/paper.ts'

type Allocations = readonly {
  readonly id: string
  readonly pair: string
  readonly position: {
    readonly entry_price: number
    readonly stop: number | null
    readonly target: number | null
  } | null
}[]
const accountOf = (allocations: Allocations) =>
  ({ allocations: allocations.map((each) => ({ name: 'Trend', ...each })) }) as unknown as PaperAccount
const position = { entry_price: 100, stop: 95, target: null }

describe('[CH-75] the levels of positions', () => {
  it('are entry, stop and target of what is open on the pair', () => {
    const account = accountOf([
      { id: 'a', pair: 'BTCUSD', position },
      { id: 'b', pair: 'BTCUSD', position: null },
      { id: 'c', pair: 'ETHUSD', position },
    ])
    expect(positionLevels(account, 'BTCUSD')).toEqual([
      { id: 'Entry a', text: 'Entry, Trend', price: 100, tone: 'text', isMovable: false },
      { id: 'Stop a', text: 'Stop, Trend', price: 95, tone: 'down', isMovable: true },
    ])
    expect(positionLevels(null, 'BTCUSD')).toEqual([])
  })

  it('move with what the position has now, and are the same array until one moves', async () => {
    const account$ = new BehaviorSubject<PaperAccount | null>(accountOf([{ id: 'a', pair: 'BTCUSD', position }]))
    const protect = vi.fn<Paper['protect']>(async () => ({ ok: true, value: { success: true, id: 'a' } }))
    const paper = { account: () => account$.pipe(map((value) => ({ value }))), protect }
    const services = { strategies: () => Promise.resolve({ paper }) } as unknown as Services
    const seen: (readonly unknown[])[] = []
    let move: ((id: string, price: number) => Promise<string | undefined>) | undefined
    paperLevels(services, 'BTCUSD').subscribe(({ levels, moveLevel }) => {
      seen.push(levels)
      move = moveLevel
    })
    await Promise.resolve()
    account$.next(accountOf([{ id: 'a', pair: 'BTCUSD', position: { ...position } }]))
    expect(seen).toHaveLength(1)
    account$.next(accountOf([{ id: 'a', pair: 'BTCUSD', position: { ...position, target: 120 } }]))
    expect(seen).toHaveLength(2)
    await expect(move?.('Stop a', 96)).resolves.toBeUndefined()
    await expect(move?.('Target a', 121)).resolves.toBeUndefined()
    expect(protect.mock.calls).toEqual([
      ['a', 96, 120],
      ['a', 95, 121],
    ])
    account$.next(accountOf([]))
    await expect(move?.('Stop a', 97)).resolves.toBe('The position is closed.')
  })
})
