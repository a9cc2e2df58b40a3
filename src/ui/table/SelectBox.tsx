import { useEffect, useRef } from 'react'
import { TABLE_ROLES } from '../attributes.ts'
import { box } from '../fields/Checkbox.css.ts'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import * as css from './DataTable.css.ts'

export interface SelectBoxProps {
  /** What the box selects: 'Select eve@pairbot.test'. */
  readonly label: string
  readonly isSelected: boolean
  /** Some, but not all. */
  readonly isPartial?: boolean | undefined
  readonly onToggle: () => void
}

function Box({ label, isSelected, isPartial = false, onToggle }: SelectBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = isPartial
  }, [isPartial])
  return (
    <label className={css.selectArea}>
      <input ref={input} type="checkbox" className={box} aria-label={label} checked={isSelected} onChange={onToggle} />
    </label>
  )
}

/** Cell with the checkbox of a row. */
export const SelectCell = (props: SelectBoxProps) => (
  <td className={css.selectCell} {...TABLE_ROLES.cell}>
    <Box {...props} />
  </td>
)

/** Header cell above the checkboxes where there is none of all. */
export const NoSelectHeader = () => (
  <th scope="col" className={css.selectCell} {...TABLE_ROLES.header}>
    <VisuallyHidden>Selected</VisuallyHidden>
  </th>
)

/** Header cell with the checkbox of all rows that are shown. */
export const SelectHeader = (props: SelectBoxProps) => (
  <th scope="col" className={css.selectCell} {...TABLE_ROLES.header}>
    <Box {...props} />
  </th>
)
