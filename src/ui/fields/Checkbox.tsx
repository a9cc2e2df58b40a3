import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import * as css from './Checkbox.css.ts'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  readonly label: string
}

/** A checkbox with a label. Accepts all input attributes. */
export function Checkbox({ label, className, ...native }: CheckboxProps) {
  return (
    <label className={cx(css.field, className)}>
      <input {...native} type="checkbox" className={css.box} />
      {label}
    </label>
  )
}
