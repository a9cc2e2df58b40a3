import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import * as css from './Field.css.ts'
import { Field } from './Field.tsx'
import type { FieldTexts } from './Field.tsx'

export interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'children'> {}

/** One line of text. Takes every attribute of an input, `ref` and `register()` of a form library included. */
export function TextField({ label, hint, error, id, className, type = 'text', ...native }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(controlProps) => <input {...native} {...controlProps} type={type} className={cx(css.control, className)} />}
    </Field>
  )
}
