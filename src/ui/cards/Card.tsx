import { useId, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import * as layout from '../theme/layout.css.ts'
import * as css from './Card.css.ts'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { ErrorState, type ErrorStateProps } from '../feedback/ErrorState.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { Spinner } from '../feedback/Spinner.tsx'
import { useCardPress } from './useCardPress.ts'

/** State of a card. `stale` shows a notice above the body; the other states replace it. */
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
  /** Explains the card: a `Help`, beside the title. */
  readonly help?: ReactNode
  /** At the right end of the header: badges, menus. */
  readonly trailing?: ReactNode
  /** A line below the header, in every state: what is chosen of the content, and what is done with it. */
  readonly bar?: ReactNode
  /** Muted footer, e.g. provenance and age. */
  readonly footer?: ReactNode
  readonly state?: CardState | undefined
  /** Minimum height of the body (CSS length), the same in every state to avoid layout shifts. */
  readonly bodyHeight?: string | undefined
  /** A header of a fixed height, in which badges shrink before the title takes a second line, and content as high as the body. */
  readonly compact?: boolean | undefined
  /** No body: the header says all there is. */
  readonly headOnly?: boolean | undefined
  /** `trailing` fills the space beside the title: its first part at the left, its last at the right. */
  readonly spread?: boolean | undefined
  /** No padding around the body (charts, tables). */
  readonly flush?: boolean | undefined
  readonly headingLevel?: 2 | 3 | undefined
  /** Called on a click anywhere on the card, except on its own controls, and on Enter on its title. */
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
    <div className={css.skeleton}>
      <p className={layout.loading}>
        <Spinner size="small" />
        {state.text}
      </p>
      <Skeleton height="20px" />
      <Skeleton height="20px" width="80%" />
    </div>
  )
}

/** A titled section: header, body with loading, empty, error and stale states, footer. */
export function Card(props: CardProps) {
  const { title, subtitle, trailing, footer, state = READY, bodyHeight, headingLevel = 2, onOpen } = props
  const { help, className, children } = props
  const id = useId()
  const { cardRef, titleRef } = useCardPress()
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <section
      ref={cardRef}
      className={cx(css.card, className)}
      aria-labelledby={id}
      aria-busy={state.kind === 'loading'}
      data-state={state.kind}
      data-opens={onOpen === undefined ? undefined : true}
      data-compact={props.compact === true ? true : undefined}
    >
      <header className={css.header}>
        <div className={css.titles}>
          <Heading id={id} className={css.title}>
            {onOpen === undefined ? (
              title
            ) : (
              <button ref={titleRef} type="button" className={css.open} aria-haspopup="dialog" onClick={onOpen}>
                {title}
              </button>
            )}
          </Heading>
          {subtitle === undefined ? null : (
            <span
              className={css.subtitle}
              title={props.compact === true && typeof subtitle === 'string' ? subtitle : undefined}
            >
              {subtitle}
            </span>
          )}
          {help === undefined ? null : <span className={css.help}>{help}</span>}
        </div>
        {trailing === undefined ? null : (
          <div className={cx(css.trailing, props.spread === true && css.spread)}>{trailing}</div>
        )}
      </header>
      {props.bar === undefined ? null : <div className={css.bar}>{props.bar}</div>}
      {state.kind === 'stale' ? <p className={css.staleBar}>{state.text}</p> : null}
      {props.headOnly === true ? null : (
        <div
          className={cx(css.body, props.flush === true && css.flush)}
          style={bodyHeight === undefined ? undefined : { minHeight: bodyHeight }}
        >
          <Body state={state}>{children}</Body>
        </div>
      )}
      {footer === undefined ? null : <footer className={css.footer}>{footer}</footer>}
    </section>
  )
}
