import { createRoot } from 'react-dom/client'
import { createTheme } from '#src/ui/theme/theme.ts'
import { ThemeProvider } from '#src/ui/theme/ThemeProvider.tsx'
import { Gallery } from './Gallery.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
const theme = createTheme({
  read: () => undefined,
  remember: () => undefined,
  prefersLight: matchMedia('(prefers-color-scheme: light)'),
  root: document.documentElement,
})
createRoot(root).render(
  <ThemeProvider theme={theme}>
    <Gallery />
  </ThemeProvider>,
)
