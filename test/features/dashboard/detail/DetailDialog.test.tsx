import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { MEANINGS } from '#src/analysis/meanings.ts'
import { DetailDialog, type StreamDetail } from '#src/features/dashboard/detail/DetailDialog.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { OverlayProvider } from '#src/ui/overlays/OverlayProvider.tsx'
import { HOSTILE_TEXTS } from '#test/support/data/hostile-texts.ts'
import { AT, KEYS, marketStructure, wrapped } from '#test/support/data/payloads.ts'
import type { RawView } from '#src/ui/data/RawData.tsx'

// Loaded beforehand, so that no test waits for the compiler.
await import('#src/features/dashboard/detail/RawMessage.tsx')

const DATA = wrapped('structure', marketStructure())
const DETAIL: StreamDetail = {
  key: KEYS.structure,
  status: 'active',
  messageCount: 1_234,
  receivedAt: AT * 1000 + 7,
  analysisTime: AT * 1000,
  data: DATA,
  messages: [
    { timestamp: AT * 1000, data: DATA },
    { timestamp: (AT - 60) * 1000, data: DATA },
    { timestamp: (AT - 120) * 1000, data: wrapped('structure', marketStructure({ momentum: 0.9 })) },
  ],
  figures: MEANINGS.structure,
}

function Page(props: { readonly detail?: StreamDetail | undefined; readonly available?: readonly string[] }) {
  const [open, setOpen] = useState(false)
  const [view, setView] = useState<RawView>('table')
  return (
    <OverlayProvider>
      <Card title="Market Structure" onOpen={() => setOpen(true)}>
        <p>Some figures</p>
        <button type="button">Show all</button>
      </Card>
      <p>Beside</p>
      <DetailDialog
        title="Market Structure"
        open={open}
        onClose={() => setOpen(false)}
        detail={props.detail}
        availableKeys={props.available ?? []}
        view={view}
        onView={setView}
      />
    </OverlayProvider>
  )
}

function backdrop(): Element {
  const found = document.querySelector('[role="presentation"][data-open]')
  if (!found) throw new Error('no backdrop')
  return found
}
const title = () => screen.getByRole('button', { name: 'Market Structure' })
async function open(page = <Page detail={DETAIL} />) {
  const user = userEvent.setup({ writeToClipboard: false, delay: null })
  render(page)
  await user.click(title())
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Market Structure' })) }
}

const rowOf = (dialog: ReturnType<typeof within>, name: string) =>
  within(dialog.getByRole('cell', { name }).closest('tr') ?? document.body)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

describe('[MA-63] [UI-15] a card opens its raw message', () => {
  it('on a click anywhere on it except its own buttons', async () => {
    const user = userEvent.setup()
    render(<Page detail={DETAIL} />)
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    await user.click(screen.getByText('Beside'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByText('Some figures'))
    expect(await screen.findByRole('dialog', { name: 'Market Structure' })).toBeInTheDocument()
  })

  it('on Enter', async () => {
    const user = userEvent.setup()
    render(<Page detail={DETAIL} />)
    await user.tab()
    expect(title()).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Market Structure' })).toBeInTheDocument()
  })

  it('not when text on it is being selected', async () => {
    render(<Page detail={DETAIL} />)
    const figures = screen.getByText('Some figures')
    window.getSelection()?.selectAllChildren(figures)
    figures.click()
    expect(screen.queryByRole('dialog')).toBeNull()
    window.getSelection()?.removeAllRanges()
  })
})

describe('[MA-64] the raw message', () => {
  it('[FG-21] is shown with its stream, its times, and its figures by kind', async () => {
    const { user, dialog } = await open()
    const rows = dialog.getAllByRole('term').map((each) => [each.textContent, each.nextSibling?.textContent])
    expect(rows).toEqual([
      ['Stream key', KEYS.structure],
      ['Status', 'active'],
      ['Message count', '1,234'],
      ['Received time', '2019-06-30 22:00:00 UTC'],
      ['Analysis time', '2019-06-30 22:00:00 UTC'],
      ['Probability', 'Confidence'],
      ['Evidence, not a probability', 'Regime confidence'],
      [
        'Measurement',
        'Trend strength, Momentum, Regime duration (full at 4 h), Strength of a cluster, Strength of a timeframe',
      ],
    ])
    await user.click(await dialog.findByRole('tab', { name: 'JSON' }))
    const json = dialog.getByRole('region', { name: 'Latest message as JSON' })
    expect(JSON.parse(json.textContent)).toEqual(DATA)
  })

  it('[MA-79] is a table of values with units, meanings and last changes', async () => {
    const { dialog } = await open()
    await dialog.findByRole('table', { name: 'Values' })
    expect(rowOf(dialog, 'Momentum')).toEqual([
      'Momentum',
      '0.38',
      '0 to 1',
      'RSI(14) of M15; 0.5 is neutral; a measurement',
      '21:59:00',
    ])
    expect(rowOf(dialog, 'Timestamp').slice(1)).toEqual([
      `${AT}2019-06-30 22:00:00 UTC`,
      'unix s',
      'The minute up to which candles were known',
      'before 21:58:00',
    ])
  })

  it('[MA-80] is searched in both views, and copied whole', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { user, dialog } = await open()
    await user.type(await dialog.findByLabelText('Search values'), 'rsi')
    expect(dialog.getByText(/^1 of \d+ values$/)).toBeInTheDocument()
    expect(dialog.getAllByRole('row')).toHaveLength(2)
    await user.click(dialog.getByRole('button', { name: 'Copy table' }))
    const lines = writeText.mock.calls.flat().join('').split('\n')
    expect(lines[0]).toBe('name\tvalue\tunit\tmeaning\tlast change (UTC)')
    expect(lines).toContain(
      'momentum\t0.38\t0 to 1\tRSI(14) of M15; 0.5 is neutral; a measurement\t2019-06-30T21:59:00.000Z',
    )
    expect(lines.length).toBeGreaterThan(20)
    await user.click(dialog.getByRole('tab', { name: 'JSON' }))
    const json = dialog.getByRole('region', { name: 'Latest message as JSON' })
    expect(JSON.parse(json.textContent)).toEqual({ momentum: 0.38 })
    await user.type(dialog.getByLabelText('Search values'), ' unheard')
    expect(json.textContent).toBe('No value matches the search.')
    writeText.mockRestore()
  })

  it('shows N/A for a missing analysis time', async () => {
    const { dialog } = await open(<Page detail={{ ...DETAIL, analysisTime: undefined }} />)
    expect(dialog.getByText('Analysis time').nextSibling?.textContent).toBe('N/A')
  })

  it('is copied completely, with a confirmation', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const long = { Analysis: { text: 'x'.repeat(200_000) } }
    const { user, dialog } = await open(<Page detail={{ ...DETAIL, data: long }} />)
    await user.click(await dialog.findByRole('tab', { name: 'JSON' }))
    expect(dialog.getByText(/Truncated. Copying includes all 200,\d+ characters/)).toBeInTheDocument()
    await user.click(await dialog.findByRole('button', { name: 'Copy JSON' }))
    expect(writeText.mock.calls).toEqual([[JSON.stringify(long, null, 2)]])
    expect(await screen.findByText('JSON copied to clipboard')).toBeInTheDocument()
    writeText.mockRestore()
  })

  it('[MA-73] MS-19 is copied so that texts of any script can be parsed again', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const data = { Analysis: { texts: HOSTILE_TEXTS, [HOSTILE_TEXTS[0] ?? '']: 1 } }
    const { user, dialog } = await open(<Page detail={{ ...DETAIL, data }} />)
    await user.click(await dialog.findByRole('button', { name: 'Copy JSON' }))
    const copied = writeText.mock.calls.flat().join('')
    // As the clipboard has it, which holds no half of a character.
    expect(JSON.parse(new TextDecoder().decode(new TextEncoder().encode(copied)))).toEqual(data)
    writeText.mockRestore()
  })

  it('shows an error when it cannot be copied', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    const { user, dialog } = await open()
    await user.click(await dialog.findByRole('button', { name: 'Copy JSON' }))
    expect(await screen.findByText('Failed to copy to clipboard')).toBeInTheDocument()
    writeText.mockRestore()
  })
})

describe('[MA-65] without a message', () => {
  it('lists the streams that have one', async () => {
    const { dialog } = await open(<Page available={[KEYS.levels, KEYS.patterns]} />)
    expect(dialog.getByText('No stream data available')).toBeInTheDocument()
    const list = within(dialog.getByRole('list', { name: 'Available streams' }))
    expect(list.getAllByRole('listitem').map((each) => each.textContent)).toEqual([KEYS.levels, KEYS.patterns])
  })

  it('says that no stream has sent anything', async () => {
    const { dialog } = await open(<Page />)
    expect(dialog.getByText('No stream has sent anything yet.')).toBeInTheDocument()
  })
})

describe('[MA-66] the raw message closes', () => {
  it.each<[string, (user: ReturnType<typeof userEvent.setup>) => Promise<void>]>([
    ['Escape', (user) => user.keyboard('{Escape}')],
    ['its button', (user) => user.click(screen.getByRole('button', { name: 'Close' }))],
  ])('on %s, and the focus returns to its card', async (_, close) => {
    const { user } = await open()
    await close(user)
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await vi.waitFor(() => expect(title()).toHaveFocus())
  })

  it('on a click outside', async () => {
    const { user } = await open()
    await user.click(backdrop())
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
