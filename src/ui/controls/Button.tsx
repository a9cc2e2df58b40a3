import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Spinner } from '../display/Spinner.tsx'
import * as css from './Button.css.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ControlSize = 'small' | 'medium'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'aria-busy'> {
  readonly variant?: ButtonVariant | undefined
  readonly size?: ControlSize | undefined
  /** Work is under way: shows a spinner, takes no clicks, keeps its width and its focus. */
  readonly busy?: boolean | undefined
  /** What it reads while busy ('Signing In...'); its own text when absent. */
  readonly busyText?: string | undefined
  readonly icon?: ReactNode
  /** As wide as its container. */
  readonly wide?: boolean | undefined
}

/** Enter in a field clicks the form's button too, so this also holds back a second submit. */
const preventClick = (event: MouseEvent) => event.preventDefault()

/** A button of type `button` unless said otherwise. */
export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'medium', busy = false, busyText, icon, wide = false, ...rest } = props
  const { children, className, disabled, onClick, type = 'button', ...native } = rest
  return (
    <button
      {...native}
      type={type}
      className={cx(css.button({ variant, size, wide }), className)}
      disabled={disabled === true && !busy}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? preventClick : onClick}
    >
      <span className={css.labels}>
        <span className={cx(css.label, busy && css.hidden)} aria-hidden={busy || undefined}>
          {icon}
          {children}
        </span>
        {busyText !== undefined || busy ? (
          <span className={cx(css.label, !busy && css.hidden)} aria-hidden={!busy || undefined}>
            <Spinner size="small" />
            {busyText ?? children}
          </span>
        ) : null}
      </span>
    </button>
  )
}
