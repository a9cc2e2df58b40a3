import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import * as css from './Tabs.css.ts'

export interface TabItem<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly content: ReactNode
  readonly disabled?: boolean | undefined
}

export interface TabsProps<Id extends string> {
  /** Accessible name of the tab list. */
  readonly label: string
  readonly items: readonly TabItem<Id>[]
  readonly value: Id
  readonly onChange: (id: Id) => void
}

/** Tabs with one visible panel; arrow keys move between the tabs. */
export function Tabs<Id extends string>({ label, items, value, onChange }: TabsProps<Id>) {
  return (
    <Base.Root value={value} onValueChange={(id: Id) => onChange(id)}>
      <Base.List className={css.list} aria-label={label} activateOnFocus>
        {items.map((item) => (
          <Base.Tab key={item.id} value={item.id} className={css.tab} disabled={item.disabled ?? false}>
            {item.label}
          </Base.Tab>
        ))}
      </Base.List>
      {items.map((item) => (
        <Base.Panel key={item.id} value={item.id} className={css.panel}>
          {item.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
