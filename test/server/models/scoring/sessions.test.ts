import { describe, expect, it } from 'vitest'
import { runtimeMessage } from '#server/models/scoring/sessions.ts'

describe('a message of the runtime', () => {
  it.each([
    [
      "ERROR_CODE: 1, ERROR_MESSAGE: Non-zero status code returned while running MatMul node. Name:'' Status Message: matmul_helper.h:61 Compute MatMul dimension mismatch",
      'Compute MatMul dimension mismatch',
    ],
    [
      'ERROR_MESSAGE: /mnt/_work/1/s/core/math/element_wise_ops.h:563 void onnxruntime::Iterator::Init(ptrdiff_t, ptrdiff_t) axis == 1 was false. 4 by 17',
      'axis == 1 was false. 4 by 17',
    ],
    ['out of\n  memory', 'out of memory'],
  ])('[ML-20] %j names no place in its source', (text, expected) => {
    expect(runtimeMessage(new Error(text))).toBe(expected)
  })
})
