import type { NamedScore } from '#contract/score-card/schema.ts'
import { wilsonInterval } from '#contract/track-records/interval.ts'
import { FEWEST_CASES } from '#contract/track-records/text.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { formatNumber, formatPercent } from '#src/ui/format/number.ts'
import { Table, type Column } from '#src/ui/table/Table.tsx'
import * as css from './score.css.ts'

interface ScoreTableProps {
  readonly title: string
  readonly scores: readonly NamedScore[]
  /** Name of the first column. */
  readonly of: string
  readonly nameOf?: (name: string) => string
}

/** Greyed while there are too few cases. */
const Cell = ({ score, children }: { readonly score: NamedScore; readonly children: string }) =>
  score.count < FEWEST_CASES ? (
    <span className={css.few} title={`Fewer than ${FEWEST_CASES} cases`}>
      {children}
    </span>
  ) : (
    children
  )

function heldText({ held, count }: NamedScore): string {
  const { share, low, high } = wilsonInterval(held, count)
  return `${formatPercent(share)} (${formatPercent(low)} to ${formatPercent(high)})`
}
const shareText = (share: number | null): string => (share === null ? '–' : formatPercent(share))

const asIs = (name: string): string => name

const column = (id: string, header: string, text: (score: NamedScore) => string): Column<NamedScore> => ({
  id,
  header,
  numeric: id !== 'name',
  cell: (score) => <Cell score={score}>{text(score)}</Cell>,
})

/** [SC-41] The scores of a kind by pair, timeframe, class or month. */
export function ScoreTable({ title, scores, of, nameOf = asIs }: ScoreTableProps) {
  return (
    <Card title={title} flush>
      <Table
        caption={title}
        stacks
        columns={[
          column('name', of, ({ name }) => nameOf(name)),
          column('held', 'Held (95 %)', heldText),
          column('cases', 'Cases', ({ count }) => formatNumber(count)),
          column('claimed', 'Claimed', ({ claimed }) => shareText(claimed)),
          column('random', 'Random', ({ random }) => shareText(random)),
        ]}
        rows={scores}
        rowKey={({ name }) => name}
        empty="No closed cases yet"
      />
    </Card>
  )
}
