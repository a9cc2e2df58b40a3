import { ChartCandlestick } from 'lucide-react'
import { parsePair } from '#contract/pairs.ts'
import type { Decision } from '#contract/strategies/decisions.ts'
import { toMillis } from '#contract/time.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { formatExact } from '#src/ui/format/time.ts'
import { useTradingContext } from '../trading-context.ts'

/** Leaves for the dashboard, with the minute of a decision marked on the chart of its pair. */
export function ShowOnChart({ decision }: { readonly decision: Decision }) {
  const { address } = useTradingContext()
  const pair = parsePair(decision.symbol)
  if (pair === undefined) return null
  const at = toMillis(decision.timestamp)
  return (
    <Button
      size="small"
      variant="ghost"
      icon={<ChartCandlestick size={14} aria-hidden="true" />}
      aria-label={`${decision.decision_type} at ${formatExact(at)} on the chart`}
      // It was made when its minute had closed.
      onClick={() => address.openChart(pair, at - 1)}
    >
      Chart
    </Button>
  )
}
