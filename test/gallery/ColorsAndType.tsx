import { assignInlineVars } from '@vanilla-extract/dynamic'
import { Card } from '#src/ui/cards/Card.tsx'
import { PALETTES } from '#src/ui/theme/palettes.ts'
import { useTheme } from '#src/ui/theme/ThemeProvider.tsx'
import { columns, display, fill, name, small, stack, swatch, title } from './gallery.css.ts'

/** Colours of the current theme, and the four text sizes. */
export function ColorsAndType() {
  const { theme } = useTheme()
  return (
    <Card title="Colour and type" subtitle={theme}>
      <div className={stack}>
        <div className={columns}>
          {Object.entries(PALETTES[theme]).map(([token, value]) => (
            <div key={token}>
              <div className={swatch} style={assignInlineVars({ [fill]: value })} />
              <span className={name}>{token}</span>
            </div>
          ))}
        </div>
        <p className={display}>Display 22/28 · 67,123.4</p>
        <p className={title}>Title 16/24 · 67,123.4</p>
        <p>Body 14/20 · tabular figures: 1,111.1 and 8,888.8</p>
        <p className={small}>Small 12/16 · 2019-06-30 23:59:07 UTC</p>
        <code>tdp:kraken:BTCUSD:processed_candles:m1</code>
      </div>
    </Card>
  )
}
