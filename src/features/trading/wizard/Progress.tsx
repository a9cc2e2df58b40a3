import { Check } from 'lucide-react'
import { WIZARD_STEPS, type WizardStep } from '#src/machines/wizard/steps.ts'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import * as css from './progress.css.ts'
import { stepTitle } from './titles.ts'
import { useWizard } from './useWizard.ts'

/** The five steps with the current one highlighted. */
export function Progress({ step }: { readonly step: WizardStep }) {
  const isEdit = useWizard().snapshot.context.edits !== undefined
  const current = WIZARD_STEPS.indexOf(step)
  return (
    <ol className={css.list} aria-label={`Step ${current + 1} of ${WIZARD_STEPS.length}`}>
      {WIZARD_STEPS.map((name, index) => {
        const state = index < current ? 'done' : index === current ? 'current' : 'ahead'
        return (
          <li key={name} className={css.step[state]} aria-current={state === 'current' ? 'step' : undefined}>
            <span className={css.mark}>{state === 'done' ? <Check size={12} aria-hidden="true" /> : index + 1}</span>
            <span className={css.title}>{stepTitle(name, isEdit)}</span>
            {state === 'done' ? <VisuallyHidden>done</VisuallyHidden> : null}
          </li>
        )
      })}
    </ol>
  )
}
