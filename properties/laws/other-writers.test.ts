import { expect, test } from 'vitest'
import { exchangeOf, historyOf } from '../test-history.ts'
import { verdictsOf } from '../written.ts'
import { untouched } from './other-writers.ts'

const object = (name: string, more: object = {}) => ({
  metadata: { name: `t-0-${name}`, labels: { a: 'b', c: 'd' }, ...more },
})
const annotated = { annotations: { by: 'another' } }

const shown = (...bodies: unknown[]) => {
  const exchanges = bodies.map((body, index) => exchangeOf(`${index}`, 200, body))
  const labels = exchanges.map(({ step }) => step)
  return verdictsOf(untouched(historyOf(...exchanges), ...labels))
}

test('an object whose version alone has moved is untouched', () => {
  const moved = object('x', { resourceVersion: '2', labels: { c: 'd', a: 'b' } })

  expect(shown(object('x', { resourceVersion: '1' }), moved)).not.toContain('unmet')
})

test('an object, an item or an event with a new annotation says that another writes', () => {
  const list = { items: [object('y'), object('x', annotated)] }
  const event = { type: 'MODIFIED', object: object('x', annotated) }
  const frames = [{ document: event, text: '', at: 0 }]
  const watch = exchangeOf('watch', 200, undefined, {
    stream: { frames, rest: '' } as never,
  })

  expect(shown(object('x'), list)).toContain('unmet')
  expect(
    verdictsOf(untouched(historyOf(exchangeOf('made', 201, object('x')), watch), 'made', 'watch')),
  ).toContain('unmet')
})

test('what happens to objects that are not of the case is none of its business', () => {
  const foreign = (more: object) => ({ metadata: { name: 'theirs', ...more } })

  expect(shown({ items: [foreign({})] }, { items: [foreign(annotated)] })).not.toContain('unmet')
})
