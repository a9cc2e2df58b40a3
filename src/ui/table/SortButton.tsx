import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SortDirection } from './sorting.ts'
import * as css from './SortButton.css.ts'

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown } as const

interface SortButtonProps {
  readonly direction: SortDirection | undefined
  readonly onPress: () => void
  readonly children: ReactNode
}

/** The name of a column, by which the table is sorted. */
export function SortButton({ direction, onPress, children }: SortButtonProps) {
  const Icon = ICONS[direction ?? 'none']
  return (
    <button type="button" className={css.button} onClick={onPress}>
      {children}
      <Icon size={14} aria-hidden="true" className={direction === undefined ? css.unsorted : undefined} />
    </button>
  )
}
