import type { StrategyTemplate } from '#contract/strategies/responses.ts'
import { useRecords } from '#src/app/services.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { worthOf } from '../source-records.ts'
import * as page from '../trading.css.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { pluralize } from '#src/ui/format/number.ts'
import { TemplateIcon } from './TemplateIcon.tsx'
import * as css from './templates.css.ts'

const COMPLEXITY_TONES: Record<StrategyTemplate['complexity'], Tone> = {
  Low: 'success',
  Medium: 'warning',
  High: 'danger',
}

interface TemplateCardProps {
  readonly template: StrategyTemplate
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** A template; the entire card is a toggle button. */
export function TemplateCard({ template, isChosen, onChoose }: TemplateCardProps) {
  const worth = worthOf(template.signal_sources ?? [], useRecords())
  return (
    <li className={css.item}>
      <button type="button" className={css.card} aria-pressed={isChosen} onClick={onChoose}>
        <span className={css.header}>
          <TemplateIcon name={template.name} />
          <strong>{template.name}</strong>
        </span>
        <span className={layout.muted} title={worth}>
          {template.description}
        </span>
        <span className={page.badges}>
          <Badge tone="info">{pluralize(template.signal_sources_count, 'signal')}</Badge>
          <Badge tone={COMPLEXITY_TONES[template.complexity]}>{template.complexity}</Badge>
          {template.recommended_for.map((use) => (
            <Badge key={use}>{use}</Badge>
          ))}
        </span>
      </button>
    </li>
  )
}
