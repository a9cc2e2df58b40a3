import { PAIRS } from '#contract/pairs.ts'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { KeyValueList, type KeyValue } from '#src/ui/data/KeyValueList.tsx'
import { asSentence } from '../texts.ts'
import { Backtest } from './Backtest.tsx'
import { Changes } from './Changes.tsx'
import { RuleText } from './RulesStep.tsx'
import { weightText } from './titles.ts'
import * as css from './wizard.css.ts'
import { cooldownText, positionText } from './risk-texts.ts'
import { useWizard } from './useWizard.ts'
import type { ReactNode } from 'react'
import { draftSourceName, pairsOf, type DraftRisk } from '#src/machines/wizard/draft.ts'
import * as layout from '#src/ui/theme/layout.css.ts'

function ReviewSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={css.section} aria-label={title}>
      <h4 className={css.panelTitle}>{title}</h4>
      {children}
    </section>
  )
}

const NONE = 'none'

const riskItems = (risk: DraftRisk): readonly KeyValue[] => [
  { label: 'Max position size', value: positionText(risk) },
  { label: 'Stop loss', value: risk.stopLossPct === null ? NONE : `${risk.stopLossPct}%` },
  { label: 'Take profit', value: risk.takeProfitPct === null ? NONE : `${risk.takeProfitPct}%` },
  {
    label: 'Signal timeout',
    value: risk.signalTimeoutS === null ? NONE : `${risk.signalTimeoutS} s: ${cooldownText(risk.signalTimeoutS)}`,
  },
]

/** Step 5: a summary of the draft and its backtest. */
export function ReviewStep() {
  const { draft, error, request, edits } = useWizard().snapshot.context
  return (
    <div className={css.stack}>
      {error === undefined ? null : (
        <Alert
          tone="danger"
          title={edits === undefined ? 'Failed to create strategy' : 'Failed to save the new version'}
        >
          {error.isUnanswered
            ? `${asSentence(error.text)} Retrying is safe: ${edits === undefined ? 'the strategy is created' : 'the version is saved'} only once.`
            : error.text}
        </Alert>
      )}
      {edits === undefined || request === undefined ? null : <Changes edits={edits} request={request} />}
      <div className={css.sections}>
        <ReviewSection title="Strategy">
          <KeyValueList
            items={[
              { label: 'Name', value: draft.name.trim() },
              { label: 'Exchange', value: draft.exchange },
              {
                label: 'Trading pair',
                value: pairsOf(draft)
                  .map((pair) => PAIRS[pair].label)
                  .join(', '),
              },
            ]}
          />
          <p className={css.description}>{draft.description.trim()}</p>
        </ReviewSection>
        <ReviewSection title="Risk">
          <KeyValueList items={riskItems(draft.risk)} />
        </ReviewSection>
        <ReviewSection title={`Sources and their weights (${draft.sources.length})`}>
          <KeyValueList
            items={draft.sources.map((source) => ({
              label: draftSourceName(source),
              value: weightText(source.weight),
            }))}
          />
        </ReviewSection>
        <ReviewSection title={`Rules (${draft.rules.length})`}>
          <ul className={layout.stack[2]}>
            {draft.rules.map((rule) => (
              <li key={rule.id} className={css.section}>
                <span className={css.itemName}>{rule.name}</span>
                <RuleText rule={rule} />
              </li>
            ))}
          </ul>
        </ReviewSection>
      </div>
      {request === undefined ? null : <Backtest key={request.id} definition={request} />}
    </div>
  )
}
