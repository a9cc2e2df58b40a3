import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Age } from '#src/ui/text/Age.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Card, type CardState } from '#src/ui/cards/Card.tsx'
import { PriceChange } from '#src/ui/data/PriceChange.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { LiveRegion } from '#src/ui/feedback/LiveRegion.tsx'
import { Gauge } from '#src/ui/data/Gauge.tsx'
import { Meter } from '#src/ui/data/Meter.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { RelativeTime } from '#src/ui/text/RelativeTime.tsx'
import { Table } from '#src/ui/table/Table.tsx'

const card = (state: CardState) =>
  render(
    <Card title="Market Structure" state={state} bodyHeight="160px" footer="Simulated">
      Body
    </Card>,
  )

const MEANING = { kind: 'evidence', says: 'The share.' } as const

describe('[UI-11] a card', () => {
  it('is a region with its title', () => {
    card({ kind: 'ready' })
    const region = screen.getByRole('region', { name: 'Market Structure' })
    expect(region).toHaveAttribute('aria-busy', 'false')
    expect(within(region).getByText('Body').style.minHeight).toBe('160px')
  })

  it.each([
    { kind: 'loading', text: 'Analyzing' },
    { kind: 'empty', text: 'No significant patterns detected' },
  ] as const)('shows the $kind state at the same height', (state) => {
    card(state)
    const region = screen.getByRole('region', { name: 'Market Structure' })
    expect(region).toHaveAttribute('aria-busy', String(state.kind === 'loading'))
    expect(screen.getByText(state.text).closest('[style]')).toHaveProperty('style.minHeight', '160px')
    expect(screen.queryByText('Body')).toBeNull()
    expect(screen.getByText('Simulated')).toBeInTheDocument()
  })

  it('keeps its content when stale and shows since when', () => {
    card({ kind: 'stale', text: 'Last update 12 minutes ago' })
    expect(screen.getByText('Body')).toBeInTheDocument()
    expect(screen.getByText('Last update 12 minutes ago')).toBeInTheDocument()
  })

  it('shows an error that can be retried', async () => {
    const onRetry = vi.fn<() => void>()
    card({ kind: 'error', message: 'Connection Error', onRetry })
    expect(screen.getByRole('alert')).toHaveTextContent('Connection Error')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(onRetry).toHaveBeenCalledTimes(1)
  })
})

describe('[UI-12] a meter', () => {
  it.each([
    { value: 0.66, shown: 0.66 },
    { value: 1.5, shown: 1 },
    { value: -1, shown: 0 },
    { value: null, shown: 0 },
    { value: Number.NaN, shown: 0 },
  ])('draws $value as $shown', ({ value, shown }) => {
    const { container } = render(<Meter label="Strength" value={value} text="as text" meaning={MEANING} />)
    expect(screen.getByRole('meter', { name: 'Strength' }).ariaValueNow).toBe(String(shown))
    const styles = [...container.querySelectorAll('[style]')].map((bar) => bar.getAttribute('style'))
    expect(styles).toEqual([expect.stringMatching(new RegExp(`: ${shown * 100}%;?$`))])
  })
})

describe('[UI-12] a gauge', () => {
  const arc = (container: HTMLElement) =>
    container.querySelector('[stroke-dasharray]')?.getAttribute('stroke-dasharray')

  it.each([
    [0.64, '64 100'],
    [7, '100 100'],
    [0, undefined],
    [-1, undefined],
    [Number.NaN, undefined],
    [null, undefined],
  ])('draws %s as %s', (value, drawn) => {
    const { container } = render(
      <Gauge label="Momentum" value={value} text="as text" caption="neutral" meaning={MEANING} />,
    )
    expect(arc(container)).toBe(drawn)
    expect(screen.getByRole('meter', { name: 'Momentum' })).toHaveAttribute('aria-valuetext', 'as text')
    expect(container.textContent).toBe('as textMomentumneutral')
  })
})

it('[UI-3] a price change has an arrow and a sign', () => {
  const { container } = render(
    <>
      <PriceChange percent={1.25} />
      <PriceChange percent={-0.4} />
      <PriceChange percent={0} />
      <PriceChange percent={null} />
    </>,
  )
  expect([...container.children].map((each) => [each.textContent, each.querySelectorAll('svg').length])).toEqual([
    ['+1.25%', 1],
    ['-0.40%', 1],
    ['0.00%', 0],
    ['N/A', 0],
  ])
})

describe('times', () => {
  const AT = Date.UTC(2019, 5, 30, 23, 59, 7)

  it('[UI-20] relative time has the exact time as title', () => {
    render(<RelativeTime at={AT} now={AT + 300_000} />)
    const time = screen.getByText('5 minutes ago')
    expect(time.title).toBe('2019-06-30 23:59:07 UTC')
    expect(time).toHaveAttribute('datetime', '2019-06-30T23:59:07.000Z')
  })

  it('an age is marked when stale', () => {
    render(
      <>
        <Age at={AT} now={AT + 600_000} staleAfterMs={600_000} />
        <Age at={AT} now={AT + 660_000} staleAfterMs={600_000} />
      </>,
    )
    expect(screen.getByText('10 min ago')).toBeInTheDocument()
    expect(screen.getByText('11 min ago · stale')).toBeInTheDocument()
  })

  it('[UI-21] an invalid time is an Invalid Date', () => {
    render(
      <>
        <RelativeTime at={Number.NaN} now={AT} />
        <Age at={Number.NaN} now={AT} />
      </>,
    )
    expect(screen.getAllByText('Invalid Date')).toHaveLength(2)
  })
})

it('alerts are assertive for dangers and polite for notes', () => {
  render(
    <>
      <Alert tone="danger">Lost</Alert>
      <Alert tone="info">Noted</Alert>
      <LiveRegion>Copied</LiveRegion>
      <LiveRegion assertive>Gone</LiveRegion>
    </>,
  )
  expect(screen.getAllByRole('alert').map((each) => each.textContent)).toEqual(['Lost', 'Gone'])
  expect(screen.getAllByRole('status').map((each) => each.textContent)).toEqual(['Noted', 'Copied'])
})

it('a key-value list pairs labels with values', () => {
  render(<KeyValueList items={[{ label: 'Persistence', value: 'Enabled' }]} />)
  expect(screen.getByRole('term').textContent).toBe('Persistence')
  expect(screen.getByRole('definition').textContent).toBe('Enabled')
})

describe('Table', () => {
  const columns = [{ id: 'name', header: 'Name', cell: (row: string) => row.toUpperCase() }]

  it('has a name, headers and rows, and is focusable', async () => {
    render(<Table caption="Models" columns={columns} rows={['a', 'b']} rowKey={String} empty="No models" />)
    const table = screen.getByRole('table', { name: 'Models' })
    expect(
      within(table)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['A', 'B'])
    await userEvent.tab()
    expect(document.activeElement?.contains(table)).toBe(true)
  })

  it('shows a text if there are no rows', () => {
    render(<Table caption="Models" columns={columns} rows={[]} rowKey={String} empty="No models" />)
    expect(screen.getByRole('cell', { name: 'No models' })).toBeInTheDocument()
  })
})

it('a page header sets the heading and the document title', () => {
  render(<PageHeader title="Trading Dashboard" subtitle="Live" documentTitle="Dashboard" />)
  expect(screen.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeInTheDocument()
  expect(document.title).toBe('Pairbot · Dashboard')
})
