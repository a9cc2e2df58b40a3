import { Check } from 'lucide-react'
import { useObservableEagerState } from 'observable-hooks'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { STRATEGY } from '#contract/limits.ts'
import { EXCHANGES, type PairId, PAIRS } from '#contract/pairs.ts'
import { type Draft, pairsOf } from '#src/machines/wizard/draft.ts'
import { hasEnoughSources, hasRules, WIZARD_STEPS, type WizardStep } from '#src/machines/wizard/steps.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { useNow } from '#src/ui/format/useNow.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { Age } from '#src/ui/text/Age.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { useTradingContext } from '../trading-context.ts'
import { ReviewStep } from './ReviewStep.tsx'
import { RiskStep } from './RiskStep.tsx'
import { RulesStep } from './RulesStep.tsx'
import { SourcesStep } from './SourcesStep.tsx'
import { stepTitle } from './titles.ts'
import { useWizard } from './useWizard.ts'
import * as css from './wizard.css.ts'
import { hasEntries, isCreating, isWritingRule, wizardStep } from '#src/machines/wizard/machine.ts'
import { versionName } from '#src/features/trading/versions/compare.ts'

const EXCHANGE_OPTIONS = EXCHANGES.map((id) => ({ id, label: id }))
const OFFERED_PAIRS: readonly PairId[] = ['BTCUSD', 'ETHUSD']

/** What else there is to say about the pair. */
function pairHint(draft: Draft): string | undefined {
  const [, ...others] = pairsOf(draft).map((pair) => PAIRS[pair].label)
  if (others.length > 0) return `With ${others.join(', ')}, until another pair is chosen.`
  return draft.pair === 'BTCUSD'
    ? undefined
    : 'Signals exist for BTC/USD only: no decisions until this market is enabled.'
}

/** Step 1. */
function BasicsStep() {
  const { snapshot, commands } = useWizard()
  const { draft } = snapshot.context
  const { name, description, exchange, pair, basis } = draft
  const pairs = [...new Set([...OFFERED_PAIRS, ...(basis?.symbols.slice(0, 1) ?? [])])]
  return (
    <div className={css.stack}>
      <TextField
        label="Name"
        required
        maxLength={STRATEGY.maxName}
        value={name}
        onChange={(event) => commands.editBasics({ name: event.target.value })}
      />
      <TextAreaField
        label="Description"
        required
        maxLength={STRATEGY.maxDescription}
        value={description}
        onChange={(event) => commands.editBasics({ description: event.target.value })}
      />
      <div className={css.pair}>
        <Select label="Exchange" options={EXCHANGE_OPTIONS} value={exchange} onChange={() => undefined} />
        <Select
          label="Trading pair"
          options={pairs.map((id) => ({ id, label: PAIRS[id].label }))}
          value={pair}
          onChange={commands.choosePair}
          hint={pairHint(draft)}
        />
      </div>
    </div>
  )
}

/** The five steps with the current one highlighted. */
function Progress({ step }: { readonly step: WizardStep }) {
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

const STEPS: Record<WizardStep, () => React.ReactNode> = {
  basics: BasicsStep,
  sources: SourcesStep,
  rules: RulesStep,
  risk: RiskStep,
  review: ReviewStep,
}

/** The minimum number of entries of a step, and whether it is met. */
function RequiredBadge({ step }: { readonly step: WizardStep }) {
  const { draft } = useWizard().snapshot.context
  if (step === 'sources')
    return <Badge tone={hasEnoughSources(draft) ? 'success' : 'warning'}>Minimum 2 required</Badge>
  if (step === 'rules') return <Badge tone={hasRules(draft) ? 'success' : 'warning'}>Minimum 1 required</Badge>
  return null
}

/** When the draft was last saved. */
function SavedNote() {
  const { drafts } = useTradingContext()
  const saved = useObservableEagerState(drafts.list$)
  const { draftId } = useWizard().snapshot.context
  const now = useNow()
  const draft = saved.find(({ id }) => id === draftId)
  return (
    <span className={css.saved}>
      {draft === undefined ? null : (
        <>
          Draft, saved <Age at={draft.savedAt} now={now} />
        </>
      )}
    </span>
  )
}

/** One step. Its heading gets the focus on navigation, so that keyboard and screen reader users start at the top. */
function Step({ step, isFirst }: { readonly step: WizardStep; readonly isFirst: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirst) heading.current?.focus()
  }, [isFirst])
  const isEdit = useWizard().snapshot.context.edits !== undefined
  const Content = STEPS[step]
  return (
    <>
      <h3 className={css.heading} ref={heading} tabIndex={-1}>
        {stepTitle(step, isEdit)}
        <RequiredBadge step={step} />
      </h3>
      <Content />
    </>
  )
}

/** The wizard dialog with five steps. Escape and the close button keep the draft; Cancel discards it. */
export function WizardDialog() {
  const { snapshot, commands, can } = useWizard()
  const { dialogs } = useOverlays()
  const formId = useId()
  const step = wizardStep(snapshot)
  const [openedAt] = useState(step)
  const form = useRef<HTMLFormElement>(null)
  if (step === undefined) return null

  const isLast = step === 'review'
  const forward = isLast ? 'create' : 'next'
  const busy = isCreating(snapshot)
  const { edits } = snapshot.context
  const last =
    edits === undefined
      ? { text: 'Create', busyText: 'Creating...' }
      : { text: `Save ${versionName(edits.versionNumber + 1)}`, busyText: 'Saving...' }

  async function cancel() {
    const canDiscard =
      !hasEntries(snapshot) ||
      (await dialogs.confirm({
        title: edits === undefined ? 'Discard this strategy?' : 'Discard these changes?',
        text: 'Your input will be lost. Press Escape instead to close the wizard and keep it as a draft.',
        confirmText: 'Discard',
        cancelText: 'Keep editing',
        danger: true,
      }))
    if (canDiscard) commands.discard()
  }

  return (
    <Dialog
      open
      onClose={commands.hide}
      title={edits === undefined ? 'Custom Strategy' : 'Edit Strategy'}
      description={edits && `${versionName(edits.versionNumber)} stays as it is, with its decisions.`}
      size="large"
      closeOnOutside={false}
      isSteady
      bar={<Progress step={step} />}
      initialFocus={() => form.current?.querySelector<HTMLElement>(step === 'basics' ? 'input' : 'h3') ?? null}
      footer={
        <>
          <Button className={css.cancel} disabled={!can.discard()} onClick={() => void cancel()}>
            Cancel
          </Button>
          <SavedNote />
          <Button disabled={!can.back()} onClick={commands.back}>
            Back
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={!can[forward]()}
            busy={busy}
            busyText={isLast ? last.busyText : undefined}
          >
            {isLast ? last.text : 'Next'}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        className={css.body}
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          commands[isWritingRule(snapshot) ? 'saveRule' : forward]()
        }}
      >
        <Step key={step} step={step} isFirst={openedAt === step} />
      </form>
    </Dialog>
  )
}
