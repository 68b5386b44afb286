import { describe, expect, test } from 'vitest'
import {
  acknowledgedWrite,
  historyOfWrites,
  listAnswer,
  listedObject,
  observationTexts,
} from '../../history/test-writes.ts'
import { listSelectsWhatMatches, matchesFields, matchesLabels } from './selectors.ts'

describe('matchesLabels', () => {
  const labels = { color: 'red', 'example.com/tier': 'gold' }

  test.each([
    ['', true],
    ['color', true],
    ['size', false],
    ['!color', false],
    ['! size', true],
    ['color=red', true],
    ['color == blue', false],
    ['color!=blue', true],
    ['size!=s', true],
    ['color in (blue,red)', true],
    ['color in (blue)', false],
    ['size in (s)', false],
    ['color notin (red, blue)', false],
    ['size notin (s)', true],
    ['example.com/tier=gold,color in (red,blue)', true],
    ['example.com/tier=gold,!color', false],
  ])('evaluates %j to %s', (selector, wanted) => {
    expect(matchesLabels(selector, labels)).toBe(wanted)
  })
})

describe('matchesFields', () => {
  const item = { metadata: { name: 'a', namespace: 'n' } }

  test.each([
    ['metadata.name=a', true],
    ['metadata.name==b', false],
    ['metadata.name!=b,metadata.namespace=n', true],
    ['metadata.namespace!=n', false],
  ])('evaluates %j to %s', (selector, wanted) => {
    expect(matchesFields(selector, item)).toBe(wanted)
  })
})

describe('listSelectsWhatMatches', () => {
  const dark = listedObject('a', '1', { labels: { shade: 'dark' } })
  const light = listedObject('a', '2', { labels: { shade: 'light' } })
  const query = { labelSelector: 'shade=dark' }
  const judged = (items: (typeof dark)[]) =>
    observationTexts(
      listSelectsWhatMatches(
        historyOfWrites([
          acknowledgedWrite(dark),
          listAnswer('before', [dark], { query }),
          acknowledgedWrite(light, { basedOn: '1' }),
          listAnswer('after', items, { query }),
        ]),
      ),
    )

  test('an object is selected by its labels at the time of the list', () => {
    expect(judged([])).toEqual(['held'])
  })

  test('an object that no longer matches is not selected', () => {
    expect(judged([dark])).toEqual([
      'held',
      'A list with a selector returns exactly the objects that match.',
    ])
  })
})
