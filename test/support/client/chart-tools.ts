import type { ChartTools } from '#src/ui/charts/tools/chart-tools.ts'

/** Tools of a chart that keep nothing. */
export const aChartTools = (given: Partial<ChartTools> = {}): ChartTools => ({
  lines: [],
  onLines: () => undefined,
  lockedLines: [],
  onLockedLines: () => undefined,
  shapes: [],
  onOrder: undefined,
  onShapes: () => undefined,
  onUndo: () => undefined,
  canUndo: false,
  onRedo: () => undefined,
  canRedo: false,
  scale: 'linear',
  onScale: () => undefined,
  isDense: false,
  onDense: () => undefined,
  isLocalTime: false,
  onLocalTime: () => undefined,
  isFullScreen: false,
  onFullScreen: () => undefined,
  caption: () => '2019-06-01 12:00:00 UTC',
  ...given,
})
