import { useMemo } from 'react'
import { RAW_FIGURES } from '#src/analysis/figures.ts'
import type { StreamEntry } from '#src/streams/index.ts'
import { FOCUSABLE } from '#src/ui/attributes.ts'
import * as css from './detail.css.ts'
import type { ParsedPath } from './json-path.ts'
import { tailLines } from './tail.ts'

export interface TailProps {
  /** Newest first. */
  readonly entries: readonly StreamEntry[]
  readonly path: ParsedPath
}

/** The latest messages, one line each. */
export function Tail({ entries, path }: TailProps) {
  const lines = useMemo(() => tailLines(entries, path), [entries, path])
  return (
    <section aria-label="Latest messages" title={RAW_FIGURES} className={css.tail} {...FOCUSABLE}>
      {lines.length === 0 ? <p className={css.gap}>Nothing yet. New messages appear here.</p> : null}
      <ol>
        {lines.map((line) =>
          line.kind === 'gap' ? (
            <li key={line.id} className={css.gap}>
              {line.missing} {line.missing === 1 ? 'message' : 'messages'} not loaded
            </li>
          ) : (
            <li key={line.id} className={css.line}>
              <span className={css.lineHeader}>
                <time>{line.when}</time>
                <span>{line.name}</span>
              </span>
              <span className={css.lineText}>{line.text}</span>
            </li>
          ),
        )}
      </ol>
    </section>
  )
}
