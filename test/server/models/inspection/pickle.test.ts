import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPickle } from '#server/models/inspection/pickle.ts'
import { referenceData } from '#test/support/data/reference.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const importsOf = (text: string) => readPickle(bytes(text))?.imports

describe('reading a pickle', () => {
  it.each([
    ['GLOBAL', '\x80\x02cposix\nsystem\nq\x00.', ['posix.system']],
    ['INST', "(S'ls'\nios\nsystem\n.", ['os.system']],
    ['STACK_GLOBAL', '\x80\x04\x8c\x05posix\x94\x8c\x06system\x94\x93\x94.', ['posix.system']],
    [
      'STACK_GLOBAL on remembered texts, others pushed and dropped between',
      '\x80\x04\x8c\x05posix\x94\x8c\x06system\x94\x8c\x04math00h\x00h\x01\x93.',
      ['posix.system'],
    ],
    ['a slot 10', '\x80\x02X\x05\x00\x00\x00posixq\x0aX\x06\x00\x00\x00systemq\x0bh\x0ah\x0b\x93.', ['posix.system']],
    ['slots as text', "(S'posix'\np10\nS'system'\np11\ng10\ng11\n\x93.", ['posix.system']],
    ['an extension', '\x80\x02\x82\x07.', ['copyreg extension 7']],
    ['a name that cannot be told', '\x80\x04NN\x93.', ['?.?']],
    ['one behind the end', '\x80\x02N.cos\nsystem\n.', ['os.system']],
    ['several, each once', '\x80\x02cnumpy\nndarray\ncnumpy\nndarray\ncos\nsystem\n.', ['numpy.ndarray', 'os.system']],
  ])('[ML-11] finds an import by %s', (_, text, imports) => {
    expect(importsOf(text)).toEqual(imports)
  })

  it.each([
    ['builtins.eval', true],
    ['builtins.set', false],
    ['__builtin__.getattr', true],
    ['subprocess.Popen', true],
    ['numpy.ndarray', false],
    ['numpy.testing._private.utils.runstring', true],
    ['sklearn.svm._classes.SVC', false],
    ['xgboost.sklearn.XGBClassifier', false],
    ['collections.OrderedDict', false],
    ['copyreg._reconstructor', false],
    ['torch.load', true],
    ['mypackage.helpers.system', true],
    ['?.?', true],
  ])('[ML-11] %s is dangerous: %s', (name, isDangerous) => {
    const at = name.lastIndexOf('.')
    const facts = readPickle(bytes(`\x80\x02c${name.slice(0, at)}\n${name.slice(at + 1)}\n.`))
    expect(facts?.dangerous).toEqual(isDangerous ? [name] : [])
  })

  it.each([
    ['nothing', ''],
    ['a web page', '<html></html>'],
    ['a program', 'MZ\x90\x00'],
    ['a pickle without its end', '\x80\x04\x95\x10\x00\x00'],
    ['a text longer than the file', '\x80\x04X\xff\xff\xff\xffabc'],
    ['a protocol of the future', '\x80\x09N.'],
    ['noise behind the mark', '\x80\x04\xff\xff\xff\xff.'],
  ])('[ML-10] %s is not a pickle', (_, text) => {
    expect(readPickle(bytes(text))).toBeUndefined()
  })

  it('[ML-11] arrays between the opcodes: later imports are found by pattern, and the result is marked incomplete', () => {
    const text =
      '\x80\x04cjoblib.numpy_pickle\nNumpyArrayWrapper\n\xff\xff\xff\x00\x8c\x02os\x94\x8c\x06system\x94\x93cnumpy\ndtype\n.'
    expect(readPickle(bytes(text))).toEqual({
      protocol: 4,
      imports: ['joblib.numpy_pickle.NumpyArrayWrapper', 'os.system', 'numpy.dtype'],
      dangerous: ['os.system'],
      complete: false,
      compression: null,
    })
  })

  it('[ML-11] a file with only values is bounded', () => {
    const file = new Uint8Array(3_000_000).fill(0x4e)
    file.set([0x80, 0x02], 0)
    expect(readPickle(file)).toBeUndefined()
  })

  it('[ML-11] never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (noise, marked) => {
        readPickle(marked ? Buffer.concat([Buffer.from([0x80, 4]), noise]) : noise)
      }),
      { numRuns: 2_000 },
    )
  })

  describe.skipIf(!referenceData('models/sklearn-iris.pkl'))('of real files', () => {
    const SVC = ['sklearn.svm._classes.SVC']
    it.each([
      [
        'sklearn-iris.pkl',
        [...SVC, 'numpy.core.multiarray._reconstruct', 'numpy.ndarray', 'numpy.dtype', 'numpy.core.multiarray.scalar'],
        true,
      ],
      [
        'sklearn-iris.joblib',
        [
          ...SVC,
          'joblib.numpy_pickle.NumpyArrayWrapper',
          'numpy.ndarray',
          'numpy.dtype',
          'numpy.core.multiarray.scalar',
        ],
        false,
      ],
    ])('[ML-11] %s', (name, imports, complete) => {
      const facts = readPickle(readFileSync(referenceData(`models/${name}`) ?? ''))
      expect(facts).toEqual({ protocol: 4, imports, dangerous: [], complete, compression: null })
    })
  })
})
