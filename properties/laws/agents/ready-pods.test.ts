import { expect, test } from 'vitest'
import { readyAtOnce } from './ready-pods.ts'

const call = (method: string, pod: string, more = {}) => ({
  method,
  pod,
  request: {},
  receivedAt: 0,
  ...more,
})

test('pods count from the start to the end of their sandbox', () => {
  const calls = [
    call('RunPodSandbox', 'a'),
    call('RunPodSandbox', 'b'),
    call('StopPodSandbox', 'a'),
    call('RunPodSandbox', 'c'),
  ]

  expect(readyAtOnce(calls)).toBe(2)
  expect(readyAtOnce([...calls, call('RunPodSandbox', 'd')])).toBe(3)
})

test('a sandbox that failed to start, or was restarted, does not count again', () => {
  expect(
    readyAtOnce([
      call('RunPodSandbox', 'a', { error: 'no' }),
      call('RunPodSandbox', 'b'),
      call('RunPodSandbox', 'b'),
    ]),
  ).toBe(1)
})
