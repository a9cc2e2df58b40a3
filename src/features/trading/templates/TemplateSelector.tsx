import { Blocks, CandlestickChart, Layers, type LucideIcon, ShieldCheck, Wand, Zap } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { CATALOGUE, shortSourceName } from '#contract/strategies/catalogue.ts'
import type { StrategyTemplate, Templates as TemplatesResponse } from '#contract/strategies/responses.ts'
import { useRecords } from '#src/app/services.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import type { Draft } from '#src/machines/wizard/draft.ts'
import { draftFrom } from '#src/machines/wizard/from-definition.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { formatNumber, pluralize } from '#src/ui/format/number.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { Loading } from '../Loading.tsx'
import { riskItems } from '../detail/risk.ts'
import { operatorName } from '../names.ts'
import { worthOf } from '../source-records.ts'
import { useTradingContext } from '../trading-context.ts'
import * as page from '../trading.css.ts'
import { TemplateDialog } from './TemplateDialog.tsx'
import { TemplateOutcome, TemplateResults, TriedTemplates } from './TemplateResults.tsx'
import * as css from './templates.css.ts'
import { wizardCommands } from '#src/machines/wizard/types.ts'

interface TemplatePreviewProps {
  readonly template: StrategyTemplate
  readonly onUse: () => void
  /** Opens it in the wizard. */
  readonly onAdapt: () => void
}

/** The signals, rules and risk of a template, with a button to use it. */
function TemplatePreview({ template, onUse, onAdapt }: TemplatePreviewProps) {
  const {
    name,
    description,
    signal_sources: sources,
    confluence_rules: rules,
    risk_parameters: risk,
    result,
  } = template
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
        {result === undefined ? null : <TemplateResults result={result} />}
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
function TemplateCard({ template, isChosen, onChoose }: TemplateCardProps) {
  const worth = worthOf(template.signal_sources ?? [], useRecords())
  const { result } = template
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
        {result === undefined ? null : <TemplateOutcome result={result} />}
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

const draftOfTemplate = ({ name, description, ...parts }: StrategyTemplate): Draft =>
  draftFrom(
    {
      name,
      description,
      signal_sources: parts.signal_sources ?? [],
      confluence_rules: parts.confluence_rules ?? [],
      risk_parameters: parts.risk_parameters ?? {},
    },
    CATALOGUE,
  )

interface TemplateSelectorProps {
  readonly onCreated: () => void
}

function Templates({ templates, tried, onCreated }: TemplateSelectorProps & TemplatesResponse) {
  const [chosenId, setChosenId] = useState<string>()
  const commands = wizardCommands(useTradingContext().wizard)
  const [usedTemplate, setUsedTemplate] = useState<StrategyTemplate>()
  if (templates.length === 0) return <EmptyState title="No templates" />
  const chosen = templates.find(({ id }) => id === chosenId)
  return (
    <div className={layout.stack[4]}>
      <ul className={css.cards} aria-label="Strategy templates">
        {templates.map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            isChosen={template.id === chosenId}
            onChoose={() => setChosenId(template.id)}
          />
        ))}
      </ul>
      {tried.length === 0 ? null : <TriedTemplates tried={tried} />}
      {chosen === undefined ? null : (
        <TemplatePreview
          key={chosen.id}
          template={chosen}
          onUse={() => setUsedTemplate(chosen)}
          onAdapt={() => commands.adapt(draftOfTemplate(chosen))}
        />
      )}
      {usedTemplate === undefined ? null : (
        <TemplateDialog template={usedTemplate} onClose={() => setUsedTemplate(undefined)} onCreated={onCreated} />
      )}
    </div>
  )
}

/** The two ways to a new strategy: the wizard, or a built-in template; selecting one shows a preview. */
export function TemplateSelector({ onCreated }: TemplateSelectorProps) {
  const { feeds, wizard } = useTradingContext()
  const data = useRemoteData(feeds.templates)
  return (
    <div className={layout.stack[4]}>
      <section className={css.way} aria-label="Build your own">
        <div className={css.group}>
          <h3 className={css.title}>Build your own</h3>
          <p className={layout.muted}>Choose sources, rules and risk in five steps.</p>
        </div>
        <Button variant="primary" icon={<Wand size={14} aria-hidden="true" />} onClick={wizardCommands(wizard).start}>
          Custom Strategy
        </Button>
      </section>
      <h3 className={css.title}>Or start from a template</h3>
      <AsyncContent
        data={data}
        loading={<Loading>Loading strategy templates...</Loading>}
        failed="Failed to load templates"
      >
        {(response) => <Templates {...response} onCreated={onCreated} />}
      </AsyncContent>
    </div>
  )
}
