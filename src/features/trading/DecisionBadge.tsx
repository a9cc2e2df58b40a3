import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import type { DecisionType } from '#contract/strategies/names.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { DECISION_TONES } from './texts.ts'

const ICONS = { BUY: ArrowUp, SELL: ArrowDown, HOLD: Minus } as const

/** BUY, SELL or HOLD with an arrow. */
export function DecisionBadge({ type }: { readonly type: DecisionType }) {
  const Icon = ICONS[type]
  return (
    <Badge tone={DECISION_TONES[type]} icon={<Icon size={12} aria-hidden="true" />}>
      {type}
    </Badge>
  )
}
