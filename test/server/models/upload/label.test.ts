import { describe, expect, it } from 'vitest'
import { fileLabelOf, labelOf } from '#server/models/upload/fields.ts'

const long = (count: number) => 'n'.repeat(count)

describe('labels', () => {
  it.each([
    ['folders', '../../etc/passwd.onnx', 'passwd.onnx'],
    ['Windows folders', 'C:\\models\\mine.onnx', 'mine.onnx'],
    ['NUL', 'a\u0000b.onnx', 'ab.onnx'],
    ['a turn of direction', 'a\u202Exnno.onnx', 'axnno.onnx'],
    ['a device', 'CON.onnx', 'CON.onnx'],
    ['right-to-left letters', 'ماکت.onnx', 'ماکت.onnx'],
    ['an emoji', '🚀 to the moon.onnx', '🚀 to the moon.onnx'],
    ['markup', '<img src=x onerror=alert(1)>.onnx', '<img src=x onerror=alert(1)>.onnx'],
    ['4 KB', `${long(4_096)}.onnx`, `${long(250)}.onnx`],
    ['4 KB of ending', `a.${long(4_096)}`, `a.${long(233)}.${long(19)}`],
    ['a line break', 'a\r\nb.pkl', 'a b.pkl'],
  ])('[ML-4] AB-14 a file name with %s', (_, name, label) => {
    expect(fileLabelOf(name)).toBe(label)
  })

  it.each([
    ['a header', 'a\r\nSet-Cookie: x=1', 'a Set-Cookie: x=1'],
    ['a turn of direction', '\u202Egnp.exe', 'gnp.exe'],
    ['nothing to be seen', '\u0000\u0007\u200B', ''],
    ['4 KB', long(4_096), long(255)],
    ['a character across the end', `${long(254)}🚀`, long(254)],
    ['half a character', 'a\uD83D', 'a'],
    ['spaces around', '  a  b ', 'a b'],
  ])('[ML-4] AB-14 a name with %s', (_, name, label) => {
    expect(labelOf(name)).toBe(label)
  })
})
