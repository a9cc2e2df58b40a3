import { Fragment } from 'react'
import type { Role } from '#contract/roles.ts'
import { CHART_KEYS } from '#src/ui/input/chart-keys.ts'
import { Kbd } from '#src/ui/text/Kbd.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { heading, keys as keysClass, list, row } from './ShellFrame.css.ts'

interface Shortcut {
  /** Pressed together or one after the other. */
  readonly keys: readonly string[]
  readonly description: string
  readonly adminOnly?: boolean
}

const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['?'], description: 'Show keyboard shortcuts' },
  { keys: ['Ctrl', 'K'], description: 'Find a page, stream or action' },
  { keys: ['g', 'd'], description: 'Go to Dashboard' },
  { keys: ['g', 't'], description: 'Go to Trading' },
  { keys: ['g', 'm'], description: 'Go to Monitoring' },
  { keys: ['g', 'a'], description: 'Go to Admin', adminOnly: true },
  { keys: ['/'], description: 'Filter the list' },
  { keys: ['F6'], description: 'Go to the inspector and back' },
  { keys: ['Esc'], description: 'Close the open dialog or menu' },
]

const SYMBOLS = new Map(
  Object.entries({
    ArrowLeft: '←',
    ArrowRight: '→',
    ArrowUp: '↑',
    ArrowDown: '↓',
    PageUp: 'Page up',
    PageDown: 'Page down',
    Plus: '+',
    Control: 'Ctrl',
    Escape: 'Esc',
  }),
)
const keysOf = (name: string): readonly string[] => name.split('+').map((key) => SYMBOLS.get(key) ?? key)

const Row = ({
  children,
  choices,
}: {
  readonly children: string
  readonly choices: readonly (readonly string[])[]
}) => (
  <li className={row}>
    {children}
    <span className={keysClass}>
      {choices.map((keys, index) => (
        <Fragment key={keys.join(' ')}>
          {index === 0 ? null : 'or'}
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  </li>
)

export interface ShortcutListProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly role: Role
}

/** The keys of every page, and those of a chart that has the focus. */
export function ShortcutList({ open, onClose, role }: ShortcutListProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="small">
      <ul className={list}>
        {SHORTCUTS.filter(({ adminOnly }) => adminOnly !== true || role === 'Admin').map(({ keys, description }) => (
          <Row key={description} choices={[keys]}>
            {description}
          </Row>
        ))}
      </ul>
      <h3 className={heading}>On a chart that has the focus</h3>
      <ul className={list}>
        {Object.entries(CHART_KEYS).map(([names, description]) => (
          <Row key={names} choices={names.split(' ').map(keysOf)}>
            {description}
          </Row>
        ))}
      </ul>
    </Dialog>
  )
}
