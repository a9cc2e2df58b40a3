import { useObservableState } from 'observable-hooks'
import { useState } from 'react'
import { importSourceSchema } from '#contract/candle-imports.ts'
import { CANDLE_IMPORT } from '#contract/limits.ts'
import type { CandleImports, Upload } from '#src/streams/index.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Meter } from '#src/ui/data/Meter.tsx'
import { FilePicker } from '#src/ui/fields/FilePicker.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { formatPercent } from '#src/ui/format/number.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import * as css from './imports.css.ts'

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

/** Picks files and sends them. */
export function UploadCandles({ uploads }: Pick<CandleImports, 'uploads'>) {
  const list = useObservableState(uploads.list$, [])
  const [source, setSource] = useState('kraken')
  const isValid = importSourceSchema.safeParse(source).success
  return (
    <div className={layout.stack[4]}>
      <TextField
        label="Source"
        hint="Where the candles come from: lower-case letters, digits and -."
        error={isValid ? undefined : 'A source has 1 to 40 lower-case letters, digits and -, and begins with none'}
        value={source}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setSource(event.target.value)}
      />
      <FilePicker
        label="Choose files or drop them here"
        accept=".csv,.gz,.zip"
        hint={<span>{`.csv, .csv.gz, .zip · at most ${CANDLE_IMPORT.maxFileBytes / MIB} MB each`}</span>}
        disabled={!isValid}
        onFiles={(files) => uploads.add(files, source)}
      />
      <p className={layout.quiet}>
        Candles of one minute, in files named after their pair: as Kraken offers them (XBTUSD_1.csv), or with a header
        (BTCUSD-1m-2019-06.csv.gz). Of a zip, as Kraken&apos;s downloads are, such files of known pairs are imported. A
        file is imported completely or not at all.
      </p>
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
