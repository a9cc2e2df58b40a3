import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { box, field } from './Checkbox.css.ts'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  readonly label: string
}

/** A yes or no that is part of a form. Takes every attribute of an input. */
export function Checkbox({ label, className, ...native }: CheckboxProps) {
  return (
    <label className={cx(field, className)}>
      <input {...native} type="checkbox" className={box} />
      {label}
    </label>
  )
}
