import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { cx } from '../cx.ts'
import { item, mark, note, popup, positioner } from '../overlays/popup.css.ts'
import { control } from './Field.css.ts'
import { Field, type FieldTexts } from './Field.tsx'
import * as css from './Field.css.ts'

export interface SelectOption<Id extends string> {
  readonly id: Id
  readonly label: string
  /** Muted note at the right ('Coming Soon'). */
  readonly note?: string | undefined
  readonly disabled?: boolean | undefined
}

export interface SelectProps<Id extends string> extends FieldTexts {
  readonly options: readonly SelectOption<Id>[]
  readonly value: Id | undefined
  readonly onChange: (id: Id) => void
  readonly placeholder?: string | undefined
  readonly disabled?: boolean | undefined
  readonly name?: string | undefined
}

/** A single choice from a popup list. Opens with Enter, Space or an arrow; closes with Escape or a press outside. */
export function Select<Id extends string>(props: SelectProps<Id>) {
  const { label, hint, error, options, value, onChange, placeholder = 'Select', disabled = false, name } = props
  return (
    <Field label={label} hint={hint} error={error}>
      {(controlProps) => (
        <Base.Root
          items={options.map((option) => ({ value: option.id, label: option.label }))}
          value={value ?? null}
          onValueChange={(next) => {
            if (next !== null) onChange(next)
          }}
          disabled={disabled}
          name={name}
        >
          <Base.Trigger {...controlProps} className={cx(control, css.trigger)} aria-label={label}>
            <Base.Value className={css.value} placeholder={placeholder} />
            <Base.Icon>
              <ChevronDown size={16} aria-hidden="true" />
            </Base.Icon>
          </Base.Trigger>
          <Base.Portal>
            <Base.Positioner className={positioner} sideOffset={4} alignItemWithTrigger={false}>
              <Base.Popup className={popup}>
                <Base.List className={css.list}>
                  {options.map((option) => (
                    <Base.Item key={option.id} value={option.id} className={item} disabled={option.disabled ?? false}>
                      <span className={mark}>
                        <Base.ItemIndicator>
                          <Check size={14} aria-hidden="true" />
                        </Base.ItemIndicator>
                      </span>
                      <Base.ItemText>{option.label}</Base.ItemText>
                      {option.note === undefined ? null : <span className={note}>{option.note}</span>}
                    </Base.Item>
                  ))}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  )
}
