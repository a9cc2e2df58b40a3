import { Ruler } from 'lucide-react'
import { useObservableEagerState } from 'observable-hooks'
import { lazy, Suspense, useRef } from 'react'
import { take, type Observable } from 'rxjs'
import type { PairId } from '#contract/pairs.ts'
import { Menu } from '../../overlays/Menu.tsx'
import type { DrawingTool } from '../drawings/drawings.ts'
import { isShapeKind, SHAPE_NAMES } from '../drawings/shapes.ts'
import { type FittedPeriod, whyNotFit } from '../fit.ts'
import type { ChartTools } from './chart-tools.ts'
import type { LinesDialogProps } from './LinesDialog.tsx'

const LinesDialog = lazy(() => import('./LinesDialog.tsx').then((module) => ({ default: module.LinesDialog })))

interface LiveLinesDialogProps extends Pick<ToolsMenuProps, 'tools' | 'pair' | 'lastPrice$'> {
  readonly focus: DrawingsFocus
  readonly onClose: () => void
}

/** Follows the price while it is open. */
function LiveLinesDialog({ lastPrice$, ...props }: LiveLinesDialogProps) {
  return <LinesDialog {...props} lastPrice={useObservableEagerState(lastPrice$)} />
}

/** What of the list of drawings has the focus when it opens. */
export type DrawingsFocus = LinesDialogProps['focus']

export interface ToolsMenuProps {
  readonly tools: ChartTools
  readonly pair: PairId
  /** Close of the newest candle, where a new line starts. Replays its current value. */
  readonly lastPrice$: Observable<number | undefined>
  /** Seconds of a candle. */
  readonly stepS: number
  readonly onFit: (period: FittedPeriod) => void
  readonly onUse: (tool: DrawingTool) => void
  /** The chart, where a tool that was chosen is used, and what was fitted is gone through. */
  readonly focusOf: () => HTMLElement | null
  readonly onSaveImage: () => void
  /** Undefined while the list of drawings is closed. */
  readonly drawingsAt: DrawingsFocus | undefined
  readonly onDrawings: (at: DrawingsFocus | undefined) => void
}

const ORDER = { id: 'order', label: 'Order on paper…', note: 'O' } as const
const SHAPES = Object.keys(SHAPE_NAMES)
  .filter(isShapeKind)
  .map((id) => ({ id, label: SHAPE_NAMES[id] }))

function fitState(period: FittedPeriod, stepS: number) {
  const note = whyNotFit(period, stepS)
  return { note, disabled: note !== undefined }
}

/** What can be done with a chart besides looking at it. */
export function ToolsMenu(props: ToolsMenuProps) {
  const { tools, pair, lastPrice$, stepS, onFit, onUse, focusOf, onSaveImage, drawingsAt, onDrawings } = props
  const { lines, shapes, scale, isFullScreen, onOrder } = tools
  const items = [
    { id: 'measure', label: 'Measure', note: 'Shift and drag' },
    { id: 'line', label: 'Draw a line', note: 'H' },
    ...SHAPES,
    { id: 'lines', label: `My drawings (${lines.length + shapes.length})…` },
    ...(onOrder ? [ORDER] : []),
    { id: 'day', label: 'Fit a day', ...fitState('day', stepS) },
    { id: 'week', label: 'Fit a week', ...fitState('week', stepS) },
    { id: 'month', label: 'Fit a month', ...fitState('month', stepS) },
    { id: 'all', label: 'Fit all that is loaded' },
    { id: 'image', label: 'Save as image' },
    { id: 'full', label: isFullScreen ? 'Leave full screen' : 'Full screen', note: 'F' },
  ] as const
  const isUsed = useRef(false)
  const use = (tool: DrawingTool) => {
    isUsed.current = true
    onUse(tool)
  }
  const fit = (period: FittedPeriod) => {
    isUsed.current = true
    onFit(period)
  }
  const finalFocus = () => {
    const focus = isUsed.current ? focusOf() : null
    isUsed.current = false
    return focus ?? true
  }
  const actions: Readonly<Record<(typeof items)[number]['id'], () => void>> = {
    measure: () => use('measure'),
    line: () => use('line'),
    trend: () => use('trend'),
    ray: () => use('ray'),
    channel: () => use('channel'),
    rectangle: () => use('rectangle'),
    fibonacci: () => use('fibonacci'),
    text: () => use('text'),
    lines: () => onDrawings('close'),
    order: () =>
      void lastPrice$.pipe(take(1)).subscribe((price) => {
        if (price !== undefined) onOrder?.(price)
      }),
    day: () => fit('day'),
    week: () => fit('week'),
    month: () => fit('month'),
    all: () => fit('all'),
    image: onSaveImage,
    full: () => tools.onFullScreen(!isFullScreen),
  }
  return (
    <>
      <Menu
        text={<Ruler size={16} aria-hidden="true" />}
        label="Chart tools"
        size="small"
        variant="ghost"
        items={items}
        finalFocus={finalFocus}
        onSelect={(id) => actions[id]()}
        switches={[
          {
            label: 'Logarithmic scale',
            checked: scale === 'log',
            onChange: (isLog) => tools.onScale(isLog ? 'log' : 'linear'),
          },
          {
            label: 'Percent scale',
            checked: scale === 'percent',
            onChange: (isPercent) => tools.onScale(isPercent ? 'percent' : 'linear'),
          },
          { label: 'More candles', checked: tools.isDense, onChange: tools.onDense },
          { label: 'Local time', checked: tools.isLocalTime, onChange: tools.onLocalTime },
        ]}
      />
      {drawingsAt ? (
        <Suspense fallback={null}>
          <LiveLinesDialog {...{ tools, pair, lastPrice$ }} focus={drawingsAt} onClose={() => onDrawings(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}
