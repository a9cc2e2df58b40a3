import { describe, expect, it } from 'vitest'
import { parseOptions } from '../../scripts/pictures/options.ts'

describe('the options of npm run pictures', () => {
  it('takes the pictures of the README without options, and help as a question', () => {
    expect(parseOptions([])).toEqual({
      folder: undefined,
      only: [''],
      widths: [390, 768, 1440, 1920, 2560],
      themes: ['dark', 'light'],
    })
    expect(parseOptions(['--help'])).toBe('help')
    expect(parseOptions(['--to=out', '-h'])).toBe('help')
  })

  it('takes what is named', () => {
    const words = ['--to=out', '--only=admin,strategy', '--widths=390,1200', '--themes=light']
    expect(parseOptions(words)).toEqual({
      folder: 'out',
      only: ['admin', 'strategy'],
      widths: [390, 1200],
      themes: ['light'],
    })
  })

  it.each([
    [['--unknown'], "Unknown option '--unknown'"],
    [['out'], "Unexpected argument 'out'"],
    [['--to='], '--to: the name of a folder is missing'],
    [['--only=admin'], '--only: only used with --to=FOLDER beside it'],
    [['--to=out', '--widths=390,wide'], '--widths: "wide" is not a number of pixels from 100 to 9999'],
    [['--to=out', '--themes=blue'], '--themes: "blue" is not one of dark, light'],
  ])('refuses %j', (words, message) => {
    expect(() => parseOptions(words)).toThrow(message)
  })
})
