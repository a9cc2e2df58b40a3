import { useId } from 'react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { body, card, flush, footer as footerClass, header, lines, loading, open, staleBar } from './Card.css.ts'
import { subtitle as subtitleClass, title as titleClass, titles, trailing as trailingClass } from './Card.css.ts'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import type { ErrorStateProps } from './ErrorState.tsx'
import { Skeleton } from './Skeleton.tsx'
import { Spinner } from './Spinner.tsx'
import { useCardPress } from './useCardPress.ts'

/** What a card shows. `stale` keeps its body and says since when; the others stand in the body's place. */
export type CardState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'loading'; readonly text: string }
  | { readonly kind: 'empty'; readonly text: string }
  | ({ readonly kind: 'error'; readonly detail?: string } & Pick<ErrorStateProps, 'message' | 'onRetry' | 'busy'>)
  | { readonly kind: 'stale'; readonly text: string }

export interface CardProps {
  readonly title: string
  /** Timeframe or pair, beside the title. */
  readonly subtitle?: ReactNode
  /** At the header's right end: trust mark, menu. */
  readonly trailing?: ReactNode
  /** Provenance and age, quietly. */
  readonly footer?: ReactNode
  readonly state?: CardState | undefined
  /** Final height of the body as a CSS length, kept in every state so that nothing jumps. */
  readonly bodyHeight?: string | undefined
  /** Two lines for the header whatever stands in it: the title, and below it what trails. One line that wraps otherwise. */
  readonly tall?: boolean | undefined
  /** No padding around the body (charts, tables). */
  readonly flush?: boolean | undefined
  readonly headingLevel?: 2 | 3 | undefined
  /** A click anywhere on the card, or Enter on its title, opens more about it. Its own buttons and links do not. */
  readonly onOpen?: (() => void) | undefined
  readonly className?: string | undefined
  readonly children?: ReactNode
}

const READY: CardState = { kind: 'ready' }

function Body({ state, children }: { readonly state: CardState; readonly children: ReactNode }) {
  if (state.kind === 'error')
    return (
      <ErrorState message={state.message} onRetry={state.onRetry} busy={state.busy}>
        {state.detail}
      </ErrorState>
    )
  if (state.kind === 'empty') return <EmptyState title={state.text} />
  if (state.kind !== 'loading') return children
  return (
    <div className={lines}>
      <p className={loading}>
        <Spinner size="small" />
        {state.text}
      </p>
      <Skeleton height="20px" />
      <Skeleton height="20px" width="80%" />
    </div>
  )
}

/** A named region of a screen: one header line, a body with designed states, a quiet footer. */
export function Card(props: CardProps) {
  const { title, subtitle, trailing, footer, state = READY, bodyHeight, headingLevel = 2, onOpen } = props
  const { className, children } = props
  const id = useId()
  const { cardRef, titleRef } = useCardPress()
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <section
      ref={cardRef}
      className={cx(card, className)}
      aria-labelledby={id}
      aria-busy={state.kind === 'loading'}
      data-state={state.kind}
      data-opens={onOpen === undefined ? undefined : true}
      data-tall={props.tall === true ? true : undefined}
    >
      <header className={header}>
        <div className={titles}>
          <Heading id={id} className={titleClass}>
            {onOpen === undefined ? (
              title
            ) : (
              <button ref={titleRef} type="button" className={open} aria-haspopup="dialog" onClick={onOpen}>
                {title}
              </button>
            )}
          </Heading>
          {subtitle === undefined ? null : <span className={subtitleClass}>{subtitle}</span>}
        </div>
        {trailing === undefined ? null : <div className={trailingClass}>{trailing}</div>}
      </header>
      {state.kind === 'stale' ? <p className={staleBar}>{state.text}</p> : null}
      <div
        className={cx(body, props.flush === true && flush)}
        style={bodyHeight === undefined ? undefined : { minHeight: bodyHeight }}
      >
        <Body state={state}>{children}</Body>
      </div>
      {footer === undefined ? null : <footer className={footerClass}>{footer}</footer>}
    </section>
  )
}
