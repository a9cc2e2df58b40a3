import { type ReactNode, useMemo } from 'react'
import { PAIRS } from '#contract/pairs.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { type DraftRisk, draftSourceName, pairsOf } from '#src/machines/wizard/draft.ts'
import type { EditedVersion } from '#src/machines/wizard/types.ts'
import { type KeyValue, KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { asSentence } from '../texts.ts'
import { useTradingContext } from '../trading-context.ts'
import { Comparison } from '../versions/Comparison.tsx'
import { compareVersions, onlyDifferences } from '../versions/compare.ts'
import { versionName } from '../versions/texts.ts'
import { Backtest } from './Backtest.tsx'
import { RuleText } from './RulesStep.tsx'
import { cooldownText, positionText } from './risk-texts.ts'
import { weightText } from './titles.ts'
import { useWizard } from './useWizard.ts'
import * as css from './wizard.css.ts'

interface ChangesProps {
  readonly edits: EditedVersion
  readonly request: CustomStrategy
}

/** What the edit changes in the present version. */
function Changes({ edits: { strategyId, versionNumber }, request }: ChangesProps) {
  const { feeds } = useTradingContext()
  const data = useRemoteData(
    useMemo(() => feeds.version(strategyId, versionNumber), [feeds, strategyId, versionNumber]),
  )
  return (
    <section className={css.section} aria-label="Changes">
      <h4 className={css.panelTitle}>Changes</h4>
      <AsyncContent data={data} loading={<Skeleton height="96px" />} failed="Failed to load the version you edit">
        {({ definition }) => {
          const groups = onlyDifferences(compareVersions(definition, request))
          return groups.length === 0 ? (
            <p>Nothing has changed so far.</p>
          ) : (
            <Comparison groups={groups} before={versionName(versionNumber)} after={versionName(versionNumber + 1)} />
          )
        }}
      </AsyncContent>
    </section>
  )
}

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
