import type { ELK, ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api'
import type { MachineGraph, StateShape, TransitionShape } from '#src/lib/inspection/graph.ts'

export interface Point {
  readonly x: number
  readonly y: number
}
export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** The line of a transition from state to state, and the box of its label. */
export interface Edge {
  readonly id: string
  readonly transition: TransitionShape
  readonly points: readonly Point[]
  readonly label: Box | undefined
}

/** Positions in a chart, px from its upper left corner. */
export interface ChartLayout {
  readonly width: number
  readonly height: number
  readonly boxes: ReadonlyMap<string, Box>
  readonly edges: readonly Edge[]
}

/** Text metrics of the monospaced font at 12 px, px. */
export const METRICS = { title: 20, text: 16, char: 7.25, pad: 10 } as const

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.edgeLabels.inline': 'true',
  'elk.spacing.nodeNode': '28',
  'elk.layered.spacing.nodeNodeBetweenLayers': '36',
  'elk.layered.spacing.edgeNodeBetweenLayers': '18',
}

/** Label of a transition: event, guard, actions. */
export const transitionText = ({ label, guard, actions }: TransitionShape): string =>
  [label, guard === undefined ? '' : `[${guard}]`, actions.length === 0 ? '' : `/ ${actions.join(', ')}`]
    .filter((part) => part !== '')
    .join(' ')

/** Longest line of a label, in characters. */
const LINE = 34

/** Breaks a text at spaces. */
function wrap(text: string): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < LINE) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Label of a transition in lines, the guard apart from event and actions, so that it can be marked. */
export const labelLines = ({ label, guard, actions }: TransitionShape) => ({
  event: wrap(label),
  guard: guard === undefined ? [] : wrap(`[${guard}]`),
  actions: actions.length === 0 ? [] : wrap(`/ ${actions.join(', ')}`),
})
const linesOf = (transition: TransitionShape): readonly string[] => Object.values(labelLines(transition)).flat()

/** A line under a state's name; parts with a transition id are internal transitions. */
export interface Line {
  readonly key: string
  readonly parts: readonly { readonly text: string; readonly transition?: string }[]
}

/** Ignored events per line. */
const IGNORED_PER_LINE = 2
const toPart = (transition: TransitionShape) => ({ text: transitionText(transition), transition: transition.id })
const toLine = (parts: Line['parts']): Line => ({
  key: parts.map(({ text, transition = '' }) => `${transition} ${text}`).join(),
  parts,
})

/** Lines under a state's name: tags, invokes, actions and internal transitions. */
export function stateLines(state: StateShape, inner: readonly TransitionShape[]): readonly Line[] {
  const list = (keyword: string, names: readonly string[]) =>
    names.length === 0 ? [] : wrap(`${keyword} ${names.join(', ')}`).map((text) => toLine([{ text }]))
  const isIgnored = ({ guard, actions }: TransitionShape) => guard === undefined && actions.length === 0
  const ignored = inner.filter(isIgnored).map(toPart)
  const rows = Array.from({ length: Math.ceil(ignored.length / IGNORED_PER_LINE) }, (_, row) =>
    toLine(ignored.slice(row * IGNORED_PER_LINE, (row + 1) * IGNORED_PER_LINE)),
  )
  return [
    ...list('tags', state.tags),
    ...list('invoke', state.invokes),
    ...list('entry /', state.entry),
    ...list('exit /', state.exit),
    ...inner
      .filter((transition) => !isIgnored(transition))
      .flatMap((transition) => linesOf(transition).map((text) => toLine([{ text, transition: transition.id }]))),
    ...rows,
  ]
}

const textWidth = (text: string): number => text.length * METRICS.char + 2 * METRICS.pad
export const internalTransitions = (graph: MachineGraph, id: string): readonly TransitionShape[] =>
  graph.transitions.filter(({ source, targets }) => source === id && targets.length === 0)

function toElkNode(graph: MachineGraph, state: StateShape): ElkNode {
  const lines = stateLines(state, internalTransitions(graph, state.id))
  const headerHeight = METRICS.title + METRICS.pad + lines.length * METRICS.text
  const width = Math.max(
    90,
    textWidth(`${state.key} initial`),
    ...lines.map(({ parts }) => textWidth(parts.map(({ text }) => text).join(' '))),
  )
  const children = graph.states.filter(({ parent }) => parent === state.id).map((child) => toElkNode(graph, child))
  if (children.length === 0) return { id: state.id, width, height: headerHeight + METRICS.pad }
  return {
    id: state.id,
    children,
    layoutOptions: {
      'elk.padding': `[top=${headerHeight + 14},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width},${headerHeight + 40})`,
    },
  }
}

const toElkEdges = (transition: TransitionShape): ElkExtendedEdge[] =>
  transition.targets.map((target, index) => {
    const lines = linesOf(transition)
    const width = Math.max(...lines.map(({ length }) => length)) * METRICS.char + METRICS.pad
    const labels = index === 0 ? [{ text: transition.label, width, height: lines.length * METRICS.text + 4 }] : []
    return { id: `${transition.id} ${index}`, sources: [transition.source], targets: [target], labels }
  })

const toBoxes = (node: ElkNode): readonly (readonly [string, Box])[] => [
  [node.id, { x: node.x ?? 0, y: node.y ?? 0, width: node.width ?? 0, height: node.height ?? 0 }],
  ...(node.children ?? []).flatMap(toBoxes),
]

function toEdges(edge: ElkExtendedEdge, transition: TransitionShape): Edge[] {
  const [label] = edge.labels ?? []
  return (edge.sections ?? []).map(({ id, startPoint, bendPoints = [], endPoint }) => ({
    id: `${edge.id} ${id}`,
    transition,
    points: [startPoint, ...bendPoints, endPoint],
    label:
      label === undefined
        ? undefined
        : { x: label.x ?? 0, y: label.y ?? 0, width: label.width ?? 0, height: label.height ?? 0 },
  }))
}

/** Lays out all states and transitions of a machine. Rejects if the layout engine does. */
export async function computeLayout(elk: Pick<ELK, 'layout'>, graph: MachineGraph): Promise<ChartLayout> {
  const [root] = graph.states
  if (root === undefined) return { width: 0, height: 0, boxes: new Map(), edges: [] }
  const byEdge = new Map(
    graph.transitions.flatMap((transition) => toElkEdges(transition).map((edge) => [edge.id, transition] as const)),
  )
  const elkGraph: ElkNode = {
    id: '',
    layoutOptions: OPTIONS,
    children: [toElkNode(graph, root)],
    edges: graph.transitions.flatMap(toElkEdges),
  }
  const result = await elk.layout(elkGraph)
  const boxes = new Map((result.children ?? []).flatMap(toBoxes))
  const edges = (result.edges ?? []).flatMap((edge) => {
    const transition = byEdge.get(edge.id)
    return transition === undefined ? [] : toEdges(edge, transition)
  })
  return { width: result.width ?? 0, height: result.height ?? 0, boxes, edges }
}
