import { useEffect, useId, useRef } from 'react'
import { shortSourceName } from '#contract/strategies/catalogue.ts'
import type { StrategyTemplate } from '#contract/strategies/responses.ts'
import { useRecords } from '#src/app/services.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { formatNumber } from '#src/ui/format/number.ts'
import { riskItems } from '../detail/risk.ts'
import { worthOf } from '../source-records.ts'
import { operatorName } from '../names.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import * as css from './templates.css.ts'

interface TemplatePreviewProps {
  readonly template: StrategyTemplate
  readonly onUse: () => void
  /** Opens it in the wizard. */
  readonly onAdapt: () => void
}

/** The signals, rules and risk of a template, with a button to use it. */
export function TemplatePreview({ template, onUse, onAdapt }: TemplatePreviewProps) {
  const { name, description, signal_sources: sources, confluence_rules: rules, risk_parameters: risk } = template
  const id = useId()
  const worth = worthOf(sources ?? [], useRecords())
  const section = useRef<HTMLElement>(null)
  // The preview opens below the cards, possibly below the fold.
  useEffect(() => {
    section.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
    <section ref={section} className={css.preview} aria-labelledby={id}>
      <div className={css.group}>
        <h3 id={id} className={css.title}>
          {name}
        </h3>
        <p title={worth}>{description}</p>
        <p className={layout.quiet}>{worth}</p>
      </div>
      <div className={layout.columns}>
        {sources === undefined ? null : (
          <div className={css.group}>
            <h4 className={css.subtitle}>Signals and their weights</h4>
            <KeyValueList
              items={sources.map((source) => ({
                label: shortSourceName(source.name),
                value: formatNumber(source.weight_config.weight, 2),
              }))}
            />
          </div>
        )}
        <div className={layout.columns}>
          {rules === undefined ? null : (
            <div className={css.group}>
              <h4 className={css.subtitle}>Rules</h4>
              <ul className={css.rules}>
                {rules.map((rule) => (
                  <li key={rule.id}>
                    {rule.name} <Badge tone="info">{operatorName(rule.operator, rule.custom_function)}</Badge>
                  </li>
                ))}
              </ul>
            </div>
          )}
          {risk === undefined ? null : (
            <div className={css.group}>
              <h4 className={css.subtitle}>Risk</h4>
              <KeyValueList items={riskItems(risk)} />
            </div>
          )}
        </div>
      </div>
      <div className={css.footer}>
        <p className={layout.quiet}>
          The template is customised with the exchange and trading pair that you choose next.
        </p>
        <div className={layout.wrap[2]}>
          {sources === undefined || rules === undefined ? null : <Button onClick={onAdapt}>Open in the Wizard</Button>}
          <Button variant="primary" onClick={onUse}>
            Use This Template
          </Button>
        </div>
      </div>
    </section>
  )
}
