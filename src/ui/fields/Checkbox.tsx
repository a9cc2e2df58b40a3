import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import * as css from './Checkbox.css.ts'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  readonly label: string
}

/** A yes or no that is part of a form. Takes every attribute of an input. */
export function Checkbox({ label, className, ...native }: CheckboxProps) {
  return (
    <label className={cx(css.field, className)}>
      <input {...native} type="checkbox" className={css.box} />
      {label}
    </label>
  )
}
