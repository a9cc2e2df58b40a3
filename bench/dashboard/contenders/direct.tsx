import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { AnalyticsSection } from '#src/features/dashboard/analytics/AnalyticsSection.tsx'
import { cardData, SOURCES } from '#src/features/dashboard/analytics/card-data.ts'
import { TrustMark } from '#src/features/dashboard/card/TrustMark.tsx'
import { ConfluenceCard } from '#src/features/dashboard/confluence/ConfluenceCard.tsx'
import { IndicatorsCard } from '#src/features/dashboard/indicators/IndicatorsCard.tsx'
import { LevelsCard } from '#src/features/dashboard/levels/LevelsCard.tsx'
import { PatternsCard } from '#src/features/dashboard/patterns/PatternsCard.tsx'
import { StructureCard } from '#src/features/dashboard/structure/StructureCard.tsx'
import { createTheme } from '#src/ui/theme/theme.ts'
import { ThemeProvider } from '#src/ui/theme/ThemeProvider.tsx'
import { KEYS, type CardName } from '#test/support/data/payloads.ts'
import { READERS } from '#test/support/client/views.ts'
import { startClient } from './client.ts'
import { collect, createWriter } from './write.ts'

// The product's five cards, rendered once; after that each number is written to its own node without React.
const theme = createTheme({
  read: () => 'dark',
  remember: () => undefined,
  prefersLight: matchMedia('(prefers-color-scheme: light)'),
  root: document.documentElement,
})
const container = document.getElementById('root')
if (!container) throw new Error('no root')
const root = createRoot(container)

function draw(data: Readonly<Record<CardName, unknown>>): void {
  const common = (name: CardName) => ({
    onOpen: () => undefined,
    trust: (
      <TrustMark
        liveness="live"
        metadata={{
          key: KEYS[name],
          messageId: undefined,
          delivery: 'live',
          timestamp: Date.now(),
          receivedAt: Date.now(),
          provenance: undefined,
        }}
        market={undefined}
      />
    ),
  })
  const { structure, patterns, levels, indicators, confluence } = READERS
  const cards = {
    structure: <StructureCard payload={structure(data.structure, KEYS.structure)} {...common('structure')} />,
    patterns: <PatternsCard payload={patterns(data.patterns, KEYS.patterns)} {...common('patterns')} />,
    levels: <LevelsCard payload={levels(data.levels, KEYS.levels)} {...common('levels')} />,
    indicators: <IndicatorsCard payload={indicators(data.indicators, KEYS.indicators)} {...common('indicators')} />,
    confluence: <ConfluenceCard payload={confluence(data.confluence, KEYS.confluence)} {...common('confluence')} />,
  }
  flushSync(() =>
    root.render(
      <ThemeProvider theme={theme}>
        <AnalyticsSection
          isEstablishing={false}
          shown="structure"
          onShow={() => undefined}
          matrix={null}
          cards={cards}
        />
      </ThemeProvider>,
    ),
  )
}

// In the order in which the section draws them.
const names = ['structure', 'patterns', 'levels', 'indicators', 'confluence'] as const satisfies readonly CardName[]
const answer = await fetch(`/api/bench/variants${location.search}`)
const variants = (await answer.json()) as readonly Record<CardName, unknown>[]
const pictures = variants.map((each) => {
  draw(each)
  const cards = [...container.querySelectorAll('section[data-state]')]
  if (cards.length !== names.length) throw new Error(`${cards.length} cards are drawn`)
  return cards.map(collect)
})

const { records } = startClient()
for (const [index, name] of names.entries()) {
  const write = createWriter(pictures.map((picture) => picture[index] ?? []))
  const read: (data: unknown, key: string) => ReturnType<(typeof READERS)[CardName]> = READERS[name]
  let count = 0
  cardData<unknown>(records, { ...SOURCES[name], read }).subscribe(({ record }) => {
    if (record !== undefined) write((count += 1))
  })
}
