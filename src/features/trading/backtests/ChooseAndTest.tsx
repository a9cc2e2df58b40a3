import { PAIR_IDS } from '#contract/pairs.ts'
import type { StrategyTemplate } from '#contract/strategies/responses.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import type { Backtests, StrategyService } from '#src/app/services.ts'
import { NewBacktestDialog } from './NewBacktestDialog.tsx'
import { testableStrategy, type Testable } from './request.ts'

const ofTemplate = ({ id, name }: StrategyTemplate): Testable => ({
  subject: { kind: 'template', template_id: id },
  name,
  pairs: PAIR_IDS,
})

interface ChooseAndTestProps {
  readonly feeds: Pick<StrategyService['feeds'], 'list' | 'templates'>
  readonly backtests: Backtests
  readonly onClose: () => void
  readonly onStarted: (id: string) => void
}

/** A new backtest of one of the user's strategies, or of a template. */
export function ChooseAndTest({ feeds, ...dialog }: ChooseAndTestProps) {
  const strategies = useRemoteData(feeds.list)
  const templates = useRemoteData(feeds.templates)
  const isLoading = [strategies, templates].some(({ value, error }) => value === undefined && error === undefined)
  if (isLoading) return null
  const testables = [...(strategies.value ?? []).map(testableStrategy), ...(templates.value ?? []).map(ofTemplate)]
  return <NewBacktestDialog {...dialog} testables={testables} />
}
