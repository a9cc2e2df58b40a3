import { useState } from 'react'
import type { StrategyTemplate } from '#contract/strategies/responses.ts'
import { EmptyState } from '#src/ui/display/EmptyState.tsx'
import { ErrorState } from '#src/ui/display/ErrorState.tsx'
import { useTradingContext, usePoll } from '../trading-context.ts'
import { Loading } from '../Loading.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { TemplateCard } from './TemplateCard.tsx'
import { TemplateDialog } from './TemplateDialog.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'
import * as css from './templates.css.ts'

/** The built-in templates; selecting one shows a preview. */
export function TemplateSelector({ onCreated }: { readonly onCreated: () => void }) {
  const { value: templates, failure, isFetching, refetch } = usePoll(useTradingContext().feeds.templates)
  const [chosenId, setChosenId] = useState<string>()
  const [usedTemplate, setUsedTemplate] = useState<StrategyTemplate>()
  if (templates === undefined) {
    if (failure === undefined) return <Loading>Loading strategy templates...</Loading>
    return (
      <ErrorState message="Failed to load templates" onRetry={refetch} busy={isFetching}>
        {failure.text}
      </ErrorState>
    )
  }
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
      {chosen === undefined ? null : (
        <TemplatePreview key={chosen.id} template={chosen} onUse={() => setUsedTemplate(chosen)} />
      )}
      {usedTemplate === undefined ? null : (
        <TemplateDialog template={usedTemplate} onClose={() => setUsedTemplate(undefined)} onCreated={onCreated} />
      )}
    </div>
  )
}
