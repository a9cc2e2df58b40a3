import { describe, expect, it } from 'vitest'
import { kindOf } from '#src/features/monitoring/summaries/kind.ts'

describe('[MO-30] the kind of a card', () => {
  it.each([
    ['technical_indicators', 'm1', 'indicators', 'technical indicators'],
    ['processed_candles', 'h4', 'candles', 'processed candles'],
    ['analysis', 'support_resistance', 'levels', 'support_resistance'],
    ['support_resistance', '', 'levels', 'support_resistance'],
    ['analysis', 'pattern_analysis', 'patterns', 'pattern_analysis'],
    ['analysis', 'consolidated_patterns', 'patterns', 'consolidated_patterns'],
    ['analysis', 'market_structure', 'structure', 'market_structure'],
    ['analysis', 'cross_timeframe_analysis', 'confluence', 'cross_timeframe_analysis'],
    ['analysis', 'cross_timeframe_analysis_v2', 'confluence', 'cross_timeframe_analysis_v2'],
    ['analysis', 'divergence', 'divergence', 'divergence'],
    ['signals', 'rules', 'signals', 'signals'],
    ['signals', 'ml_signals', 'signals', 'ml_signals'],
    ['models', 'ml_signals', 'signals', 'ml_signals'],
    ['analysis', 'order_flow', 'analysis', 'other analysis'],
    ['news', 'analysis', 'analysis', 'other analysis'],
    ['news', 'headlines', 'raw', 'generic raw preview'],
    ['', '', 'raw', 'generic raw preview'],
    ['__proto__', 'constructor', 'raw', 'generic raw preview'],
  ])('%s:%s is %s, "%s"', (category, subcategory, kind, label) => {
    expect(kindOf({ category, subcategory })).toEqual({ kind, label })
  })

  it('prefers the first listed kind when both fields match', () => {
    expect(kindOf({ category: 'signals', subcategory: 'divergence' }).kind).toBe('divergence')
    expect(kindOf({ category: 'divergence', subcategory: 'technical_indicators' }).kind).toBe('indicators')
  })
})
