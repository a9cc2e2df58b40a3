import { useState } from 'react'
import type { StrategyTemplate } from '#contract/strategies/responses.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { useTradingContext } from '../trading-context.ts'
import { Loading } from '../Loading.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { TemplateCard } from './TemplateCard.tsx'
import { TemplateDialog } from './TemplateDialog.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'
import * as css from './templates.css.ts'

interface TemplateSelectorProps {
  readonly onCreated: () => void
}

function Templates({
  templates,
  onCreated,
}: TemplateSelectorProps & { readonly templates: readonly StrategyTemplate[] }) {
  const [chosenId, setChosenId] = useState<string>()
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
      {chosen === undefined ? null : (
        <TemplatePreview key={chosen.id} template={chosen} onUse={() => setUsedTemplate(chosen)} />
      )}
      {usedTemplate === undefined ? null : (
        <TemplateDialog template={usedTemplate} onClose={() => setUsedTemplate(undefined)} onCreated={onCreated} />
      )}
    </div>
  )
}

/** The built-in templates; selecting one shows a preview. */
export function TemplateSelector({ onCreated }: TemplateSelectorProps) {
  const data = useRemoteData(useTradingContext().feeds.templates)
  return (
    <AsyncContent
      data={data}
      loading={<Loading>Loading strategy templates...</Loading>}
      failed="Failed to load templates"
    >
      {(templates) => <Templates templates={templates} onCreated={onCreated} />}
    </AsyncContent>
  )
}
