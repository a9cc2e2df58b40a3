import '@xyflow/react/dist/base.css'
import { MiniMap, ReactFlow, useReactFlow, ViewportPortal, type Node, type NodeProps } from '@xyflow/react'
import { ChevronDown, ChevronRight, LocateFixed, Maximize, Minus, Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import type { GuardResult, MachineGraph, StateShape, TransitionShape } from '#src/lib/inspection/graph.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { cx } from '#src/ui/cx.ts'
import { color } from '#src/ui/theme/color.css.ts'
import * as layoutCss from '#src/ui/theme/layout.css.ts'
import * as css from './chart.css.ts'
import { internalTransitions, labelLines, stateLines, type ChartLayout, type Edge } from './layout.ts'

/** What happened on a chart at the moment that is shown. */
export interface ChartMoment {
  /** Ids of the active states, the root first. */
  readonly active: ReadonlySet<string>
  /** How often each transition was taken, as far as the log goes back. */
  readonly counts: ReadonlyMap<string, number>
  /** The transitions taken last, and the number of the entry that took them. */
  readonly lit: ReadonlySet<string>
  readonly n: number
  readonly guards: readonly GuardResult[]
}

interface StateData extends Record<string, unknown> {
  readonly state: StateShape
  readonly inner: readonly TransitionShape[]
  readonly moment: ChartMoment
  readonly isFound: boolean
  /** Undefined for states with nothing inside. */
  readonly isCollapsed: boolean | undefined
  readonly onToggle: (id: string) => void
}
type StateNode = Node<StateData, 'state'>

const KINDS: Partial<Record<StateShape['kind'], string>> = { parallel: ' (parallel)', final: ' (final)' }

function StateBox({ data: { state, inner, moment, isFound, isCollapsed, onToggle } }: NodeProps<StateNode>) {
  const isActive = moment.active.has(state.id)
  const Chevron = isCollapsed === true ? ChevronRight : ChevronDown
  return (
    <div
      data-state={state.id}
      data-active={isActive || undefined}
      className={cx(css.box, state.kind in KINDS && css.dashed, isActive && css.active, isFound && css.found)}
    >
      <div className={css.name}>
        {isCollapsed === undefined ? null : (
          <button
            type="button"
            className={css.toggle}
            aria-expanded={!isCollapsed}
            aria-label={`${isCollapsed ? 'Expand' : 'Collapse'} ${state.key}`}
            onClick={() => onToggle(state.id)}
          >
            <Chevron size={14} aria-hidden="true" />
          </button>
        )}
        {`${state.isInitial ? '● ' : ''}${state.key}${KINDS[state.kind] ?? ''}`}
      </div>
      <div className={css.detail}>
        {stateLines(state, inner).map(({ key, parts }) => (
          <div key={key}>
            {parts.map(({ text, transition = '' }) => (
              <span
                key={text}
                data-transition={transition || undefined}
                className={cx(moment.counts.has(transition) && css.taken, moment.lit.has(transition) && css.flash)}
              >
                {`${text} `}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

const NODE_TYPES = { state: StateBox }
const ARROW = 'M0 0 L-8 -5 L-8 5 Z'

function EdgeLine({ edge, moment }: { readonly edge: Edge; readonly moment: ChartMoment }) {
  const { id } = edge.transition
  const [end, before] = [edge.points.at(-1), edge.points.at(-2)]
  const path = edge.points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(' ')
  const angle = end && before ? Math.atan2(end.y - before.y, end.x - before.x) * (180 / Math.PI) : 0
  return (
    <g data-transition={id}>
      <path d={path} className={cx(css.edge, moment.counts.has(id) && css.takenEdge)} />
      {moment.lit.has(id) ? <path key={moment.n} d={path} className={css.litEdge} /> : null}
      {end === undefined ? null : (
        <path d={ARROW} transform={`translate(${end.x} ${end.y}) rotate(${angle})`} className={css.arrow} />
      )}
    </g>
  )
}

function EdgeLabel({ edge, moment, isFound }: { edge: Edge; moment: ChartMoment; isFound: boolean }) {
  if (edge.label === undefined) return null
  const { id } = edge.transition
  const { event, guard, actions } = labelLines(edge.transition)
  const asked = moment.guards.find(({ transition }) => transition === id)
  const count = moment.counts.get(id)
  const { x: left, y: top, width } = edge.label
  return (
    <div
      className={cx(css.label, css.detail, count !== undefined && css.taken, isFound && css.found)}
      style={{ left, top, width }}
      title={count === undefined ? undefined : `Taken ${count} times, as far as the log goes back`}
    >
      {event.join('\n')}
      {guard.length === 0 ? null : (
        <div data-guard={asked && (asked.held ? 'held' : 'refused')} className={asked && css.guard[`${asked.held}`]}>
          {`${asked ? (asked.held ? '✓ ' : '✗ ') : ''}${guard.join('\n')}`}
        </div>
      )}
      {actions.length === 0 ? null : <div>{actions.join('\n')}</div>}
    </div>
  )
}

/** Below this, text of 12 px would be under 11 px high: only names are shown, drawn larger. */
const READABLE_ZOOM = 0.92
const ZOOM = { min: 0.3, max: 2.5 }
const MAP = { width: 110, height: 80 }
const PAN_PX = 80
const MOVE_MS = 160
const PANS: Partial<Record<string, readonly [number, number]>> = {
  ArrowLeft: [PAN_PX, 0],
  ArrowRight: [-PAN_PX, 0],
  ArrowUp: [0, PAN_PX],
  ArrowDown: [0, -PAN_PX],
}

export interface StateChartProps {
  readonly name: string
  readonly graph: MachineGraph
  readonly layout: ChartLayout
  readonly moment: ChartMoment
  /** States whose inside is hidden; others with states inside can be collapsed. */
  readonly collapsed: ReadonlySet<string>
  readonly onToggle: (id: string) => void
  readonly onToggleAll: () => void
}

/** Statechart: nested states, dashed regions, active states and taken transitions in colour. Needs a `ReactFlowProvider`. */
export function StateChart(props: StateChartProps) {
  const { name, graph, layout, moment, collapsed, onToggle, onToggleAll } = props
  const flow = useReactFlow<StateNode>()
  const frame = useRef<HTMLElement>(null)
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const term = query.trim().toLowerCase()
  const isFound = (text: string) => term !== '' && text.toLowerCase().includes(term)
  const parents = new Set(graph.states.map(({ parent }) => parent))
  const nodes = graph.states.flatMap((state): StateNode[] => {
    const box = layout.boxes.get(state.id)
    if (box === undefined) return []
    const { x, y, width, height } = box
    const inner = internalTransitions(graph, state.id)
    const isMatch = isFound(state.key) || inner.some(({ label }) => isFound(label))
    const isCollapsed = collapsed.has(state.id) || (parents.has(state.id) ? false : undefined)
    const data = { state, inner, moment, isFound: isMatch, isCollapsed, onToggle }
    const zIndex = state.id.split('.').length
    return [{ id: state.id, type: 'state', position: { x, y }, width, height, zIndex, data }]
  })
  const leaves = nodes.filter(({ id }) => moment.active.has(id) && !(parents.has(id) && !collapsed.has(id)))
  const matches = [
    ...nodes.flatMap(({ id, data }) => (data.isFound ? (layout.boxes.get(id) ?? []) : [])),
    ...layout.edges.flatMap(({ transition, label }) => (label && isFound(transition.label) ? label : [])),
  ]

  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  /** Brings the active states into view; where they are too far apart to be read together, the last of them. */
  const showActive = (duration: number) => {
    const last = layout.boxes.get(leaves.at(-1)?.id ?? '')
    const [left, top] = [Math.min(...leaves.map((at) => at.position.x)), Math.min(...leaves.map((at) => at.position.y))]
    const right = Math.max(...leaves.map(({ position, width = 0 }) => position.x + width))
    const bottom = Math.max(...leaves.map(({ position, height = 0 }) => position.y + height))
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {}
    const fits = right - left < clientWidth && bottom - top < clientHeight
    const [x, y] = fits || !last ? [(left + right) / 2, (top + bottom) / 2] : [last.x + last.width / 2, last.y + 40]
    if (leaves.length > 0) void flow.setCenter(x, y, { zoom: 1, duration, interpolate: 'linear' })
  }
  const onChange = useEffectEvent((_active: string, _layout: ChartLayout) => showActive(isCalm ? 0 : MOVE_MS))
  const at = leaves.map(({ id }) => id).join()
  useEffect(() => onChange(at, layout), [at, layout])

  const zoomTo = (zoom: number) => void flow.zoomTo(Math.min(ZOOM.max, Math.max(ZOOM.min, zoom)))
  const fit = () => void flow.fitView({ padding: 0.05, maxZoom: 1 })
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const pan = PANS[event.key]
    const { x, y, zoom } = flow.getViewport()
    if (pan !== undefined) void flow.setViewport({ x: x + pan[0], y: y + pan[1], zoom })
    else if (event.key === '+' || event.key === '=') zoomTo(zoom * 1.25)
    else if (event.key === '-') zoomTo(zoom / 1.25)
    else if (event.key === '0') fit()
    else if (event.key === '1') zoomTo(1)
    else return
    event.preventDefault()
  }
  function showMatch(): void {
    const match = matches[chosen % Math.max(1, matches.length)]
    if (match) void flow.setCenter(match.x + match.width / 2, match.y + Math.min(match.height / 2, 60), { zoom: 1 })
    setChosen(chosen + 1)
  }
  return (
    <div className={css.chart}>
      <div className={layoutCss.wrap[2]}>
        <form
          className={css.find}
          onSubmit={(event) => {
            event.preventDefault()
            showMatch()
          }}
        >
          <TextField
            label="Find a state or event"
            value={query}
            onChange={({ target }) => {
              setQuery(target.value)
              setChosen(0)
            }}
          />
        </form>
        <output>{term === '' ? '' : `${matches.length} found`}</output>
        <IconButton size="small" label="Zoom out" icon={<Minus size={16} />} onClick={() => void flow.zoomOut()} />
        <IconButton size="small" label="Zoom in" icon={<Plus size={16} />} onClick={() => void flow.zoomIn()} />
        <Button size="small" variant="ghost" onClick={() => zoomTo(1)}>
          100 %
        </Button>
        <IconButton size="small" label="Fit the chart" icon={<Maximize size={16} />} onClick={fit} />
        <IconButton
          size="small"
          label="Show active states"
          icon={<LocateFixed size={16} />}
          onClick={() => showActive(0)}
        />
        <Button size="small" variant="ghost" onClick={onToggleAll}>
          {collapsed.size === 0 ? 'Collapse inactive' : 'Expand all'}
        </Button>
      </div>
      <section ref={frame} className={css.frame} aria-label={`Statechart of ${name}`} {...{ tabIndex: 0, onKeyDown }}>
        <ReactFlow
          nodes={nodes}
          nodeTypes={NODE_TYPES}
          minZoom={ZOOM.min}
          maxZoom={ZOOM.max}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          zoomOnDoubleClick={false}
          proOptions={{ hideAttribution: true }}
          onInit={() => showActive(0)}
          onMove={(_, { zoom }) => {
            frame.current?.style.setProperty('--zoom', String(zoom))
            frame.current?.toggleAttribute('data-far', zoom < READABLE_ZOOM)
          }}
        >
          <ViewportPortal>
            <svg className={css.edges} width={layout.width} height={layout.height} aria-hidden="true">
              {layout.edges.map((edge) => (
                <EdgeLine key={edge.id} edge={edge} moment={moment} />
              ))}
            </svg>
            {layout.edges.map((edge) => (
              <EdgeLabel key={edge.id} edge={edge} moment={moment} isFound={isFound(edge.transition.label)} />
            ))}
          </ViewportPortal>
          <MiniMap<StateNode>
            pannable
            zoomable
            className={css.map}
            style={MAP}
            ariaLabel="Overview of the chart"
            bgColor={color.surface}
            maskColor={color.scrim}
            nodeColor={({ id }) => (leaves.some((leaf) => leaf.id === id) ? color.accentSolid : color.raised)}
            nodeStrokeColor={color.line}
          />
        </ReactFlow>
      </section>
    </div>
  )
}
