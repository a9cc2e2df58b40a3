import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup as Base } from '@base-ui/react/toggle-group'
import type { ReactNode } from 'react'
import * as css from './ToggleGroup.css.ts'

export interface ToggleOption<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly icon?: ReactNode
  readonly disabled?: boolean | undefined
}

export interface ToggleGroupProps<Id extends string> {
  readonly label: string
  readonly options: readonly ToggleOption<Id>[]
  readonly value: Id
  readonly onChange: (id: Id) => void
}

export interface MultiToggleGroupProps<Id extends string> {
  readonly label: string
  readonly options: readonly ToggleOption<Id>[]
  readonly values: readonly Id[]
  readonly onToggle: (id: Id) => void
}

/** Any number of a few visible options. */
export function MultiToggleGroup<Id extends string>(props: MultiToggleGroupProps<Id>) {
  const { label, options, values, onToggle } = props
  return (
    <Base className={css.group} aria-label={label} multiple value={values}>
      {options.map(({ id, label: text, icon, disabled = false }) => (
        <Toggle key={id} value={id} className={css.toggle} disabled={disabled} onPressedChange={() => onToggle(id)}>
          {icon}
          {text}
        </Toggle>
      ))}
    </Base>
  )
}

/** A single choice of a few visible options; pressing the selected one changes nothing. */
export function ToggleGroup<Id extends string>({ label, options, value, onChange }: ToggleGroupProps<Id>) {
  return (
    <Base
      className={css.group}
      aria-label={label}
      value={[value]}
      onValueChange={([next]: Id[]) => {
        if (next !== undefined) onChange(next)
      }}
    >
      {options.map((option) => (
        <Toggle key={option.id} value={option.id} className={css.toggle} disabled={option.disabled ?? false}>
          {option.icon}
          {option.label}
        </Toggle>
      ))}
    </Base>
  )
}
