import { expect, test } from 'vitest'
import {
  historyOfWrites,
  listedObject,
  observationTexts,
  acknowledgedWrite,
  getAnswer,
  withStepLabel,
} from '../../history/test-writes.ts'
import { lastDuplicateIsStored, warningsNamePaths } from './field-warning-texts.ts'

const history = (sent: string, warning: string, annotations = {}) => {
  const shown = listedObject('a', '1')
  const stored = { metadata: { ...shown.metadata, annotations } }
  const made = historyOfWrites([
    withStepLabel('L', acknowledgedWrite(shown)),
    withStepLabel('after L', getAnswer('get', stored)),
  ])
  const [write] = made.exchanges
  if (!write?.answer) throw new Error('no answer')
  write.request.body = sent
  write.answer.headers['warning'] = warning
  return made
}

test('A warning names the path with dots and brackets.', () => {
  const sent = '{"metadata":{"list":[{},{"touchstoneX0":1}],"a":1,"a":1}}'
  const one = String.raw`299 - "unknown field \"metadata.list[1].touchstoneX0\""`
  const two = String.raw`299 - "duplicate field \"metadata.a\""`

  expect(observationTexts(warningsNamePaths('L')(history(sent, `${two}, ${one}`)))).toEqual([
    'held',
  ])
  expect(observationTexts(warningsNamePaths('L')(history(sent, one)))).toEqual([
    'held',
    'A warning says whether a field is unknown or duplicate, and names its path.',
  ])
})

test('The second of two values is kept.', () => {
  const verdicts = (written: string) =>
    observationTexts(lastDuplicateIsStored('L')(history('{}', '', { written })))

  expect(verdicts('second')).toEqual(['held'])
  expect(verdicts('first')).toEqual(['Of a duplicate field, the last value is stored.'])
})
