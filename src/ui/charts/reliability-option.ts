import type { ReliabilityBin } from '#contract/score-card/schema.ts'
import { FEWEST_CASES } from '#contract/track-records/text.ts'
import { wilsonInterval } from '#contract/track-records/interval.ts'
import { formatNumber, formatPercent } from '../format/number.ts'
import { CANVAS_FONT_PX } from '../theme/canvas.ts'
import { PALETTES, type ThemeName } from '../theme/palettes.ts'
import { type } from '../theme/tokens.ts'

const SYMBOL_PX = 8

const isNamed = (value: unknown): value is { readonly seriesName: string } =>
  typeof value === 'object' && value !== null && 'seriesName' in value && typeof value.seriesName === 'string'

/** 'claimed 52 %, held 47 % (43 to 51 %) of 1,204'. */
export function binText({ claimed, held, count }: ReliabilityBin): string {
  const { share, low, high } = wilsonInterval(held, count)
  const interval = `${formatPercent(low)} to ${formatPercent(high)}`
  return `claimed ${formatPercent(claimed)}, held ${formatPercent(share)} (${interval}) of ${formatNumber(count)}`
}

/** Bounds of both axes, in tenths around all that is shown. */
function boundsOf(values: readonly number[]): { readonly min: number; readonly max: number } {
  const tenths = (value: number, round: (value: number) => number) => round(value * 10) / 10
  return {
    min: Math.max(0, tenths(Math.min(0.4, ...values), Math.floor)),
    max: Math.min(1, tenths(Math.max(0.6, ...values), Math.ceil)),
  }
}

/** The ECharts option of a reliability diagram: claimed against held, with intervals of 95 %, on the line of true claims. */
export function reliabilityOption(bins: readonly ReliabilityBin[], theme: ThemeName) {
  const palette = PALETTES[theme]
  const shown = bins.map((bin) => ({ bin, ...wilsonInterval(bin.held, bin.count) }))
  const enough = shown.filter(({ count }) => count >= FEWEST_CASES)
  const bounds = boundsOf(shown.flatMap(({ bin, share }) => [bin.claimed, share]))
  const label = { color: palette.textMuted, fontFamily: type.mono, fontSize: CANVAS_FONT_PX }
  const axis = (name: string) => ({
    type: 'value',
    name,
    nameLocation: 'middle',
    nameGap: 28,
    nameTextStyle: label,
    ...bounds,
    splitLine: { lineStyle: { color: palette.divider } },
    axisLabel: { ...label, formatter: (value: number) => formatPercent(value) },
  })
  const line = (name: string, data: readonly (readonly number[])[], color: string, style: object) => ({
    type: 'line',
    name,
    data,
    color,
    showSymbol: false,
    emphasis: { disabled: true },
    ...style,
  })
  return {
    animation: false,
    grid: { left: 52, right: 16, top: 12, bottom: 44, outerBoundsMode: 'none' },
    tooltip: {
      trigger: 'item',
      confine: true,
      transitionDuration: 0,
      backgroundColor: palette.raised,
      borderColor: palette.divider,
      textStyle: { color: palette.text, fontFamily: type.mono, fontSize: CANVAS_FONT_PX },
      formatter: (hovered: unknown) => (isNamed(hovered) ? hovered.seriesName : ''),
    },
    xAxis: axis('claimed'),
    yAxis: axis('held'),
    series: [
      line(
        'As claimed',
        [
          [bounds.min, bounds.min],
          [bounds.max, bounds.max],
        ],
        palette.textMuted,
        { lineStyle: { type: 'dashed', width: 1, color: palette.textMuted }, silent: true },
      ),
      ...enough.map(({ bin, low, high }) =>
        line(
          binText(bin),
          [
            [bin.claimed, Math.max(bounds.min, low)],
            [bin.claimed, Math.min(bounds.max, high)],
          ],
          palette.accent,
          { lineStyle: { width: 2, color: palette.accent }, silent: true },
        ),
      ),
      ...shown.map(({ bin, share, count }) => {
        const color = count < FEWEST_CASES ? palette.textMuted : palette.accent
        return line(binText(bin), [[bin.claimed, share]], color, {
          showSymbol: true,
          symbol: 'circle',
          symbolSize: SYMBOL_PX,
        })
      }),
    ],
  }
}
