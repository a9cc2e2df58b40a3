import { ArrowLeft } from 'lucide-react'
import { useObservableState } from 'observable-hooks'
import { type FormEvent, use, useState } from 'react'
import { type CandleImport, importSourceSchema } from '#contract/candle-imports.ts'
import { CANDLE_IMPORT } from '#contract/limits.ts'
import type { CandleImports, Upload } from '#src/app/services.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Meter } from '#src/ui/data/Meter.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Checkbox } from '#src/ui/fields/Checkbox.tsx'
import { FilePicker } from '#src/ui/fields/FilePicker.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { formatPercent, pluralize } from '#src/ui/format/number.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { ImportItem } from './ImportItem.tsx'
import * as css from './imports.css.ts'
import { useImportActions } from './useImportActions.ts'

const MIB = 1_048_576
const SHARE = { kind: 'measurement', says: 'The share of the file that was sent.' } as const

function UploadItem({ upload, onRemove }: { readonly upload: Upload; readonly onRemove: (id: number) => void }) {
  const { id, name, share, error } = upload
  const verb = error === undefined ? 'Cancel' : 'Dismiss'
  return (
    <li className={css.item}>
      {error === undefined ? (
        <Meter label={`Uploading ${name}`} value={share} text={formatPercent(share)} meaning={SHARE} />
      ) : (
        <p className={css.error} role="alert">
          {name} was not accepted: {error}
        </p>
      )}
      <div className={layout.wrap[2]}>
        <Button size="small" aria-label={`${verb} ${name}`} onClick={() => onRemove(id)}>
          {verb}
        </Button>
      </div>
    </li>
  )
}

/** Exchanges by what is in the names of their files, or by the form of these names. */
const SOURCES: readonly (readonly [source: string, name: RegExp])[] = [
  ...['kraken', 'binance', 'bitfinex', 'bitstamp', 'coinbase', 'gemini', 'okx', 'bybit'].map(
    (source) => [source, new RegExp(source, 'i')] as const,
  ),
  ['kraken', /^[A-Z]+USD_1\.csv(\.gz)?$/],
  ['binance', /^[A-Z]+USD[TC]-1m-\d{4}-\d{2}/],
]

/** Where a file's candles seem to come from, by its name; empty if nothing says so. */
const guessSource = (name: string): string => SOURCES.find(([, pattern]) => pattern.test(name))?.[0] ?? ''

/** Picks files, asks where their candles come from, and sends them. */
function UploadCandles({ uploads }: Pick<CandleImports, 'uploads'>) {
  const list = useObservableState(uploads.list$, [])
  const [files, setFiles] = useState<readonly File[]>([])
  const [source, setSource] = useState('')
  const [allowsGaps, setAllowsGaps] = useState(false)
  const isValid = importSourceSchema.safeParse(source).success

  function choose(chosen: readonly File[]): void {
    setFiles(chosen)
    setSource(guessSource(chosen[0]?.name ?? ''))
    setAllowsGaps(false)
  }
  function send(event: FormEvent): void {
    event.preventDefault()
    if (!isValid) return
    uploads.add(files, { source, allowsGaps })
    setFiles([])
  }

  return (
    <div className={layout.stack[4]}>
      <FilePicker
        label="Choose files or drop them here"
        accept=".csv,.gz,.zip"
        hint={<span>{`.csv, .csv.gz, .zip · at most ${CANDLE_IMPORT.maxFileBytes / MIB} MB each`}</span>}
        onFiles={choose}
      />
      {files.length === 0 ? (
        <p className={layout.quiet}>
          Candles of one minute, in files named after their pair, such as XBTUSD_1.csv: with a header that names the
          columns, in any order, or as Kraken and Binance offer them, also as zip. A file is imported completely or not
          at all.
        </p>
      ) : (
        <form className={layout.stack[4]} aria-label="Import files" noValidate onSubmit={send}>
          <p>{files.map(({ name }) => name).join(', ')}</p>
          <TextField
            label="Source"
            hint="Where the candles come from, such as kraken. Backtests name it beside the data."
            error={
              isValid || source === ''
                ? undefined
                : 'A source has 1 to 40 lower-case letters, digits and -, and begins with none'
            }
            value={source}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setSource(event.target.value)}
          />
          <Checkbox
            label="Allow gaps of more than a year"
            checked={allowsGaps}
            onChange={(event) => setAllowsGaps(event.target.checked)}
          />
          <div className={layout.wrap[2]}>
            <Button variant="primary" type="submit" disabled={!isValid}>
              Import {pluralize(files.length, 'file')}
            </Button>
            <Button onClick={() => setFiles([])}>Cancel</Button>
          </div>
        </form>
      )}
      {list.length === 0 ? null : (
        <ul className={css.list} aria-label="Uploads">
          {list.map((upload) => (
            <UploadItem key={upload.id} upload={upload} onRemove={uploads.remove} />
          ))}
        </ul>
      )}
    </div>
  )
}

interface ImportCandlesProps {
  /** Always the same function. */
  readonly load: () => Promise<CandleImports>
  readonly onBack: () => void
}

const replaces = (other: CandleImport, { file, source, created_at: at }: CandleImport): boolean =>
  other.status === 'done' && other.file === file && other.source === source && other.created_at > at

/** [BT-60] Imports of candles into the library: uploading files, and what became of them. */
export function ImportCandles({ load, onBack }: ImportCandlesProps) {
  const imports = use(load())
  const data = useRemoteData(imports.list)
  const actions = useImportActions(imports)
  return (
    <div className={layout.stack[4]}>
      <div className={layout.wrap[3]}>
        <Button size="small" icon={<ArrowLeft size={14} aria-hidden="true" />} onClick={onBack}>
          Candles
        </Button>
      </div>
      <Card title="Import Candles" help={<Help of="Import Candles" topic="candleImports" />}>
        <UploadCandles uploads={imports.uploads} />
      </Card>
      <Card title="Imports">
        <AsyncContent data={data} loading="Loading imports..." failed="Failed to load the imports">
          {(all) =>
            all.length === 0 ? (
              <EmptyState title="No imports yet">
                Files that are imported here are listed with what was found in them.
              </EmptyState>
            ) : (
              <ul className={css.list} aria-label="Imports">
                {all.map((each) => (
                  <ImportItem
                    key={each.id}
                    of={each}
                    actions={actions}
                    isReplaced={all.some((other) => replaces(other, each))}
                  />
                ))}
              </ul>
            )
          }
        </AsyncContent>
      </Card>
    </div>
  )
}
