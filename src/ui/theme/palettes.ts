/** Colour themes. */
export const THEMES = ['dark', 'light'] as const
export type ThemeName = (typeof THEMES)[number]

/** Semantic tones of badges, alerts, meters and toasts. */
export const TONES = ['neutral', 'accent', 'success', 'warning', 'danger', 'info'] as const
export type Tone = (typeof TONES)[number]

/** Mixes `ratio` of `top` over `bottom`, both #rrggbb. */
function mix(top: string, bottom: string, ratio: number): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(channel(top, at) * ratio + channel(bottom, at) * (1 - ratio)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** The hand-picked colours of a palette; the soft fills are mixed from them. */
interface BasePalette {
  canvas: string
  surface: string
  raised: string
  field: string
  hover: string
  divider: string
  line: string
  text: string
  textMuted: string
  accent: string
  accentSolid: string
  accentSolidHover: string
  onSolid: string
  dangerSolid: string
  dangerSolidHover: string
  up: string
  down: string
  upMark: string
  downMark: string
  warning: string
  warningMark: string
  danger: string
  info: string
  scrim: string
  shadow: string
}

const SOFT_RATIO = { dark: 0.16, light: 0.1 } as const

function completePalette(name: ThemeName, base: BasePalette) {
  const soft = (tone: string) => mix(tone, base.surface, SOFT_RATIO[name])
  return {
    ...base,
    success: base.up,
    neutralSoft: soft(base.textMuted),
    accentSoft: soft(base.accent),
    successSoft: soft(base.up),
    warningSoft: soft(base.warning),
    dangerSoft: soft(base.danger),
    infoSoft: soft(base.info),
    upSoft: soft(base.up),
    downSoft: soft(base.down),
  }
}

/**
 * Colours of both themes as #rrggbb (scrim and shadow: rgb with alpha), for style sheets through `color` and for canvases
 * directly. `canvas`, `surface` and `raised` are the three elevations. `line` is for borders of controls and graph marks (at
 * least 3:1); `upMark`, `downMark` and `warningMark` are for candles and bars and may be brighter than text; `divider` is purely decorative.
 */
export const PALETTES = {
  dark: completePalette('dark', {
    canvas: '#0b0e14',
    surface: '#121720',
    raised: '#1a202b',
    field: '#0b0e14',
    hover: '#202734',
    divider: '#262e3b',
    line: '#6b7688',
    text: '#e6eaf1',
    textMuted: '#9da8b9',
    accent: '#97a3ff',
    accentSolid: '#5459d6',
    accentSolidHover: '#6166e0',
    onSolid: '#ffffff',
    dangerSolid: '#c92a44',
    dangerSolidHover: '#d43752',
    up: '#3fd39a',
    down: '#f4607c',
    upMark: '#3fd39a',
    downMark: '#ee4668',
    warning: '#f2b544',
    warningMark: '#f2b544',
    danger: '#ff7a7a',
    info: '#62b3ff',
    scrim: 'rgb(4 6 10 / 66%)',
    shadow: '0 8px 28px rgb(0 0 0 / 44%)',
  }),
  light: completePalette('light', {
    canvas: '#edf0f4',
    surface: '#f8f9fb',
    raised: '#ffffff',
    field: '#ffffff',
    hover: '#e6eaf0',
    divider: '#d9dfe7',
    line: '#7c8798',
    text: '#161b24',
    textMuted: '#525d6e',
    accent: '#4448c2',
    accentSolid: '#4b50cc',
    accentSolidHover: '#3f43b8',
    onSolid: '#ffffff',
    dangerSolid: '#bf2240',
    dangerSolidHover: '#a91b37',
    up: '#00774c',
    down: '#a30d37',
    upMark: '#0b9863',
    downMark: '#a30d37',
    warning: '#865300',
    warningMark: '#b97500',
    danger: '#b5172f',
    info: '#0a58ad',
    scrim: 'rgb(20 26 36 / 42%)',
    shadow: '0 8px 28px rgb(22 30 46 / 16%)',
  }),
}

export type Palette = (typeof PALETTES)['dark']
export type ColorName = keyof Palette
