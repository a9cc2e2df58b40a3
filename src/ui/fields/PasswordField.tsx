import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { IconButton } from '../controls/IconButton.tsx'
import { cx } from '../cx.ts'
import * as css from './Field.css.ts'
import { Field, type FieldTexts } from './Field.tsx'

export interface PasswordFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'children' | 'type'> {}

/** A password input with a toggle to show it. */
export function PasswordField({ label, hint, error, id, className, ...native }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(controlProps) => (
        <div className={css.wrapper}>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...native}
            {...controlProps}
            aria-describedby={cx(controlProps['aria-describedby'], native['aria-describedby']) || undefined}
            type={shown ? 'text' : 'password'}
            className={cx(css.control, css.withButton, className)}
          />
          <span className={css.adornment}>
            <IconButton
              size="small"
              label={shown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
              icon={<Icon size={16} aria-hidden="true" />}
              aria-pressed={shown}
              disabled={native.disabled}
              onClick={() => setShown(!shown)}
            />
          </span>
        </div>
      )}
    </Field>
  )
}
