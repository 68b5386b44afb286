import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryDirectory } from '../../../fixtures/targets/test-files.ts'
import { validateInTest } from './test-validate.ts'

const directory = temporaryDirectory()
afterAll(directory.remove)
const { write, path: root } = directory

const admission = (path: string) =>
  'apiVersion: apiserver.config.cluster.example/v1\nkind: AdmissionConfiguration\n' +
  `plugins: [{name: EventRateLimit, path: ${JSON.stringify(path)}}]\n`

test.each([
  ['below a file', 'admission.yaml/x'],
  ['too long', 'a'.repeat(5000)],
  ['with a NUL', 'a\0b'],
  ['nowhere', 'nowhere/x'],
])('a path %s does not refer to a file', async (_what, path) => {
  const file = write('admission.yaml', admission(path))

  expect(await validateInTest([file])).toMatchObject({ lines: [], hasUnopened: false })
  expect((await validateInTest([file], { looksUpFiles: true })).lines).toEqual([
    expect.stringMatching(
      /plugins\[0\]\.path: Invalid value: .*: error loading file: not found \(ADM-038\)$/,
    ),
  ])
})

test('an unreadable plug-in file is reported and not compared', async () => {
  symlinkSync('loop.yaml', join(root, 'loop.yaml'))
  const file = write('looped.yaml', admission('loop.yaml'))
  const said = /loop\.yaml:1:1 warning: unreadable: ELOOP: too many symbolic links encountered$/

  expect(await validateInTest([file])).toMatchObject({
    lines: [expect.stringMatching(said)],
    hasUnopened: false,
  })
  expect(await validateInTest([file], { looksUpFiles: true })).toMatchObject({
    lines: [expect.anything(), expect.stringContaining('cannot be read: ELOOP')],
    hasUnopened: true,
  })
})

test('a plug-in file is checked once, even if several paths refer to it', async () => {
  const limits =
    'apiVersion: eventratelimit.admission.cluster.example/v1alpha1\nkind: Configuration\nlimits: 1\n'
  const rate = write('rate.yaml', limits)
  const absolute = write('absolute.yaml', admission(rate))
  const relative = write('relative.yaml', admission('./rate.yaml'))

  expect((await validateInTest([absolute, relative])).lines).toEqual([
    `${rate}:3:1 limits: Invalid value: 1: expected a list (RATE-002)`,
  ])
})

test('a feature gate that no rule depends on causes a warning, in both dialects', async () => {
  for (const dialect of ['cluster', 'kubernetes'] as const) {
    const gates = { LoggingAlphaOption: true, KMSv1: true, AllAlpha: false, toString: true }

    expect((await validateInTest([], { gates, dialect })).lines).toEqual([
      '--feature-gates:1:1 warning: LoggingAlphaOption: Not found: ' +
        'no rule depends on this feature gate; did you mean LoggingAlphaOptions?',
      '--feature-gates:1:1 warning: toString: Not found: no rule depends on this feature gate',
    ])
  }
})
