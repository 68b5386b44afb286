import { expect, test } from 'vitest'
import { normalizeOutput } from './normalize-output.ts'

test('replaces values that differ in each run', () => {
  const uid = '208e37ae-dd92-42ca-9d1d-9f84ca431124'

  expect(normalizeOutput(`uid: ${uid}`)).toBe('uid: UID')
  expect(normalizeOutput('resourceVersion: "12"')).toBe('resourceVersion: VERSION')
  expect(normalizeOutput('at 2026-01-02T03:04:05Z and 2026-01-02T03:04:05.000060Z')).toBe(
    'at TIME and TIME',
  )
  expect(normalizeOutput('at http://127.0.0.1:34567')).toBe('at http://ADDRESS')
  expect(normalizeOutput('web   1   10.96.3.4   80/TCP   2m26s')).toBe(
    'web  1  ADDRESS  80/TCP  AGE',
  )
})

test('keeps names, numbers and indentation', () => {
  const text =
    'spec:\n  replicas: 2\n  name: web-2m\n  path: /5s\nshop  registry.example/web:1  3/4'

  expect(normalizeOutput(text)).toBe(text)
})
