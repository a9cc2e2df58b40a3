import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { OverlayProvider } from '#src/ui/overlays/OverlayProvider.tsx'
import { ThemeSwitch } from '#src/ui/theme/ThemeSwitch.tsx'
import { ColorsAndType } from './ColorsAndType.tsx'
import { Controls } from './Controls.tsx'
import { CardStates, Display } from './Display.tsx'
import { Fields } from './Fields.tsx'
import { Overlays } from './Overlays.tsx'
import { Tables } from './Tables.tsx'
import { grid, screen, stack } from './gallery.css.ts'

/** Every UI component in every variant and state. */
export function Gallery() {
  return (
    <OverlayProvider>
      <main className={screen}>
        <PageHeader title="Components" subtitle="Every variant and state" actions={<ThemeSwitch />} />
        <div className={grid}>
          <div className={stack}>
            <ColorsAndType />
            <Controls />
            <Overlays />
          </div>
          <div className={stack}>
            <Fields />
            <Display />
            <Tables />
            <CardStates />
          </div>
        </div>
      </main>
    </OverlayProvider>
  )
}
