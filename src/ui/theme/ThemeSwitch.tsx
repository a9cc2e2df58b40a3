import { Monitor, Moon, Sun } from 'lucide-react'
import { ChoiceMenu } from '../overlays/Menu.tsx'
import { THEME_CHOICES, THEME_NAMES } from './theme.ts'
import { useTheme } from './ThemeProvider.tsx'

const ICONS = { system: Monitor, dark: Moon, light: Sun } as const
const ITEMS = THEME_CHOICES.map((id) => ({ id, label: THEME_NAMES[id] }))

/** Menu to choose dark, light or the system theme. */
export function ThemeSwitch() {
  const { choice, choose } = useTheme()
  const Icon = ICONS[choice]
  return (
    <ChoiceMenu
      text={<Icon size={16} aria-hidden="true" />}
      label={`Theme: ${THEME_NAMES[choice]}`}
      variant="ghost"
      align="end"
      items={ITEMS}
      value={choice}
      onChange={choose}
    />
  )
}
