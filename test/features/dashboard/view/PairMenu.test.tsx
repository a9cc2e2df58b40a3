import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { BehaviorSubject } from 'rxjs'
import { expect, it, vi } from 'vitest'
import type { PairId } from '#contract/pairs.ts'
import { PairMenu } from '#src/features/dashboard/view/PairMenu.tsx'
import { watchlistOf } from '#src/features/dashboard/view/watchlist.ts'
import type { FiguresByPair } from '#src/streams/index.ts'

const figures = (last: number, change: number) => ({
  last,
  day: { change, high: last, low: last, volume: 1, coveredS: 86_400 },
})
const FIGURES$ = new BehaviorSubject<FiguresByPair>(
  new Map([
    ['BTCUSD', figures(61_234.5, 1.25)],
    ['ETHUSD', figures(3_200.5, -2)],
  ]),
)

function setUp(pinned: readonly PairId[] = []) {
  const onChoose = vi.fn<(pair: PairId) => void>()
  function Menu() {
    const [pins, setPins] = useState(pinned)
    const list = watchlistOf(['BTCUSD', 'ETHUSD', 'XRPUSD'], pins)
    return <PairMenu list={list} pairFigures$={FIGURES$} chosen="BTCUSD" onChoose={onChoose} onPin={setPins} />
  }
  render(<Menu />)
  return { onChoose, user: userEvent.setup({ delay: null }) }
}

const rows = () => within(screen.getByRole('list')).getAllByRole('listitem')
const names = () => rows().map((row) => row.getAttribute('data-pair'))

it('[DA-28] the menu has price and change of each pair, and is searched by name', async () => {
  const { user, onChoose } = setUp()
  await user.click(screen.getByRole('button', { name: 'Pair: BTC/USD' }))
  expect(
    screen.getByRole('button', {
      name: /^BTC\/USD 61,234\.5 \+1\.25% 24 h High 61,234\.5 · Low 61,234\.5 · Volume 1\.00 BTC$/,
    }),
  ).toHaveAttribute('aria-current', 'true')
  expect(screen.getByRole('button', { name: /^ETH\/USD 3,200\.50 -2/ })).not.toHaveAttribute('aria-current')

  await user.type(screen.getByRole('searchbox', { name: 'Search pairs' }), 'eth')
  expect(names()).toEqual(['ETHUSD'])
  await user.keyboard('{Enter}')
  expect(onChoose.mock.calls).toEqual([['ETHUSD']])
  expect(screen.queryByRole('list')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Pair: BTC/USD' }))
  await user.type(screen.getByRole('searchbox'), 'nosuch')
  expect(screen.getByText('No pair of this server is called nosuch')).toBeInTheDocument()
})

it('[DA-28] the arrow keys walk the pairs, with Alt they move a pinned one', async () => {
  const { user, onChoose } = setUp(['XRPUSD', 'ETHUSD'])
  await user.click(screen.getByRole('button', { name: 'Pair: BTC/USD' }))
  expect(names()).toEqual(['XRPUSD', 'ETHUSD', 'BTCUSD'])
  await user.click(screen.getByRole('searchbox'))
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toHaveTextContent('ETH/USD')
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(names()).toEqual(['ETHUSD', 'XRPUSD', 'BTCUSD'])
  expect(document.activeElement).toHaveTextContent('ETH/USD')

  await user.click(screen.getByRole('button', { name: 'Pin BTC/USD' }))
  await user.click(screen.getByRole('button', { name: 'Pin XRP/USD' }))
  expect(names()).toEqual(['ETHUSD', 'BTCUSD', 'XRPUSD'])
  expect(screen.getByRole('button', { name: 'Pin XRP/USD' })).toHaveAttribute('aria-pressed', 'false')
  await user.keyboard('{ArrowUp}{Enter}')
  expect(onChoose.mock.calls).toEqual([['BTCUSD']])
})
