import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import * as css from './Alert.css.ts'
import { tone as toneClass } from '#src/ui/theme/color.css.ts'

const ICONS = { danger: CircleAlert, warning: TriangleAlert, info: Info, success: CircleCheck } as const

export interface AlertProps {
  readonly tone: keyof typeof ICONS
  readonly title?: string | undefined
  readonly children: ReactNode
  /** A button, such as Retry. */
  readonly action?: ReactNode
}

/** A persistent message: danger and warning are announced assertively, info and success politely. */
export function Alert({ tone, title, children, action }: AlertProps) {
  const Icon = ICONS[tone]
  return (
    <div className={cx(css.alert, toneClass[tone])} role={tone === 'danger' || tone === 'warning' ? 'alert' : 'status'}>
      <span className={css.icon}>
        <Icon size={16} aria-hidden="true" />
      </span>
      <div className={css.body}>
        {title === undefined ? null : <strong className={css.title}>{title}</strong>}
        {children}
      </div>
      {action}
    </div>
  )
}
