import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { AnalyticsSection } from '#src/features/dashboard/analytics/AnalyticsSection.tsx'
import { cardData, streamOf } from '#src/features/dashboard/analytics/card-data.ts'
import { TrustMark } from '#src/features/dashboard/card/TrustMark.tsx'
import { createTheme } from '#src/ui/theme/theme.ts'
import { ThemeProvider } from '#src/ui/theme/ThemeProvider.tsx'
import { CARD_NAMES, type CardName } from '#src/features/dashboard/cards.ts'
import { KEYS } from '#test/support/data/payloads.ts'
import { renderCard } from '#test/support/client/cards.tsx'
import { readCard } from '#test/support/client/views.ts'
import { startClient } from './client.ts'
import { collect, createWriter } from './write.ts'

// The product's cards, rendered once; after that each number is written to its own node without React.
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
  const trustOf = (name: CardName) => (
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
  )
  flushSync(() =>
    root.render(
      <ThemeProvider theme={theme}>
        <AnalyticsSection
          isEstablishing={false}
          shown="structure"
          onShow={() => undefined}
          matrix={null}
          renderCard={(name) => renderCard(name, data[name], trustOf(name))}
        />
      </ThemeProvider>,
    ),
  )
}

const answer = await fetch(`/api/bench/variants${location.search}`)
const variants = (await answer.json()) as readonly Record<CardName, unknown>[]
const pictures = variants.map((each) => {
  draw(each)
  const cards = [...container.querySelectorAll('section[data-state]')]
  if (cards.length !== CARD_NAMES.length) throw new Error(`${cards.length} cards are drawn`)
  return cards.map(collect)
})

const { records } = startClient()
for (const [index, name] of CARD_NAMES.entries()) {
  const write = createWriter(pictures.map((picture) => picture[index] ?? []))
  let count = 0
  cardData<unknown>(records, { ...streamOf(name), read: (message) => readCard(name, message) }).subscribe(
    ({ record }) => {
      if (record !== undefined) write((count += 1))
    },
  )
}
