import { useObservableEagerState } from 'observable-hooks'
import { WIZARD_STEPS } from '#src/machines/wizard/steps.ts'
import { type SavedDraft, wizardCommands } from '#src/machines/wizard/types.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { useNow } from '#src/ui/format/useNow.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { Age } from '#src/ui/text/Age.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { useTradingContext } from '../trading-context.ts'
import * as page from '../trading.css.ts'
import * as css from './list.css.ts'

function DraftRow({ saved }: { readonly saved: SavedDraft }) {
  const { wizard, drafts } = useTradingContext()
  const { dialogs } = useOverlays()
  const now = useNow()
  const name = saved.draft.name.trim() || 'Unnamed strategy'

  async function discard() {
    const isConfirmed = await dialogs.confirm({
      title: `Discard the draft "${name}"?`,
      text: 'Its input will be lost.',
      confirmText: 'Discard',
      danger: true,
    })
    if (isConfirmed) drafts.remove(saved.id)
  }

  return (
    <li className={css.draft}>
      <span className={css.draftName}>{name}</span>
      <span className={layout.quiet}>
        {saved.edits === undefined ? 'Draft' : `Edit of version ${saved.edits.versionNumber}`}, step{' '}
        {WIZARD_STEPS.indexOf(saved.step) + 1} of {WIZARD_STEPS.length}, saved <Age at={saved.savedAt} now={now} />
      </span>
      <span className={css.draftActions}>
        <Button size="small" aria-label={`Continue ${name}`} onClick={() => wizardCommands(wizard).resume(saved)}>
          Continue
        </Button>
        <Button size="small" variant="ghost" aria-label={`Discard ${name}`} onClick={() => void discard()}>
          Discard
        </Button>
      </span>
    </li>
  )
}

/** Strategies that were not finished in the wizard; nothing without any. */
export function DraftList() {
  const { drafts, canEdit } = useTradingContext()
  const saved = useObservableEagerState(drafts.list$)
  if (!canEdit || saved.length === 0) return null
  return (
    <section className={layout.stack[2]} aria-label="Drafts">
      <h3 className={page.heading}>Drafts ({saved.length})</h3>
      <ul className={layout.stack[1]}>
        {saved.map((draft) => (
          <DraftRow key={draft.id} saved={draft} />
        ))}
      </ul>
    </section>
  )
}
