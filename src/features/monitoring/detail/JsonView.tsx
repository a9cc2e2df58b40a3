import { useMemo } from 'react'
import { Button } from '#src/ui/controls/Button.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { formatNumber } from '#src/ui/format/number.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { jsonOf } from '../kinds/raw.ts'
import * as css from './detail.css.ts'
import { FOUND_SHOWN, select, type ParsedPath } from './jsonPath.ts'

export interface JsonViewProps {
  readonly data: unknown
  readonly path: string
  readonly parsed: ParsedPath
  readonly onPath: (path: string) => void
}

/** Longest JSON that is painted, in characters; copying always takes all of it. */
const PAINTED = 100_000
const INDENT = 2
/** Not every browser lets the keyboard reach what merely scrolls. */
const FOCUSABLE = { tabIndex: 0 } as const

function Whole({ data }: Pick<JsonViewProps, 'data'>) {
  const json = useMemo(() => jsonOf(data, INDENT), [data])
  return (
    <>
      <pre>{json.slice(0, PAINTED)}</pre>
      {json.length > PAINTED ? <p>Cut here: Copy JSON takes all {formatNumber(json.length)} characters.</p> : null}
    </>
  )
}

function Selected({ data, steps }: Pick<JsonViewProps, 'data'> & Pick<Extract<ParsedPath, { ok: true }>, 'steps'>) {
  const { found, isCut } = useMemo(() => select(data, steps), [data, steps])
  if (found.length === 0) return <p>Nothing at this path</p>
  return (
    <div className={css.found}>
      {found.map(({ path, value }) => (
        <div key={path}>
          <code className={css.foundPath}>{path === '' ? '$' : path}</code>
          <pre>{jsonOf(value, INDENT).slice(0, PAINTED)}</pre>
        </div>
      ))}
      {isCut ? <p>Only the first {FOUND_SHOWN} are shown.</p> : null}
    </div>
  )
}

/** A message as parsed JSON, whole or where a path leads in it. */
export function JsonView({ data, path, parsed, onPath }: JsonViewProps) {
  const { toasts } = useOverlays()
  const isWhole = !parsed.ok || parsed.steps.length === 0
  async function copy() {
    try {
      await navigator.clipboard.writeText(jsonOf(data, INDENT))
      toasts.success('JSON copied to clipboard')
    } catch {
      toasts.error('Failed to copy to clipboard')
    }
  }
  return (
    <>
      <TextField
        label="JSON path"
        hint="..rsi_14, Analysis.support_levels[0].price, *.timestamp"
        error={parsed.ok ? undefined : parsed.error}
        value={path}
        onChange={(event) => onPath(event.target.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <div className={css.bar}>
        <h3 className={css.heading}>Parsed JSON</h3>
        <Button size="small" onClick={() => void copy()}>
          Copy JSON
        </Button>
      </div>
      <section aria-label="Parsed JSON" className={css.json} {...FOCUSABLE}>
        {isWhole ? <Whole data={data} /> : <Selected data={data} steps={parsed.steps} />}
      </section>
    </>
  )
}
