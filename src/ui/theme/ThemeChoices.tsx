import { ToggleGroup } from '../controls/ToggleGroup.tsx'
import { THEME_CHOICES, THEME_NAMES } from './theme.ts'
import { useTheme } from './ThemeProvider.tsx'

const OPTIONS = THEME_CHOICES.map((id) => ({ id, label: THEME_NAMES[id] }))

/** The themes side by side, where a menu in a menu would be one too many. */
export function ThemeChoices() {
  const { choice, choose } = useTheme()
  return <ToggleGroup label="Theme" options={OPTIONS} value={choice} onChange={choose} />
}
