import { Monitor, Moon, Sun } from 'lucide-react'
import { ChoiceMenu } from '../overlays/Menu.tsx'
import type { ThemeChoice } from './theme.ts'
import { useTheme } from './ThemeProvider.tsx'

const ICONS = { system: Monitor, dark: Moon, light: Sun } as const
const NAMES: Record<ThemeChoice, string> = { system: 'System', dark: 'Dark', light: 'Light' }
const ITEMS = [
  { id: 'system', label: NAMES.system },
  { id: 'dark', label: NAMES.dark },
  { id: 'light', label: NAMES.light },
] as const

/** Menu to choose dark, light or the system theme. */
export function ThemeSwitch() {
  const { choice, choose } = useTheme()
  const Icon = ICONS[choice]
  return (
    <ChoiceMenu
      text={<Icon size={16} aria-hidden="true" />}
      label={`Theme: ${NAMES[choice]}`}
      variant="ghost"
      align="end"
      items={ITEMS}
      value={choice}
      onChange={choose}
    />
  )
}
