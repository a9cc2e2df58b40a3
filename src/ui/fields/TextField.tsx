import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import * as css from './Field.css.ts'
import { Field, type FieldTexts } from './Field.tsx'

export interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'children'> {}

/** A text input. Accepts all input attributes, including `ref` and a form library's `register()`. */
export function TextField({ label, hint, error, id, className, type = 'text', ...native }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(controlProps) => <input {...native} {...controlProps} type={type} className={cx(css.control, className)} />}
    </Field>
  )
}
