import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import type { ScoreSearch } from './search.ts'
import { KIND_LABELS } from './texts.ts'

interface NoCasesProps {
  readonly search: ScoreSearch
  readonly onClear: () => void
  readonly onDashboard: () => void
  /** Leads to the import of past candles; undefined for users who may not import any. */
  readonly onImport: (() => void) | undefined
}

/** Nothing to score, because of the filters or so far, with what to do. */
export function NoCases({ search: { kind = 'level', ...filters }, onClear, onDashboard, onImport }: NoCasesProps) {
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <Card title={KIND_LABELS[kind]}>
      {isFiltered ? (
        <EmptyState
          title="No closed cases with these filters"
          action={<Button onClick={onClear}>Clear Filters</Button>}
        />
      ) : (
        <EmptyState
          title="No closed cases yet"
          action={
            <div className={layout.wrap[2]}>
              {onImport === undefined ? null : (
                <Button variant="primary" onClick={onImport}>
                  Import past candles
                </Button>
              )}
              <Button onClick={onDashboard}>See what is published now</Button>
            </div>
          }
        >
          What is published now is scored within ten candles or a few hours, and appears here by itself. Past months are
          scored as soon as their candles are imported{onImport === undefined ? ' by an administrator' : ''}.
        </EmptyState>
      )}
    </Card>
  )
}
