import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { SCORE_KINDS, type NamedScore, type ScoreCard, type ScoreQuery } from '#contract/score-card/schema.ts'
import { ScoreArea } from '#src/features/score/ScoreArea.tsx'
import { scoreSearch, type ScoreSearch } from '#src/features/score/search.ts'
import { scoresCsv } from '#src/features/score/texts.ts'
import type { Result } from '#src/lib/result.ts'
import { reliabilityOption } from '#src/ui/charts/reliability-option.ts'
import { OverlayProvider } from '#src/ui/overlays/OverlayProvider.tsx'

// Drawn on a canvas, which jsdom has not.
vi.mock('#src/ui/charts/ReliabilityChart.tsx', () => ({ default: () => <figure aria-label="Reliability diagram" /> }))

const score = (name: string, held: number, count: number): NamedScore => ({
  name,
  held,
  count,
  claimed: 0.51,
  chance: 0.47,
})
const EMPTY = { held: 0, count: 0, claimed: null, chance: null }
const NOTHING = { total: EMPTY, reliability: [], pairs: [], timeframes: [], classes: [], months: [] }
const LEVELS = {
  kind: 'level' as const,
  total: { held: 212, count: 431, claimed: 0.51, chance: 0.47 },
  reliability: [{ claimed: 0.51, held: 212, count: 431 }],
  pairs: [score('BTCUSD', 212, 431)],
  timeframes: [],
  classes: [score('Strong', 200, 402), score('Weak', 12, 29)],
  months: [score('2019-06', 212, 431)],
}
const CARD: ScoreCard = {
  kinds: SCORE_KINDS.map((kind) => (kind === 'level' ? LEVELS : { kind, ...NOTHING })),
  pairs: ['BTCUSD'],
  months: ['2019-06'],
  market: 'simulated',
  past: { counted: 1, waiting: 2, sources: ['kraken'] },
}

function show(start: ScoreSearch = {}, card: ScoreCard | null = CARD, mayImport = false) {
  const asked: ScoreQuery[] = []
  const searches: ScoreSearch[] = []
  const onDashboard = vi.fn<() => void>()
  const onImport = vi.fn<() => void>()
  async function scoreCard(query: ScoreQuery): Promise<Result<ScoreCard>> {
    asked.push(query)
    return card === null ? { ok: false as const, error: 'The server is busy.' } : { ok: true as const, value: card }
  }
  function Area() {
    const [search, setSearch] = useState(start)
    const go = (next: ScoreSearch) => {
      searches.push(next)
      setSearch(next)
    }
    const [load] = useState(() => scoreCard)
    return (
      <ScoreArea
        scoreCard={load}
        search={search}
        go={go}
        onDashboard={onDashboard}
        onImport={mayImport ? onImport : undefined}
      />
    )
  }
  render(
    <OverlayProvider>
      <Area />
    </OverlayProvider>,
  )
  return { asked, searches, onDashboard, onImport }
}
const user = userEvent.setup({ delay: null })

describe('the score-card', () => {
  it('[SC-40] [SC-41] shows the total, the reliability and each class, the small ones greyed with their count', async () => {
    show()
    expect(screen.getByText('Loading scores...')).toBeInTheDocument()
    expect(await screen.findByText('Held 212 of 431 (49 %), claimed 51 %, chance 47 %')).toBeInTheDocument()
    expect(await screen.findByRole('figure', { name: 'Reliability diagram' })).toBeInTheDocument()
    expect(
      screen.getByText('Past months from kraken, each from one source · 2 past months still to be counted'),
    ).toBeInTheDocument()
    const classes = within(screen.getByRole('table', { name: 'By class' }))
    const [, strong, weak] = classes.getAllByRole('row')
    expect(within(strong!).getByText('402')).not.toHaveAttribute('title')
    expect(within(weak!).getByText('29')).toHaveAttribute('title', 'Fewer than 30 cases')
  })

  it('[SC-40] keeps kind and filters in the address, and asks for what it says', async () => {
    const { asked, searches } = show({ month: '2019-06', class: 'Strong', timeframe: 'M5' })
    await screen.findByText(/^Held 212/)
    expect(screen.queryByRole('combobox', { name: 'Timeframe' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Patterns' }))
    expect(searches.at(-1)).toEqual({ kind: 'pattern', month: '2019-06', class: undefined, timeframe: 'M5' })
    expect(await screen.findByText('No closed cases with these filters')).toBeInTheDocument()
    expect(asked).toEqual([
      { month: '2019-06', class: 'Strong' },
      { month: '2019-06', timeframe: 'M5' },
    ])
    await user.click(screen.getByRole('combobox', { name: 'Cases' }))
    await user.click(await screen.findByRole('option', { name: 'Live (simulated market)' }))
    expect(searches.at(-1)).toMatchObject({ kind: 'pattern', source: 'live' })
    expect(scoreSearch({ kind: 'x', pair: 'ABC', month: '2019-6', timeframe: 'M30', class: 'Weak' })).toEqual({
      class: 'Weak',
    })
  })

  it('[SC-40] without cases, leads back to all of them, and from there to what is published', async () => {
    const { searches, onDashboard } = show({ kind: 'break', month: '2019-06' })
    await user.click(await screen.findByRole('button', { name: 'Clear Filters' }))
    expect(searches.at(-1)).toEqual({ kind: 'break' })
    expect(await screen.findByText('No closed cases yet')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'See what is published now' }))
    expect(onDashboard).toHaveBeenCalledOnce()
  })

  it('[SC-40] without cases, says what the user can do, and no command of the server', async () => {
    show({ kind: 'break' })
    expect(await screen.findByText(/are imported by an administrator/)).toBeInTheDocument()
    expect(screen.queryByText(/npm/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Import past candles' })).toBeNull()
  })

  it('[SC-40] without cases, leads those who may import candles to where they can', async () => {
    const { onImport } = show({ kind: 'break' }, CARD, true)
    await user.click(await screen.findByRole('button', { name: 'Import past candles' }))
    expect(onImport).toHaveBeenCalledOnce()
    expect(screen.queryByText(/administrator|npm/)).toBeNull()
  })

  it('[SC-40] says why there are no scores, and tries again', async () => {
    const { asked } = show({}, null)
    expect(await screen.findByText('The server is busy.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(asked).toHaveLength(2)
  })

  it('[SC-42] exports what it shows', () => {
    expect(scoresCsv(LEVELS).split('\r\n').slice(0, 4)).toEqual([
      'kind,by,name,held,count,claimed,chance',
      'level,total,,212,431,0.51,0.47',
      'level,pair,BTCUSD,212,431,0.51,0.47',
      'level,class,Strong,200,402,0.51,0.47',
    ])
  })

  it('[SC-41] draws intervals for bins with enough cases only', () => {
    const bins = [...LEVELS.reliability, { claimed: 0.6, held: 9, count: 29 }]
    const { series, xAxis } = reliabilityOption(bins, 'dark')
    expect(series.map(({ name }) => name)).toEqual([
      'As claimed',
      'claimed 51%, held 49% (44% to 54%) of 431',
      'claimed 51%, held 49% (44% to 54%) of 431',
      expect.stringMatching(/^claimed 60%, held 31% .* of 29$/),
    ])
    expect(xAxis).toMatchObject({ min: 0.3, max: 0.6 })
  })
})
