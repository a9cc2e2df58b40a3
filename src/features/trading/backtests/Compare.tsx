import { ArrowLeft } from 'lucide-react'
import { useMemo } from 'react'
import type { BacktestDetail } from '#contract/backtests/jobs.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import type { Backtests } from '#src/app/services.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Help } from '#src/ui/overlays/Help.tsx'
import * as css from './backtests.css.ts'
import { resultItems, settingItems } from './result-items.ts'

function Column({ backtest, result }: BacktestDetail) {
  const results = result === null ? [] : resultItems(result, backtest.settings.capital)
  const items = [...results, ...settingItems(backtest)]
  return (
    <section className={css.column} style={{ gridRow: `span ${items.length + 1}` }} aria-label={backtest.name}>
      <h3 className={css.columnTitle}>{backtest.name}</h3>
      <KeyValueList items={items} />
    </section>
  )
}

function Loaded({ id, backtests }: { readonly id: string; readonly backtests: Backtests }) {
  const data = useRemoteData(useMemo(() => backtests.one(id), [backtests, id]))
  // Without anything around it, so that its lines are those of the grid.
  if (data.value !== undefined && data.error === undefined) return <Column {...data.value} />
  return (
    <AsyncContent data={data} loading="Loading result..." failed="Failed to load the result" lines={8}>
      {(detail) => <Column {...detail} />}
    </AsyncContent>
  )
}

interface CompareProps {
  readonly ids: readonly string[]
  readonly backtests: Backtests
  readonly onBack: () => void
}

/** Backtests side by side, the same figure on the same line. */
export const Compare = ({ ids, backtests, onBack }: CompareProps) => (
  <Card
    title="Compared Backtests"
    help={<Help of="Compared Backtests" topic="backtestReport" />}
    trailing={
      <Button size="small" icon={<ArrowLeft size={14} aria-hidden="true" />} onClick={onBack}>
        All Backtests
      </Button>
    }
  >
    <div className={css.compared}>
      {ids.map((id) => (
        <Loaded key={id} id={id} backtests={backtests} />
      ))}
    </div>
  </Card>
)
