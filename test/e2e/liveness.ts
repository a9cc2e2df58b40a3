import type { Page } from '@playwright/test'

/** What a person sees of the connections at one moment, as tone and text. */
export interface Sight {
  readonly second: number
  /** Tone of the Connection Status dot. */
  readonly dot: string
  /** Badge and clock of the market. */
  readonly market: string
  /** Time of the last update, or why there is none. */
  readonly head: string
  /** Trust mark of the chart, then those of the cards. */
  readonly marks: readonly string[]
  /** live or dimmed. */
  readonly price: string
  readonly countdown: string
}

/** Records what the dashboard shows, every second from now on, in the page. */
export const startWatching = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const text = (element: Element | null | undefined) => element?.textContent ?? '–'
    const toneOf = (element: Element | null | undefined) =>
      element?.closest<HTMLElement>('[data-tone]')?.dataset['tone'] ??
      element?.querySelector<HTMLElement>('[data-tone]')?.dataset['tone'] ??
      '–'
    const startedAt = performance.now()
    const sights: Sight[] = []
    const look = () => {
      const badge = document.querySelector('[data-testid="market-badge"]')
      const marks = [...document.querySelectorAll('button[aria-label$="show provenance"]')]
      const price = document.querySelector<HTMLElement>('[data-testid="last-price"]')?.parentElement
      const head = price?.closest('section')?.querySelector('header time, header output')
      sights.push({
        second: Math.round((performance.now() - startedAt) / 100) / 10,
        dot: toneOf(document.querySelector('button[aria-label^="Connection Status"]')),
        market: `${toneOf(badge)} ${[...(badge?.children ?? [])].map(text).join(' ')}`,
        head: text(head),
        marks: marks.map((mark) => `${toneOf(mark)} ${mark.ariaLabel?.replace(', show provenance', '')}`),
        price: price?.dataset['live'] === 'true' ? 'live' : 'dimmed',
        countdown: text(document.querySelector('[title="Until the running candle closes"]')),
      })
    }
    Object.assign(window, { sights })
    look()
    setInterval(look, 1_000)
  })

/** Waits until that many seconds were recorded, and returns them. */
export async function sightsOf(page: Page, seconds: number): Promise<readonly Sight[]> {
  const recorded = () => page.evaluate(() => (window as unknown as { sights: Sight[] }).sights)
  await page.waitForFunction((count) => (window as unknown as { sights: unknown[] }).sights.length > count, seconds, {
    timeout: (seconds + 30) * 1_000,
    polling: 1_000,
  })
  return recorded()
}

/** Everything green: a mark, the dot, the market; and a price or countdown that runs. */
export const liveSigns = ({ dot, market, marks, price, countdown }: Sight): string[] => [
  ...(dot === 'success' ? ['dot'] : []),
  ...(/^(success|accent|info) /.test(market) ? [`market ${market}`] : []),
  ...marks.filter((mark) => mark.startsWith('success ')),
  ...(price === 'live' ? ['price'] : []),
  ...(/\d/.test(countdown) ? [`countdown ${countdown}`] : []),
]

/** The recording as a table, one row per second. */
export function sightTable(sights: readonly Sight[]): string {
  const rows = sights.map(({ second, dot, market, head, marks, price, countdown }) => [
    `${second}`,
    dot,
    market,
    head,
    marks[0] ?? '–',
    `${marks.slice(1).filter((mark) => mark.startsWith('success ')).length} of ${marks.length - 1} green, e.g. ${marks[1] ?? '–'}`,
    price,
    countdown,
  ])
  const header = ['s', 'dot', 'market', 'chart head', 'chart mark', 'card marks', 'price', 'countdown']
  return [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
