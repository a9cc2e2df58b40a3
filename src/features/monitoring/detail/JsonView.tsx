import { useMemo } from 'react'
import { Button } from '#src/ui/controls/Button.tsx'
import { JsonBlock } from '#src/ui/display/JsonBlock.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { jsonOf } from '#src/ui/format/json.ts'
import { useCopy } from '#src/ui/overlays/useCopy.ts'
import * as css from './detail.css.ts'
import { FOUND_SHOWN, select, type ParsedPath } from './jsonPath.ts'

export interface JsonViewProps {
  readonly data: unknown
  readonly path: string
  readonly parsed: ParsedPath
  readonly onPath: (path: string) => void
}

/** Longest JSON that is painted, in characters. */
const PAINTED = 100_000

/** What a path leads to, one line of place and its value each. */
function selectedText(data: unknown, parsed: ParsedPath): string {
  if (!parsed.ok || parsed.steps.length === 0) return jsonOf(data)
  const { found, isCut } = select(data, parsed.steps)
  if (found.length === 0) return 'Nothing at this path'
  const lines = found.map(({ path, value }) => `${path === '' ? '$' : path}: ${jsonOf(value)}`)
  return [...lines, ...(isCut ? [`Only the first ${FOUND_SHOWN} are shown.`] : [])].join('\n')
}

/** A message as parsed JSON, whole or where a path leads in it. Copying takes the whole message. */
export function JsonView({ data, path, parsed, onPath }: JsonViewProps) {
  const copy = useCopy()
  const text = useMemo(() => selectedText(data, parsed), [data, parsed])
  return (
    <>
      <TextField
        label="JSON path"
        hint="For instance ..rsi_14, Analysis.support_levels[0].price, *.timestamp"
        error={parsed.ok ? undefined : parsed.error}
        value={path}
        onChange={(event) => onPath(event.target.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <div className={css.bar}>
        <h3 className={css.heading}>Parsed JSON</h3>
        <Button size="small" onClick={() => void copy(jsonOf(data), 'JSON copied to clipboard')}>
          Copy JSON
        </Button>
      </div>
      <JsonBlock label="Parsed JSON" json={text} painted={PAINTED} />
    </>
  )
}
