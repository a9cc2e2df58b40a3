import { useMemo } from 'react'
import { RAW_FIGURES } from '#src/analysis/figures.ts'
import { JsonBlock } from '#src/ui/data/JsonBlock.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { formatJson } from '#src/ui/format/json.ts'
import * as css from './detail.css.ts'
import { MAX_MATCHES, select, type ParsedPath } from './json-path.ts'

export interface JsonViewProps {
  readonly data: unknown
  readonly path: string
  readonly parsed: ParsedPath
  readonly onPath: (path: string) => void
}

/** Longest JSON that is rendered, in characters. */
const MAX_JSON_LENGTH = 100_000

/** The values a path matches, one line of path and value each. */
function selectedText(data: unknown, parsed: ParsedPath): string {
  if (!parsed.ok || parsed.value.length === 0) return formatJson(data)
  const { matches, isTruncated } = select(data, parsed.value)
  if (matches.length === 0) return 'Nothing at this path'
  const lines = matches.map(({ path, value }) => `${path === '' ? '$' : path}: ${formatJson(value)}`)
  return [...lines, ...(isTruncated ? [`Only the first ${MAX_MATCHES} are shown.`] : [])].join('\n')
}

/** A message as JSON, complete or filtered by a path. */
export function JsonView({ data, path, parsed, onPath }: JsonViewProps) {
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
      <h3 className={css.heading}>Parsed JSON</h3>
      <JsonBlock label="Parsed JSON" title={RAW_FIGURES} json={text} maxLength={MAX_JSON_LENGTH} />
    </>
  )
}
