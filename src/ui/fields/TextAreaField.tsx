import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import * as css from './Field.css.ts'
import { Field, type FieldTexts } from './Field.tsx'

export interface TextAreaFieldProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'children'> {}

/** A multi-line text input. Accepts all textarea attributes. */
export function TextAreaField({ label, hint, error, id, className, rows = 3, ...native }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(controlProps) => (
        <textarea {...native} {...controlProps} rows={rows} className={cx(css.control, css.textArea, className)} />
      )}
    </Field>
  )
}
