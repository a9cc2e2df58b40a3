import { describe, expect, it } from 'vitest'
import { PALETTES, THEMES, type ColorName } from '#src/ui/theme/palettes.ts'

const SURFACES = ['canvas', 'surface', 'raised', 'hover', 'field'] as const
const TONES = ['accent', 'success', 'warning', 'danger', 'info'] as const

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG 2.2: (lighter + 0.05) / (darker + 0.05). */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** CIE L*, 0 to 100. */
const lightness = (hex: string): number => 116 * Math.cbrt(luminance(hex)) - 16

it('computes the contrast of black and white', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
})

describe.each(THEMES)('%s theme', (theme) => {
  const palette = PALETTES[theme]
  const below = (bar: number, pairs: readonly (readonly [ColorName, ColorName])[]) =>
    pairs
      .map(([mark, ground]) => ({ mark, ground, ratio: contrast(palette[mark], palette[ground]) }))
      .filter(({ ratio }) => ratio < bar)

  it('[UI-1] text has 4.5:1 on every surface', () => {
    const words = ['text', 'textMuted', ...TONES, 'up', 'down'] as const
    expect(
      below(
        4.5,
        words.flatMap((word) => SURFACES.map((ground) => [word, ground] as const)),
      ),
    ).toEqual([])
  })

  it('[UI-1] text has 4.5:1 on its soft fill and on solid buttons', () => {
    expect(
      below(4.5, [
        ...TONES.flatMap(
          (tone) =>
            [
              [tone, `${tone}Soft`],
              ['text', `${tone}Soft`],
            ] as const,
        ),
        ['textMuted', 'neutralSoft'],
        ['text', 'neutralSoft'],
        ['up', 'upSoft'],
        ['down', 'downSoft'],
        ['onSolid', 'accentSolid'],
        ['onSolid', 'accentSolidHover'],
        ['onSolid', 'dangerSolid'],
        ['onSolid', 'dangerSolidHover'],
      ]),
    ).toEqual([])
  })

  it('[UI-2] borders, marks and the focus ring have 3:1 on every surface', () => {
    const marks = ['line', 'accent', 'upMark', 'downMark', 'warning', 'danger', 'info'] as const
    expect(
      below(
        3,
        marks.flatMap((mark) => SURFACES.map((ground) => [mark, ground] as const)),
      ),
    ).toEqual([])
  })

  it('[UI-3] up is lighter than down: by 8 L* as text, by 18 L* as a mark', () => {
    expect(lightness(palette.up) - lightness(palette.down)).toBeGreaterThanOrEqual(8)
    expect(lightness(palette.upMark) - lightness(palette.downMark)).toBeGreaterThanOrEqual(18)
  })

  it('orders its three elevations by lightness', () => {
    const steps = [palette.canvas, palette.surface, palette.raised].map(lightness)
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
    expect(new Set(steps).size).toBe(3)
  })
})
