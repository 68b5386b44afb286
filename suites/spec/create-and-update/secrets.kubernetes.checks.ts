// What genuine servers make of the convenience field of Secrets.

import type { History } from '../../../properties/history/history.ts'
import { at, read } from '../../../properties/history/history.ts'
import { done } from '../../../properties/laws/premises.ts'
import { holds } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { change, create, get, named } from '../../../properties/dsl/steps.ts'
import { secondAfter } from '../../../properties/dsl/write-steps.ts'
import { example } from '../../check.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

function* isMerged(history: History): Generator<Observation> {
  const wanted: [label: string, data: Record<string, string>][] = [
    ['created', { a: base64('1'), b: base64('two') }],
    ['read', { a: base64('1'), b: base64('two') }],
    ['updated', { a: base64('one'), b: base64('two') }],
    ['after', { a: base64('one'), b: base64('two') }],
  ]
  for (const [label, data] of wanted) {
    yield* done(history, label)
    const exchange = at(history, label)
    const left = read(exchange, '/stringData')
    yield holds(left === undefined || left === null, {
      says: 'stringData of a Secret is in no answer.',
      expected: 'no stringData',
      got: left,
      at: exchange,
    })
    for (const [key, value] of Object.entries(data)) {
      const got = read(exchange, `/data/${key}`)
      yield holds(got === value, {
        says: 'stringData of a Secret is stored in its data.',
        expected: `data.${key}: ${value}`,
        got: got ?? 'nothing',
        at: exchange,
      })
    }
  }
}

export default [
  example(
    'K8S-WRITE-015',
    [
      create('created', 'core', 'x', {
        set: { '/data': { a: base64('1'), b: base64('2') }, '/stringData': { b: 'two' } },
      }),
      // Who annotates new objects has done it by then.
      secondAfter('created', get('read', 'core', named('x'))),
      change('updated', 'core', 'read', { '/stringData': { a: 'one' } }),
      get('after', 'core', named('x')),
    ],
    isMerged,
  ),
]
