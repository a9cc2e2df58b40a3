import { useState, type ReactNode } from 'react'
import type { PairId } from '#contract/pairs.ts'
import { Button } from '../controls/Button.tsx'
import { Tabs } from '../controls/Tabs.tsx'
import { TextField } from '../fields/TextField.tsx'
import { pluralize } from '../format/number.ts'
import { useCopy } from '../overlays/useCopy.ts'
import { stack } from '../theme/layout.css.ts'
import * as css from './RawTable.css.ts'
import { RawTable, tableText, type RawRow } from './RawTable.tsx'

export type RawView = 'table' | 'json'

export interface RawDataProps {
  readonly rows: readonly RawRow[]
  readonly pair: PairId | undefined
  /** The complete message as JSON, to copy. */
  readonly json: string
  readonly view: RawView
  readonly onView: (view: RawView) => void
  /** The JSON; `found` is the rows that match the search, or undefined without a search. */
  readonly children: (found: readonly RawRow[] | undefined) => ReactNode
}

const textOf = ({ name, path, value, says = '' }: RawRow): string => `${name} ${path} ${value} ${says}`.toLowerCase()

/** Rows that have every word of a search. */
function search(rows: readonly RawRow[], query: string): readonly RawRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter((row) => words.every((word) => textOf(row).includes(word)))
}

/** A message as a table and, beside it, as JSON: one search for both, and copies of the whole. */
export function RawData({ rows, pair, json, view, onView, children }: RawDataProps) {
  const copy = useCopy()
  const [query, setQuery] = useState('')
  const isSearching = query.trim() !== ''
  const found = isSearching ? search(rows, query) : rows
  return (
    <div className={stack[3]}>
      <div className={css.bar}>
        <div className={css.search}>
          <TextField
            label="Search values"
            type="search"
            autoComplete="off"
            spellCheck={false}
            value={query}
            placeholder="Name, value or meaning"
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
        <output className={css.count}>
          {isSearching ? `${found.length} of ${pluralize(rows.length, 'value')}` : pluralize(rows.length, 'value')}
        </output>
        <Button onClick={() => void copy(tableText(rows, pair), 'Table copied to clipboard')}>Copy table</Button>
        <Button onClick={() => void copy(json, 'JSON copied to clipboard')}>Copy JSON</Button>
      </div>
      <Tabs
        label="View of the message"
        value={view}
        onChange={onView}
        items={[
          {
            id: 'table',
            label: 'Table',
            content: (
              <RawTable
                rows={found}
                pair={pair}
                empty={isSearching ? 'No value matches the search.' : 'The message has no values.'}
              />
            ),
          },
          { id: 'json', label: 'JSON', content: children(isSearching ? found : undefined) },
        ]}
      />
    </div>
  )
}
