import { describe, expect, test } from 'vitest'
import type { Exchange, History } from '../../history/history.ts'
import { defaultTypes } from '../../../fixtures/objects/tested-types.ts'
import { historyOfWrites, observationTexts } from '../../history/test-writes.ts'
import {
  departsForCustomTypes,
  noWarningNamesTheFields,
  someWarningNamesEachField,
  refusalNamesEachField,
  refusalOmitsUnknownFields,
  warnsNoMoreThanControl,
  eachFieldHasAWarning,
} from './field-warnings.ts'
import {
  withControl,
  unknownFieldsAreDropped,
  writeFailsEntirely,
  writeFailsWithCode,
  writeSucceeds,
} from './field-validation.ts'

type Answered = { status?: number; warning?: string; body?: unknown; text?: string }

function exchange(step: string, sent: string | undefined, answered: Answered): Exchange {
  const { status = 200, warning, body = {}, text = JSON.stringify(body) } = answered
  return {
    step,
    request: {
      method: sent === undefined ? 'GET' : 'POST',
      path: '/somewhere',
      query: {},
      headers: {},
      who: 'admin',
      ...(sent === undefined ? {} : { body: sent }),
    },
    about: { role: 'main' },
    sentAt: 0,
    answeredAt: 1,
    answer: { status, headers: warning === undefined ? {} : { warning }, text, body },
  }
}

/** Returns a history of a valid twin, a write at a level, and a get. */
function history(
  sent: string,
  write: Answered,
  { after = {}, twin = {} }: { after?: Answered; twin?: Answered } = {},
): History {
  return {
    ...historyOfWrites([]),
    exchanges: [
      exchange('twin', '{}', twin),
      exchange('after twin', undefined, {}),
      exchange('L', sent, write),
      exchange('after L', undefined, after),
    ],
  }
}

const unknown = '{"touchstoneX0":"value","metadata":{"touchstoneX1":"value"}}'
const doubled =
  '{"metadata":{"annotations":{"written":"first"},"annotations":{"written":"second"}}}'
const item = (text: string) => `299 - "${text}"`

describe('outcomes', () => {
  test('A valid write may not be refused, but it may be delayed or overtaken.', () => {
    const law = withControl(writeSucceeds('succeeds')('L'))

    expect(observationTexts(law(history(unknown, {})))).toEqual(['held'])
    expect(observationTexts(law(history(unknown, { status: 400 })))).toEqual(['succeeds'])
    for (const status of [409, 429, 500, 503])
      expect(observationTexts(law(history(unknown, { status })))).toEqual(['preconditionUnmet'])
    expect(observationTexts(law(history(unknown, {}, { twin: { status: 400 } })))).toEqual([
      'preconditionUnmet',
    ])
  })

  test('A refused create stores nothing.', () => {
    const law = writeFailsEntirely('fails')('L')

    const gone = { after: { status: 404 } }
    expect(observationTexts(law(history(unknown, { status: 422 }, gone)))).toEqual(['held'])
    expect(observationTexts(law(history(unknown, {}, gone)))).toEqual(['fails', 'held'])
    expect(observationTexts(law(history(unknown, { status: 400 })))).toEqual([
      'held',
      'A refused write stores nothing.',
    ])
    expect(
      observationTexts(writeFailsWithCode(400, 'is 400')('L')(history(unknown, { status: 422 }))),
    ).toEqual(['is 400'])
  })

  test('A field that the type does not have is not judged.', () => {
    const types = defaultTypes('cluster.example')
    const other = { ...types.main, typed: { at: '/data', wrong: 'text' } }
    const { context, ...rest } = history('{"spec":{"touchstoneX0":1}}', { status: 400 })
    const law = writeSucceeds('succeeds')('L')

    expect(observationTexts(law({ ...rest, context }))).toEqual(['succeeds'])
    const without = { ...context, types: { ...types, main: other } }
    expect(observationTexts(law({ ...rest, context: without }))[0]).toBe('notApplicable')
  })

  test('Unknown fields are dropped, and one value of a duplicate field is kept.', () => {
    const law = unknownFieldsAreDropped('drops')('L')
    const replyWith = (metadata: object) => ({ after: { body: { metadata } } })

    expect(observationTexts(law(history(unknown, {}, replyWith({}))))).toEqual(['held'])
    expect(
      observationTexts(law(history(unknown, {}, replyWith({ touchstoneX1: 'value' })))),
    ).toEqual(['held', 'drops'])
    for (const written of ['first', 'second']) {
      const after = replyWith({ annotations: { written } })
      expect(observationTexts(law(history(doubled, {}, after)))).toEqual(['held'])
    }
    expect(observationTexts(law(history(doubled, {}, replyWith({}))))).toEqual([
      'Of a duplicate field, one value is stored.',
    ])
  })
})

describe('reports', () => {
  const [zero, one] = [item('touchstoneX0 is strange'), item('so is .metadata.touchstoneX1')]

  test('Each field has its own warning, in any words and order.', () => {
    const law = eachFieldHasAWarning('unknown', 'warns')('L')
    const verdicts = (warning: string) => observationTexts(law(history(unknown, { warning })))

    expect(verdicts(`${one}, ${zero}`)).toEqual(['held'])
    expect(verdicts(`${one}, ${zero}, ${item('something else')}`)).toEqual(['held'])
    expect(verdicts(one)).toEqual(['warns', 'held'])
    expect(verdicts(`${one}, ${zero}, ${zero}`)).toEqual(['warns', 'held'])
    expect(verdicts(item('touchstoneX0, touchstoneX1'))).toEqual(['warns'])
    expect(verdicts(`${item('touchstoneX01')}, ${one}`)).toEqual(['warns', 'held'])
  })

  test('Warnings that the twin has too are ignored.', () => {
    const warning = item('annotations are old-fashioned')
    const law = noWarningNamesTheFields('is silent')('L')

    expect(observationTexts(law(history(doubled, { warning }, { twin: { warning } })))).toEqual([
      'held',
    ])
    expect(observationTexts(law(history(doubled, { warning })))).toEqual(['is silent'])
    expect(
      observationTexts(someWarningNamesEachField('warns')('L')(history(doubled, { warning }))),
    ).toEqual(['held'])
    expect(observationTexts(someWarningNamesEachField('warns')('L')(history(doubled, {})))).toEqual(
      ['warns'],
    )
  })

  test('A valid write has no more warnings than its twin.', () => {
    const verdicts = (warning: string, usual: string) => {
      const { exchanges, ...rest } = history('{}', { warning }, { twin: { warning: usual } })
      const renamed = exchanges.map(each =>
        each.step === 'L' ? { ...each, step: 'Strict' } : each,
      )
      return observationTexts(warnsNoMoreThanControl({ ...rest, exchanges: renamed }))
    }

    expect(verdicts(item('b'), item('a'))).toEqual(['held'])
    expect(verdicts(`${item('b')}, ${item('c')}`, item('a'))).toHaveLength(1)
    expect(verdicts(item('b'), '')).not.toEqual(['held'])
  })

  test('A refusal names all fields, or none for a wrong type; an echo is no report.', () => {
    const refused = (text: string) => history(unknown, { status: 400, text })

    const all = refusalNamesEachField('names')('L')
    expect(observationTexts(all(refused('touchstoneX0 and "metadata.touchstoneX1"')))).toEqual([
      'held',
    ])
    expect(observationTexts(all(refused('touchstoneX0')))).toEqual(['held', 'names'])

    const none = refusalOmitsUnknownFields('hides')('L')
    const echo = JSON.stringify({ message: `bad body: ${unknown}` })
    expect(observationTexts(none(refused(echo)))).toEqual(['held'])
    expect(observationTexts(none(refused('map[touchstoneX0:value] is bad')))).toEqual(['held'])
    expect(observationTexts(none(refused('unknown field "touchstoneX0"')))).toEqual([
      'hides',
      'held',
    ])
  })
})

test('Genuine servers report unknown fields of custom types before a wrong type.', () => {
  const law = departsForCustomTypes(refusalOmitsUnknownFields('hides'))('L')
  const refused = history(unknown, { status: 400, text: 'unknown field "touchstoneX0"' })
  const { context } = refused
  const presencesOn = (dialect: 'cluster' | 'kubernetes', group: string) => {
    const main = { ...context.types.main, group, resource: 'widgets' }
    const types = { ...context.types, main }
    return [...law({ ...refused, context: { ...context, dialect, types } })].map(one =>
      one.kind === 'departure' ? one.presence : one.kind,
    )
  }

  expect(presencesOn('kubernetes', 'strange.example')).toEqual(['present', 'absent'])
  expect(presencesOn('kubernetes', 'apps')).toEqual(['violated', 'held'])
  expect(presencesOn('cluster', 'strange.example')).toEqual(['violated', 'held'])
})

describe('unknown fields of owner references', () => {
  const reference = { name: 'owner' }
  const owned = { metadata: { ownerReferences: [reference] } }
  const open = { metadata: { ownerReferences: [{ ...reference, touchstoneX0: 'value' }] } }
  const law = withControl(writeFailsWithCode(400, 'An unknown field is refused.')('L'))

  function judged(
    dialect: string,
    {
      twin = {},
      stored = owned,
      kept = owned,
    }: { twin?: Answered; stored?: object; kept?: object },
  ): string[] {
    const of = history(JSON.stringify(open), { status: 201 }, { after: { body: kept } })
    const [, , ...writes] = of.exchanges
    return observationTexts(
      law({
        context: { ...of.context, dialect },
        exchanges: [
          exchange('twin', JSON.stringify(owned), twin),
          exchange('after twin', undefined, { body: stored }),
          ...writes,
        ],
      }),
    )
  }

  test.each(['cluster', 'kubernetes'])('are judged in the dialect %s', dialect => {
    expect(judged(dialect, {})).toEqual(['An unknown field is refused.'])
  })

  test.each([
    ['refuses them', { twin: { status: 400 } }, 'preconditionUnmet'],
    ['does not store them', { stored: {} }, 'preconditionUnmet'],
    ['stores any of their fields', { kept: open }, 'An unknown field is refused.'],
  ])('are judged only in the kubernetes dialect if a server %s', (_, given, found) => {
    // A judge ends at the first of these.
    expect(judged('cluster', given)[0]).toBe('notApplicable')
    expect(judged('kubernetes', given)[0]).toBe(found)
  })

  test('do not keep other unknown fields of the same write from being judged', () => {
    const both = { ...open, touchstoneX1: 'value' }
    const refusal = writeFailsWithCode(400, 'is refused')('L')
    const dropped = unknownFieldsAreDropped('drops')('L')
    const warned = someWarningNamesEachField('warns')('L')
    const of = (kept: object, write: Answered = {}) =>
      history(JSON.stringify(both), write, { after: { body: kept } })

    expect(observationTexts(refusal(of(both)))).toEqual(['is refused'])
    expect(observationTexts(dropped(of(both)))).toEqual(['drops'])
    expect(observationTexts(dropped(of(open)))).toEqual(['held'])
    expect(observationTexts(warned(of(open, { warning: item('touchstoneX1') })))).toEqual(['held'])
    const named = refusalNamesEachField('names')('L')
    expect(observationTexts(named(of({}, { status: 400, text: 'touchstoneX1' })))).toEqual(['held'])
  })
})
