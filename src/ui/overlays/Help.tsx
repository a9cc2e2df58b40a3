import { Popover as Base } from '@base-ui/react/popover'
import { CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../cx.ts'
import * as css from './Help.css.ts'
import { HELP, type HelpTopic } from './help-texts.ts'
import { popup, positioner } from './popup.css.ts'

/** Something explained, and its explanation. */
export interface HelpEntry {
  readonly term: string
  readonly says: string
}

export interface HelpProps {
  /** What is explained: 'Help: Latency & Loss'. */
  readonly of: string
  readonly topic?: HelpTopic | undefined
  /** Further terms: the figures of a card. */
  readonly entries?: readonly HelpEntry[] | undefined
}

const OPEN_DELAY_MS = 150
const NONE: readonly HelpEntry[] = []

/** An explanation in plain words, on hover, on focus and on a tap; Escape closes it. The focus stays on its button. */
export function Help({ of, topic, entries = NONE }: HelpProps) {
  const [isOpen, setOpen] = useState(false)
  const texts = topic === undefined ? undefined : HELP[topic]
  return (
    <Base.Root open={isOpen} onOpenChange={setOpen}>
      <Base.Trigger
        className={css.trigger}
        aria-label={`Help: ${of}`}
        openOnHover
        delay={OPEN_DELAY_MS}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) setOpen(true)
        }}
        onBlur={({ relatedTarget }) => {
          // The popover's own stops beside the button lead on to what is next, and close it.
          if (relatedTarget?.hasAttribute('data-base-ui-focus-guard') !== true) setOpen(false)
        }}
      >
        <CircleQuestionMark size={14} aria-hidden="true" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={positioner} sideOffset={6} collisionPadding={8}>
          <Base.Popup className={cx(popup, css.content)} initialFocus={false} finalFocus={false}>
            <Base.Title className={css.title}>{of}</Base.Title>
            {texts?.text === undefined ? null : <p>{texts.text}</p>}
            <dl className={css.terms}>
              {[...entries, ...(texts?.terms ?? NONE)].map(({ term, says }) => (
                <div key={term}>
                  <dt className={css.term}>{term}</dt>
                  <dd className={css.says}>{says}</dd>
                </div>
              ))}
            </dl>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
