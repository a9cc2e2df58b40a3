import { parseArgs } from 'node:util'
import { THEMES, type ThemeName } from '#src/ui/theme/palettes.ts'

/** The height of the window at each usual width, in pixels. */
export const HEIGHTS: Readonly<Record<number, number>> = { 390: 844, 768: 1_024, 1440: 900, 1920: 1_080, 2560: 1_440 }
const WIDTHS = Object.keys(HEIGHTS).map(Number)

export const USAGE = `usage: npm run pictures -- [--to=FOLDER [--only=WORD,WORD] [--widths=N,N] [--themes=NAME,NAME]]

Takes pictures of the built client with the simulated market at a fixed time. Run npm run build first.
Without options it renews the pictures of the README in docs/pictures.

  --to=FOLDER     takes all screens and writes the pictures to this folder
  --only=WORDS    only screens whose name contains one of these words
  --widths=N,N    widths in pixels (default: ${WIDTHS.join(',')})
  --themes=NAMES  ${THEMES.join(', ')} (default: both)
  --help          prints this`

/** What to take. Without a folder: the pictures of the README. */
export interface Options {
  readonly folder: string | undefined
  /** A screen is taken if its name contains one of these. */
  readonly only: readonly string[]
  readonly widths: readonly number[]
  readonly themes: readonly ThemeName[]
}

const split = (list: string): readonly string[] => list.split(',')

function widthsOf(list: string): readonly number[] {
  const wrong = split(list).find((word) => !/^[1-9]\d{2,3}$/.test(word))
  if (wrong !== undefined) throw new Error(`--widths: "${wrong}" is not a number of pixels from 100 to 9999`)
  return split(list).map(Number)
}

function themesOf(list: string): readonly ThemeName[] {
  const wrong = split(list).find((word) => !THEMES.some((theme) => theme === word))
  if (wrong !== undefined) throw new Error(`--themes: "${wrong}" is not one of ${THEMES.join(', ')}`)
  return THEMES.filter((theme) => split(list).includes(theme))
}

/** Parses the command line; 'help' if it asks for that. Throws an error whose message says what is wrong. */
export function parseOptions(words: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...words],
    options: {
      to: { type: 'string' },
      only: { type: 'string' },
      widths: { type: 'string' },
      themes: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return 'help'
  const { to: folder, only, widths, themes } = values
  if (folder === '') throw new Error('--to: the name of a folder is missing')
  const alone = (['only', 'widths', 'themes'] as const).find((name) => values[name] !== undefined)
  if (folder === undefined && alone) throw new Error(`--${alone}: only used with --to=FOLDER beside it`)
  return {
    folder,
    only: split(only ?? ''),
    widths: widths === undefined ? WIDTHS : widthsOf(widths),
    themes: themes === undefined ? THEMES : themesOf(themes),
  }
}
