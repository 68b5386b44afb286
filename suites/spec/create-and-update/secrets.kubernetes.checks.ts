// Checks how genuine servers treat `stringData`, the write-only field of Secrets.

import type { History } from '../../../properties/history/history.ts'
import { exchangeAt, bodyValueAt, hasStep } from '../../../properties/history/history.ts'
import { isUnsupportedMediaType } from '../../../properties/laws/patch/served-patch-types.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { updateFrom, create, get, caseName } from '../../../properties/dsl/steps.ts'
import { patch, untilLaterSecondThan } from '../../../properties/dsl/write-steps.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example } from '../../check.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

const patchTypes = ['merge', 'strategic', 'json'] as const

/** A patch with `stringData` of each type (`TYPE`), and a read (`after TYPE`). */
const patchesOfStringData: RequestStep[] = patchTypes.flatMap((type): RequestStep[] => {
  const value: Term = { [type]: `by ${type}` }
  const body: Term =
    type === 'json' ? [{ op: 'add', path: '/stringData', value }] : { stringData: value }
  return [
    patch(type, 'core', caseName('x'), { type, body }),
    get(`after ${type}`, 'core', caseName('x')),
  ]
})

function* isMerged(history: History): Generator<Observation> {
  const wanted: [label: string, data: Record<string, string>][] = [
    ['created', { a: base64('1'), b: base64('two') }],
    ['read', { a: base64('1'), b: base64('two') }],
    ['updated', { a: base64('one'), b: base64('two') }],
    ['after', { a: base64('one'), b: base64('two') }],
  ]
  for (const type of patchTypes) {
    if (!hasStep(history, type) || isUnsupportedMediaType(history, type)) continue
    const data = { b: base64('two'), [type]: base64(`by ${type}`) }
    wanted.push([type, data], [`after ${type}`, data])
  }
  for (const [label, data] of wanted) {
    yield* requireSuccess(history, label)
    const exchange = exchangeAt(history, label)
    const left = bodyValueAt(exchange, '/stringData')
    yield verify(left === undefined || left === null, {
      says: 'stringData of a Secret is in no response.',
      expected: 'no stringData',
      got: left,
      at: exchange,
    })
    for (const [key, value] of Object.entries(data)) {
      const got = bodyValueAt(exchange, `/data/${key}`)
      yield verify(got === value, {
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
        set: {
          '/data': {
            a: base64('1'),
            b: base64('2'),
            ...Object.fromEntries(patchTypes.map(type => [type, base64('0')])),
          },
          '/stringData': { b: 'two' },
        },
      }),
      // If a controller annotates new objects, it has done so by now.
      untilLaterSecondThan('created', get('read', 'core', caseName('x'))),
      updateFrom('updated', 'core', 'read', { '/stringData': { a: 'one' } }),
      get('after', 'core', caseName('x')),
      ...patchesOfStringData,
    ],
    isMerged,
  ),
]
