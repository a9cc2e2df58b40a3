import { Download } from 'lucide-react'
import { SCORE_KINDS, type ScoreCard } from '#contract/score-card/schema.ts'
import type { Services } from '#src/app/services.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { download } from '#src/ui/download.ts'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { pluralize } from '#src/ui/format/number.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { KindScores } from './KindScores.tsx'
import { NoCases } from './NoCases.tsx'
import { ScoreFilters } from './ScoreFilters.tsx'
import type { ScoreSearch } from './search.ts'
import { KIND_LABELS, scoresCsv } from './texts.ts'

const EVERY_MS = 60_000
const KINDS = SCORE_KINDS.map((id) => ({ id, label: KIND_LABELS[id] }))

interface ContentProps extends Omit<ScoreAreaProps, 'scoreCard'> {
  readonly card: ScoreCard
}

function Content({ card, search, go, ...leave }: ContentProps) {
  const kind = search.kind ?? 'level'
  const shown = card.kinds.find((each) => each.kind === kind)
  if (shown === undefined) return null
  const { waiting, sources } = card.past
  const facts = [
    ...(sources.length === 0 ? [] : [`Past months from ${sources.join(', ')}, each from one source`]),
    ...(waiting === 0 ? [] : [`${pluralize(waiting, 'past month')} still to be counted`]),
  ]
  return (
    <div className={layout.stack[4]}>
      <Card
        title="Shown cases"
        help={<Help of="Shown cases" topic="cases" />}
        trailing={
          <Button
            size="small"
            icon={<Download size={14} aria-hidden="true" />}
            onClick={() => download(`score-card-${kind}.csv`, 'text/csv', scoresCsv(shown))}
          >
            Export CSV
          </Button>
        }
        footer={facts.length === 0 ? undefined : <span>{facts.join(' · ')}</span>}
      >
        <div className={layout.stack[3]}>
          <ToggleGroup
            label="Kind"
            options={KINDS}
            value={kind}
            onChange={(next) => go({ ...search, kind: next, class: undefined })}
          />
          <ScoreFilters card={card} shown={shown} search={search} go={go} />
        </div>
      </Card>
      {shown.total.count === 0 ? (
        <NoCases search={search} onClear={() => go({ kind })} {...leave} />
      ) : (
        <KindScores shown={shown} />
      )}
    </div>
  )
}

interface ScoreAreaProps {
  readonly scoreCard: Services['scoreCard']
  readonly search: ScoreSearch
  readonly go: (search: ScoreSearch) => void
  /** Leaves for the dashboard. */
  readonly onDashboard: () => void
  /** Leaves for the import of past candles; undefined for users who may not import any. */
  readonly onImport: (() => void) | undefined
}

/** How often what was published came true. */
export function ScoreArea({ scoreCard, search, ...changes }: ScoreAreaProps) {
  const { kind = 'level', timeframe, ...query } = search
  // Levels belong to no timeframe.
  const data = useRemoteQuery(scoreCard, kind === 'level' ? query : { ...query, timeframe }, EVERY_MS)
  return (
    <div className={layout.stack[4]}>
      <PageHeader title="Score-card" subtitle="How often published levels, patterns, regimes and breaks held" />
      <AsyncContent data={data} loading="Loading scores..." failed="Failed to load the score-card" lines={8}>
        {(card) => <Content card={card} search={search} {...changes} />}
      </AsyncContent>
    </div>
  )
}
