import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { button } from './Button.css.ts'
import type { ButtonVariant, ControlSize } from './Button.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** Accessible name and default title. */
  readonly label: string
  readonly icon: ReactNode
  readonly variant?: ButtonVariant | undefined
  readonly size?: ControlSize | undefined
}

/** A square button with an icon and an accessible name. */
export function IconButton(props: IconButtonProps) {
  const { label, icon, variant = 'ghost', size = 'medium', className, type = 'button', title, ...native } = props
  return (
    <button
      {...native}
      type={type}
      aria-label={label}
      title={title ?? label}
      className={cx(button({ variant, size, square: true }), className)}
    >
      {icon}
    </button>
  )
}
