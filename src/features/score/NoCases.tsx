import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import type { ScoreSearch } from './search.ts'
import { KIND_LABELS } from './texts.ts'

interface NoCasesProps {
  readonly search: ScoreSearch
  readonly onClear: () => void
  readonly onDashboard: () => void
}

/** Nothing to score, because of the filters or so far, with what to do. */
export function NoCases({ search: { kind = 'level', ...filters }, onClear, onDashboard }: NoCasesProps) {
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
          action={<Button onClick={onDashboard}>See what is published now</Button>}
        >
          Live cases close within ten candles or a few hours. Past months are counted as soon as their candles are
          imported on the server, by npm run candles:import.
        </EmptyState>
      )}
    </Card>
  )
}
