import { useNavigate } from '@tanstack/react-router'
import { useServices } from '#src/app/services.ts'
import { CommandPalette } from '#src/ui/overlays/CommandPalette.tsx'
import { useTheme } from '#src/ui/theme/ThemeProvider.tsx'
import { commandsFor, type CommandTargets } from './commands.ts'

export interface PaletteProps extends Omit<CommandTargets, 'go' | 'openStream' | 'chooseTheme' | 'signOut'> {
  readonly onClose: () => void
}

/** The command palette of the signed-in screens. In a chunk of its own. */
export default function Palette({ onClose, ...targets }: PaletteProps) {
  const navigate = useNavigate()
  const { choose } = useTheme()
  const { sessionCommands } = useServices()
  const groups = commandsFor({
    ...targets,
    go: (to) => void navigate({ to }),
    openStream: (stream) => void navigate({ to: '/monitoring', search: { stream } }),
    chooseTheme: choose,
    signOut: () => sessionCommands.signOut(),
  })
  return <CommandPalette groups={groups} onClose={onClose} />
}
