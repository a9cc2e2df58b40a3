import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { of } from 'rxjs'
import { describe, expect, it, vi } from 'vitest'
import type { CandleImport } from '#contract/candle-imports.ts'
import { ImportCandles } from '#src/features/trading/imports/ImportCandles.tsx'
import { failure, success, type Result } from '#src/lib/result.ts'
import { NOT_LOADED } from '#src/lib/remote-data.ts'
import { createUploads, type CandleImports } from '#src/transport/api/candle-imports.ts'
import { OverlayProvider } from '#src/ui/overlays/OverlayProvider.tsx'

const NOTHING = { minutes: 0, duplicates: 0, rejected: 0, skipped: [], missing: 0, gaps: [], files: [] }

const importOf = (given: Partial<CandleImport> = {}): CandleImport => ({
  id: 'i-1',
  file: 'XBTUSD_1.csv',
  bytes: 2 ** 20,
  source: 'kraken',
  allows_gaps: false,
  status: 'running',
  progress: 0.25,
  findings: { ...NOTHING, minutes: 1_234 },
  reason: null,
  report: null,
  created_at: Date.UTC(2026, 0, 5),
  finished_at: null,
  ...given,
})

async function open(all: readonly CandleImport[], given: Partial<CandleImports> = {}) {
  const done = () => Promise.resolve(success(undefined))
  const imports: CandleImports = {
    list: () => of({ ...NOT_LOADED, value: all, at: 0, isLoading: false }),
    uploads: createUploads(done),
    pause: done,
    resume: done,
    cancel: done,
    ...given,
  }
  const loaded = Promise.resolve(imports)
  await act(async () => {
    render(
      <OverlayProvider>
        <Suspense fallback="Loading">
          <ImportCandles load={() => loaded} onBack={() => undefined} />
        </Suspense>
      </OverlayProvider>,
    )
  })
  return userEvent.setup({ delay: null })
}

const itemOf = (name: string) => within(screen.getByRole('heading', { name }).closest('li')!)

describe('imports of candles', () => {
  it('[BT-60] a running one shows its progress, and is paused', async () => {
    const pause = vi.fn(() => Promise.resolve(success(undefined)))
    const user = await open([importOf()], { pause })
    expect(screen.getByRole('meter', { name: 'Importing' })).toHaveAttribute('aria-valuetext', '25%')
    expect(itemOf('XBTUSD_1.csv').getByText('1,234')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Pause XBTUSD_1.csv' }))
    expect(pause.mock.calls).toEqual([['i-1']])
  })

  it('[BT-62] a paused one is resumed, and cancelled after a question', async () => {
    const cancel = vi.fn(() => Promise.resolve(success(undefined)))
    const resume = vi.fn(() => Promise.resolve(failure('The import has ended.')))
    const user = await open([importOf({ status: 'paused' })], { resume, cancel })
    await user.click(screen.getByRole('button', { name: 'Resume XBTUSD_1.csv' }))
    expect(await screen.findByText(/Failed to resume the import.*The import has ended/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await user.click(screen.getByRole('button', { name: 'Cancel XBTUSD_1.csv' }))
    expect(cancel).not.toHaveBeenCalled()
    await user.click(await screen.findByRole('button', { name: 'Cancel Import' }))
    expect(cancel.mock.calls).toEqual([['i-1']])
  })

  it('[BT-61] a done one says what was added, what is missing and which lines were skipped', async () => {
    const gap = { pair: 'BTCUSD', from: 0, to: 180_000, minutes: 3 } as const
    const skipped = [{ file: 'XBTUSD_1.csv', line: 7, reason: 'has 1 fields instead of 6' }]
    await open([
      importOf({
        status: 'done',
        findings: { ...NOTHING, minutes: 1_234, missing: 3, gaps: [gap], duplicates: 80, rejected: 1, skipped },
        report: { is_known: false, added: 1_200, replaced: 34 },
      }),
      importOf({ id: 'i-2', file: 'b.csv', status: 'failed', reason: 'it contains no candles' }),
      importOf({ id: 'i-3', file: 'c.csv', status: 'done', report: { is_known: true, added: 0, replaced: 0 } }),
    ])
    const item = itemOf('XBTUSD_1.csv')
    expect(item.getByText('1,200 minutes added to the library, 34 minutes replaced.')).toBeInTheDocument()
    expect(item.getByText('Skipped lines (the first 1 of 81)')).toBeInTheDocument()
    expect(item.getByRole('row', { name: /has 1 fields/ })).toHaveTextContent('7')
    expect(item.getByRole('table', { name: 'Longest gaps' })).toHaveTextContent('BTC/USD')
    expect(item.queryByRole('button', { name: /Pause|Cancel/ })).not.toBeInTheDocument()
    expect(itemOf('b.csv').getByText('Nothing was imported: it contains no candles.')).toBeInTheDocument()
    expect(itemOf('c.csv').getByText('The library had all of it already.')).toBeInTheDocument()
  })

  it('[BT-44] an archive says what is in each of its files', async () => {
    const files = [
      { file: 'XBTUSD_1.csv', pair: 'BTCUSD', minutes: 9_999, missing: 1, skipped: 3 } as const,
      { file: 'ETHUSD_1.csv', pair: 'ETHUSD', minutes: 10, missing: 0, skipped: 0 } as const,
    ]
    await open([importOf({ file: 'Kraken_OHLCVT.zip', findings: { ...NOTHING, minutes: 10_009, files } })])
    const item = itemOf('Kraken_OHLCVT.zip')
    expect(item.getByText('Files (2)')).toBeInTheDocument()
    const table = within(item.getByRole('table', { name: 'Files' }))
    expect(table.getByRole('row', { name: /XBTUSD_1\.csv/ })).toHaveTextContent('XBTUSD_1.csvBTC/USD9,99999.9%3')
    expect(table.getByRole('row', { name: /ETHUSD_1\.csv/ })).toHaveTextContent('100.0%')
  })

  it('[BT-60] files are sent one after the other; what was not accepted says why until it is dismissed', async () => {
    const answers: ((result: Result<unknown>) => void)[] = []
    const sent: string[] = []
    const uploads = createUploads((file, { source }, onProgress) => {
      sent.push(`${source} ${file.name}`)
      onProgress(0.5)
      return new Promise((resolve) => answers.push(resolve))
    })
    const user = await open([], { uploads })
    expect(screen.getByText('No imports yet')).toBeInTheDocument()
    const files = ['a.csv', 'b.csv'].map((name) => new File(['x'], name))
    await user.upload(screen.getByLabelText('Choose files or drop them here'), files)
    const form = within(screen.getByRole('form', { name: 'Import files' }))
    const start = form.getByRole('button', { name: 'Import 2 files' })
    expect(start).toBeDisabled()
    await user.type(form.getByRole('textbox', { name: 'Source' }), 'bitstamp')
    await user.click(start)
    expect(await screen.findByRole('meter', { name: 'Uploading a.csv' })).toHaveAttribute('aria-valuetext', '50%')
    expect(sent).toEqual(['bitstamp a.csv'])
    await act(async () => answers[0]?.(failure('The file cannot be imported.')))
    expect(screen.getByRole('alert')).toHaveTextContent('a.csv was not accepted: The file cannot be imported.')
    expect(sent).toEqual(['bitstamp a.csv', 'bitstamp b.csv'])
    await user.click(screen.getByRole('button', { name: 'Dismiss a.csv' }))
    await act(async () => answers[1]?.(success(undefined)))
    expect(screen.queryByRole('list', { name: 'Uploads' })).not.toBeInTheDocument()
  })

  it.each([
    ['XBTUSD_1.csv', 'kraken'],
    ['BTCUSDT-1m-2019-06.zip', 'binance'],
    ['Bitstamp_BTCUSD_2019_minute.csv', 'bitstamp'],
    ['BTCUSD.csv', ''],
  ])('[BT-60] the source of %s is guessed to be "%s", not taken for another', async (name, source) => {
    const user = await open([])
    await user.upload(screen.getByLabelText('Choose files or drop them here'), new File(['x'], name))
    expect(screen.getByRole('textbox', { name: 'Source' })).toHaveValue(source)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('textbox', { name: 'Source' })).toBeNull()
  })

  it('[BT-60] marks an import of before whose header was ignored, and says to import it again', async () => {
    const skipped = [{ file: 'a.csv', line: 1, reason: 'timestamp is not a number: "timestamp"' }]
    await open([importOf({ file: 'a.csv', status: 'done', findings: { ...NOTHING, rejected: 1, skipped } })])
    expect(itemOf('a.csv').getByRole('alert')).toHaveTextContent('The header of this file was ignored')
  })

  it('[BT-60] does not mark one that was imported again since', async () => {
    const skipped = [{ file: 'a.csv', line: 1, reason: 'timestamp is not a number: "timestamp"' }]
    const before = importOf({ file: 'a.csv', status: 'done', findings: { ...NOTHING, rejected: 1, skipped } })
    await open([importOf({ ...before, id: 'i-2', findings: NOTHING, created_at: before.created_at + 1 }), before])
    expect(screen.getAllByRole('heading', { name: 'a.csv' })).toHaveLength(2)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
