import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { DATA_ERROR_CODES } from '#contract/payloads/header.ts'
import type { CardName } from '#src/features/dashboard/cards.ts'
import { renderCard } from '#test/support/client/cards.tsx'
import {
  crossTimeframe,
  levelSet,
  marketStructure,
  patternAnalysis,
  snapshot,
  structureBreak,
  wrapped,
} from '#test/support/data/payloads.ts'

/** A message that provokes each code, the card it is sent to, and all that the card then says is missing. */
const PROVOKED: Record<(typeof DATA_ERROR_CODES)[number], readonly [CardName, data: unknown, codes: string]> = {
  parse_error: [
    'structure',
    wrapped('structure', marketStructure({ structure_breaks: [structureBreak({ price_level: Number.NaN })] })),
    'parse_error',
  ],
  missing_level_arrays: [
    'levels',
    wrapped('levels', { ...levelSet(), support_levels: null, exchange: undefined }),
    'missing_exchange missing_level_arrays',
  ],
  invalid_summary: [
    'patterns',
    wrapped('patterns', { ...patternAnalysis(), summary: {}, timestamp: null }),
    'missing_timestamp invalid_summary',
  ],
  invalid_confidence: [
    'confluence',
    wrapped('confluence', { ...crossTimeframe(), analysis_summary: {}, confidence_metrics: {} }),
    'invalid_summary invalid_confidence',
  ],
  stream_parse_error: ['structure', { Analysis: { rain: 1 } }, 'stream_parse_error'],
  unknown_wrapper_parse_error: ['levels', { Unknown: 'NOPE' }, 'unknown_wrapper_parse_error'],
  missing_trading_pair: [
    'patterns',
    wrapped('patterns', { ...patternAnalysis(), trading_pair: '', exchange: 7, timestamp: 'now' }),
    'missing_trading_pair missing_exchange missing_timestamp',
  ],
  missing_exchange: ['indicators', wrapped('indicators', { ...snapshot(), exchange: undefined }), 'missing_exchange'],
  missing_timestamp: [
    'confluence',
    wrapped('confluence', { ...crossTimeframe(), timestamp: undefined }),
    'missing_timestamp',
  ],
}

it.each(DATA_ERROR_CODES)(
  'MS-07 [MA-2] [MA-10] [MA-36] %s can be met, and its card counts and names it',
  async (code) => {
    const [card, data, codes] = PROVOKED[code]
    const all = codes.split(' ')
    expect(all).toContain(code)
    render(renderCard(card, data))
    await userEvent.click(screen.getByText(`data incomplete (${all.length})`))
    const elements = await screen.findAllByText((_, element) => element?.tagName === 'CODE')
    expect(elements.map(({ textContent }) => textContent)).toEqual(all)
  },
)
