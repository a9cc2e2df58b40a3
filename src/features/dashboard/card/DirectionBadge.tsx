import type { Bias } from '#contract/payloads/fields.ts'
import { humanize } from '#src/analysis/fields.ts'
import { hasNoEdge, type ShownRecord } from '#src/analysis/records.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { BIAS_TONES } from '#src/ui/theme/market-tones.ts'

/**
 * A direction in its colour if its record is better than chance; otherwise that it is no better. Without a record, the
 * direction without a colour.
 */
export function DirectionBadge(props: { readonly bias: Bias; readonly record: ShownRecord | undefined }) {
  const { bias, record } = props
  if (hasNoEdge(record))
    return (
      <Badge shape="pill" title="The direction is not known better than by chance">
        No edge
      </Badge>
    )
  return (
    <Badge shape="pill" tone={record?.comparison === 'better' ? BIAS_TONES[bias] : 'neutral'}>
      {humanize(bias)}
    </Badge>
  )
}
