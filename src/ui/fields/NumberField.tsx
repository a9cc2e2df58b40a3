import { NumberField as Base } from '@base-ui/react/number-field'
import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { regionalFormat } from '../format/regional.ts'
import { control } from './Field.css.ts'
import { Field, type FieldTexts } from './Field.tsx'
import * as css from './Field.css.ts'

export interface NumberFieldProps extends FieldTexts {
  /** Null while the field is empty. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly step?: number | undefined
  /** Beside the field: '%', 's', or a choice of units. */
  readonly unit?: ReactNode
  readonly format?: Intl.NumberFormatOptions | undefined
  readonly disabled?: boolean | undefined
  /** Leaves a typed value out of range in the field, where `error` explains it. */
  readonly keepsOutOfRange?: boolean | undefined
}

/** A number input with step buttons. Typed values out of range are clamped on blur, unless `keepsOutOfRange`. */
export function NumberField(props: NumberFieldProps) {
  const {
    label,
    hint,
    error,
    value,
    onChange,
    min,
    max,
    step = 1,
    unit,
    format,
    disabled = false,
    keepsOutOfRange = false,
  } = props
  return (
    <Field label={label} hint={hint} error={error}>
      {({ id, ...controlProps }) => (
        <Base.Root
          id={id}
          value={value}
          onValueChange={(next) => onChange(next)}
          min={min}
          max={max}
          step={step}
          allowOutOfRange={keepsOutOfRange}
          format={format}
          locale={regionalFormat().numberLocale}
          disabled={disabled}
        >
          <Base.Group className={css.group}>
            <Base.Decrement className={css.step} aria-label={`Decrease ${label}`}>
              <Minus size={14} aria-hidden="true" />
            </Base.Decrement>
            <Base.Input className={cx(control, css.input)} {...controlProps} />
            <Base.Increment className={css.step} aria-label={`Increase ${label}`}>
              <Plus size={14} aria-hidden="true" />
            </Base.Increment>
            {unit === undefined ? null : <span className={css.unit}>{unit}</span>}
          </Base.Group>
        </Base.Root>
      )}
    </Field>
  )
}
