import type { Role } from '#contract/roles.ts'
import { Kbd } from '#src/ui/text/Kbd.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { keys as keysClass, list, row } from './ShortcutList.css.ts'

interface Shortcut {
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
  { keys: ['Esc'], description: 'Close the open dialog or menu' },
]

export interface ShortcutListProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly role: Role
}

export function ShortcutList({ open, onClose, role }: ShortcutListProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="small">
      <ul className={list}>
        {SHORTCUTS.filter(({ adminOnly }) => adminOnly !== true || role === 'Admin').map(({ keys, description }) => (
          <li key={description} className={row}>
            {description}
            <span className={keysClass}>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
