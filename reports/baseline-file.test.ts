import { expect, it } from 'vitest'
import { parseBaseline } from './baseline-file.ts'
import { BaselineProblem } from './file-errors.ts'

const good = 'id: A-1, verdict: fail, reason: r, hash: aaaaaaaaaaaa'

it.each([
  ['', 'known.yaml: the file: expected a mapping, got null'],
  ['- 1', 'known.yaml: the file: expected a mapping, got [1]'],
  ['kind: Pod', 'known.yaml: kind: expected Baseline, got "Pod"'],
  ['kind: Baseline', 'known.yaml: apiVersion: expected touchstone/v1alpha1, got nothing'],
  [fileWith('7'), 'known.yaml: entries: expected a list, got 7'],
  [fileWith('[x]'), 'known.yaml: entries[0]: expected a mapping, got "x"'],
  [fileWith('[{ id: 7 }]'), 'known.yaml: entries[0].id: expected an id such as LIST-007, got 7'],
  [
    fileWith('[{ id: A-1, verdict: error }]'),
    'known.yaml: entries[0].verdict: expected one of fail, flaky, inconclusive, waived, observed, ' +
      'got "error"',
  ],
  [
    fileWith('[{ id: A-1, verdict: fail }]'),
    'known.yaml: entries[0].reason: expected a string, got nothing',
  ],
  [
    fileWith('[{ id: A-1, verdict: fail, reason: r, hash: 123456789012 }]'),
    'known.yaml: entries[0].hash: expected 12 hexadecimal digits, quoted, got 123456789012',
  ],
  [fileWith(`[{ ${good}, note: 7 }]`), 'known.yaml: entries[0].note: expected a string, got 7'],
  [
    fileWith(`[{ ${good} }, { ${good} }]`),
    'known.yaml: entries: expected one entry per id, got "A-1 twice"',
  ],
])('refuses a bad file in one line: %s', (text, message) => {
  expect(() => parseBaseline(text, 'known.yaml')).toThrow(new BaselineProblem(message))
})

it('refuses what is not YAML in one line', () => {
  expect(() => parseBaseline('a: [', 'known.yaml')).toThrow(/^known\.yaml: expected YAML, got: .+$/)
})

function fileWith(entries: string): string {
  return `apiVersion: touchstone/v1alpha1\nkind: Baseline\ntarget: acme\nentries: ${entries}\n`
}
