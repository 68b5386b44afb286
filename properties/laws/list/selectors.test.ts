import { describe, expect, test } from 'vitest'
import { matchesFields, matchesLabels } from './selectors.ts'

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
