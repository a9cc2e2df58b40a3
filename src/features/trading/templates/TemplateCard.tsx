import { Blocks, CandlestickChart, Layers, type LucideIcon, ShieldCheck, Zap } from 'lucide-react'
import type { StrategyTemplate } from '#contract/strategies/responses.ts'
import { useRecords } from '#src/app/services.ts'
import { pluralize } from '#src/ui/format/number.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { worthOf } from '../source-records.ts'
import * as page from '../trading.css.ts'
import * as css from './templates.css.ts'

const ICONS: Readonly<Record<string, LucideIcon>> = {
  'Conservative Trend Following': ShieldCheck,
  'Aggressive Scalping': Zap,
  'Balanced Multi-Timeframe': Layers,
  'Pattern-Based Trading': CandlestickChart,
}

/** The icon of a built-in template by name, or a default. */
function TemplateIcon({ name }: { readonly name: string }) {
  const Icon = (Object.hasOwn(ICONS, name) ? ICONS[name] : undefined) ?? Blocks
  return <Icon size={18} aria-hidden="true" />
}

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
