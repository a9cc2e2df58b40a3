import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Spinner } from '../feedback/Spinner.tsx'
import * as css from './Button.css.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ControlSize = 'small' | 'medium'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'aria-busy'> {
  readonly variant?: ButtonVariant | undefined
  readonly size?: ControlSize | undefined
  /** Shows a spinner and ignores clicks, keeping width and focus. */
  readonly busy?: boolean | undefined
  /** Label while busy ('Signing In...'); defaults to the children. */
  readonly busyText?: string | undefined
  readonly icon?: ReactNode
  /** Full width of the container. */
  readonly wide?: boolean | undefined
}

/** Enter in a field also clicks the form's button, so this prevents a second submit as well. */
const preventClick = (event: MouseEvent) => event.preventDefault()

/** A button, of type `button` by default. */
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
