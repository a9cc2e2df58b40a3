import { Menu as Base } from '@base-ui/react/menu'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { button } from '../controls/Button.css.ts'
import type { ButtonVariant, ControlSize } from '../controls/Button.tsx'
import * as css from './popup.css.ts'

export interface MenuItem<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly note?: string | undefined
  readonly disabled?: boolean | undefined
}

interface MenuFrameProps {
  /** Button text. */
  readonly text: ReactNode
  /** Accessible name, if the text is not enough. */
  readonly label?: string | undefined
  readonly icon?: ReactNode
  readonly variant?: ButtonVariant | undefined
  readonly size?: ControlSize | undefined
  readonly align?: 'start' | 'end' | undefined
  /** Where the focus goes when it closes: the button, unless this names something else. */
  readonly finalFocus?: (() => HTMLElement | true) | undefined
}

export interface MenuProps<Id extends string> extends MenuFrameProps {
  readonly items: readonly MenuItem<Id>[]
  readonly onSelect: (id: Id) => void
  /** Below the actions; the menu stays open when one is pressed. */
  readonly switches?: readonly MenuSwitch[] | undefined
}

/** An entry that is on or off, apart from what is above it. */
export interface MenuSwitch {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (isOn: boolean) => void
}

export interface ChecklistMenuProps<Id extends string> extends MenuFrameProps {
  readonly items: readonly (MenuItem<Id> & { readonly checked: boolean })[]
  readonly onToggle: (id: Id) => void
  /** Below the entries; the menu closes when it is pressed. */
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined
}

const SwitchItem = ({ label, checked, onChange, closeOnClick }: MenuSwitch & { readonly closeOnClick?: boolean }) => (
  <Base.CheckboxItem
    className={css.item}
    checked={checked}
    onCheckedChange={onChange}
    {...(closeOnClick === undefined ? {} : { closeOnClick })}
  >
    <span className={css.mark}>
      <Base.CheckboxItemIndicator>
        <Check size={14} aria-hidden="true" />
      </Base.CheckboxItemIndicator>
    </span>
    {label}
  </Base.CheckboxItem>
)

/** A menu of entries that are on or off; it stays open. */
export function ChecklistMenu<Id extends string>({ items, onToggle, action, ...frame }: ChecklistMenuProps<Id>) {
  return (
    <MenuFrame {...frame}>
      {items.map((entry) => (
        <Base.CheckboxItem
          key={entry.id}
          className={css.item}
          disabled={entry.disabled ?? false}
          checked={entry.checked}
          closeOnClick={false}
          onCheckedChange={() => onToggle(entry.id)}
        >
          <span className={css.mark}>
            <Base.CheckboxItemIndicator>
              <Check size={14} aria-hidden="true" />
            </Base.CheckboxItemIndicator>
          </span>
          {entry.label}
        </Base.CheckboxItem>
      ))}
      {action === undefined ? null : (
        <>
          <Base.Separator className={css.separator} />
          <Base.Item className={css.item} onClick={action.onPress}>
            <span className={css.mark} />
            {action.label}
          </Base.Item>
        </>
      )}
    </MenuFrame>
  )
}

export interface ChoiceMenuProps<Id extends string> extends MenuFrameProps {
  readonly items: readonly MenuItem<Id>[]
  readonly value: Id
  readonly onChange: (id: Id) => void
  readonly extra?: MenuSwitch | undefined
}

function MenuFrame({
  text,
  label,
  icon,
  variant,
  size,
  align,
  finalFocus,
  children,
}: MenuFrameProps & { readonly children: ReactNode }) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger className={button({ variant: variant ?? 'secondary', size: size ?? 'medium' })} aria-label={label}>
        {icon}
        {text}
        <ChevronDown size={14} aria-hidden="true" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={css.positioner} sideOffset={4} align={align ?? 'start'}>
          <Base.Popup className={css.popup} finalFocus={finalFocus}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const NO_SWITCHES: readonly MenuSwitch[] = []

/** A button that opens a list of actions. Closes on selection, Escape, Tab or a press outside, and returns the focus. */
export function Menu<Id extends string>({ items, onSelect, switches = NO_SWITCHES, ...frame }: MenuProps<Id>) {
  return (
    <MenuFrame {...frame}>
      {items.map((entry) => (
        <Base.Item
          key={entry.id}
          className={css.item}
          disabled={entry.disabled ?? false}
          onClick={() => onSelect(entry.id)}
        >
          {entry.label}
          {entry.note === undefined ? null : <span className={css.note}>{entry.note}</span>}
        </Base.Item>
      ))}
      {switches.length === 0 ? null : <Base.Separator className={css.separator} />}
      {switches.map((each) => (
        <SwitchItem key={each.label} {...each} closeOnClick={false} />
      ))}
    </MenuFrame>
  )
}

/** A menu with exactly one checked entry, and below them possibly one that is on or off. */
export function ChoiceMenu<Id extends string>({ items, value, onChange, extra, ...frame }: ChoiceMenuProps<Id>) {
  return (
    <MenuFrame {...frame}>
      <Base.RadioGroup value={value} onValueChange={(id: Id) => onChange(id)}>
        {items.map((entry) => (
          <Base.RadioItem
            key={entry.id}
            value={entry.id}
            className={css.item}
            disabled={entry.disabled ?? false}
            closeOnClick
          >
            <span className={css.mark}>
              <Base.RadioItemIndicator>
                <Check size={14} aria-hidden="true" />
              </Base.RadioItemIndicator>
            </span>
            {entry.label}
            {entry.note === undefined ? null : <span className={css.note}>{entry.note}</span>}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
      {extra === undefined ? null : (
        <>
          <Base.Separator className={css.separator} />
          <SwitchItem {...extra} />
        </>
      )}
    </MenuFrame>
  )
}
