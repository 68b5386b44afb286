import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../history/test-history.ts'
import type { Exchange, History } from '../history/history.ts'
import { scriptValues } from './script-values.ts'

const uid = '2d3f42eb-4adc-47f9-aaa4-f078e27306c6'

it('takes versions, uids and tokens from the responses that contained them', () => {
  const made = exchangeOf('made', 201, { metadata: { uid, resourceVersion: '7' } })
  const list = exchangeOf('list', 200, { metadata: { continue: 'a/b==', resourceVersion: '9' } })
  const put = exchangeOf(
    'put',
    200,
    {},
    { request: { body: bodyWith(`"uid":"${uid}","resourceVersion":"7","generation":7`) } },
  )
  const next = exchangeOf(
    'next',
    200,
    {},
    { request: { path: '/x?continue=a%2Fb%3D%3D&limit=9&resourceVersion=9' } },
  )

  expect(shownOf(made, list, put, next)).toEqual([
    '/x',
    '/x',
    '/x {"metadata":{"uid":"<uid_1>","resourceVersion":"<resourceVersion_1>","generation":7}}',
    '/x?continue=<encoded continue_2>&limit=9&resourceVersion=<resourceVersion_2>',
  ])
  const { variables } = scriptValues(historyOfExchanges(made, list, put, next))
  expect(variables.get(made)?.map(({ pointer }) => pointer)).toEqual([
    '/metadata/resourceVersion',
    '/metadata/uid',
  ])
})

it('takes the version of a body from the object rather than from a later list', () => {
  const made = exchangeOf('made', 201, { metadata: { uid, resourceVersion: '7' } })
  const item = { metadata: { uid, resourceVersion: '7' } }
  const list = exchangeOf('list', 200, { metadata: { resourceVersion: '7' }, items: [item] })
  const body = bodyWith('"resourceVersion":"7"')
  const put = exchangeOf('put', 200, {}, { request: { body } })
  const watch = exchangeOf('watch', 200, {}, { request: { path: '/x?resourceVersion=7' } })

  const shown = shownOf(made, list, put, watch)

  expect(shown[2]).toBe('/x {"metadata":{"resourceVersion":"<resourceVersion_1>"}}')
  expect(shown[3]).toBe('/x?resourceVersion=<resourceVersion_2>')
  expect(shownOf(list, put)[1]).toContain('<resourceVersion_1_1>')
})

it('takes no value from a concurrent response', () => {
  const made = exchangeOf('made', 201, { metadata: { uid } })
  const of = (lane: number, sentAt: number) =>
    exchangeOf(
      `put ${lane}`,
      200,
      { metadata: { uid } },
      { lane, sentAt, answeredAt: 9, request: { body: bodyWith(`"uid":"${uid}"`) } },
    )
  const all = [made, of(0, 2), of(1, 3)]

  expect(shownOf(...all).slice(1)).toEqual(Array(2).fill('/x {"metadata":{"uid":"<uid_1>"}}'))
  const { usersOf } = scriptValues(historyOfExchanges(...all))
  expect(all.map(one => usersOf(one).map(({ step }) => step))).toEqual([['put 0', 'put 1'], [], []])
})

it('takes the version in a JSON Patch and a generated name, but no equal number', () => {
  const made = exchangeOf(
    'made',
    201,
    { metadata: { name: 'g-x7k2p', resourceVersion: '7' } },
    {
      request: { method: 'POST', body: '{"metadata":{"generateName":"g-"}}' },
    },
  )
  const patch = exchangeOf(
    'patch',
    200,
    {},
    {
      request: {
        path: '/x/g-x7k2p',
        body: '[{"path":"/metadata/resourceVersion","value":"7"},{"path":"/spec/a","value":"7"}]',
      },
    },
  )

  expect(shownOf(made, patch)[1]).toBe(
    '/x/<name_1> [{"path":"/metadata/resourceVersion","value":"<resourceVersion_1>"},{"path":"/spec/a","value":"7"}]',
  )
})

it('takes no value from a later, refused or binary response', () => {
  const sent = { request: { body: bodyWith(`"uid":"${uid}"`) } }
  const answer = { metadata: { uid } }
  const refused = exchangeOf('refused', 409, answer)
  const binary = exchangeOf('binary', 200, answer)
  if (binary.answer) binary.answer.base64 = 'AAEC'

  const put = exchangeOf('put', 200, answer, sent)

  expect(shownOf(refused, binary, put)[2]).toBe(`/x {"metadata":{"uid":"${uid}"}}`)
})

it('gives names the id of a new run, except in binary bodies', () => {
  const as = (...exchanges: Exchange[]): History => {
    const history = historyOfExchanges(...exchanges)
    return { ...history, context: { ...history.context, prefix: 't0123abcd-4-' } }
  }
  const get = exchangeOf(
    'get',
    200,
    {},
    { request: { path: '/touchstone-0123abcd-a/t0123abcd-4-x' } },
  )
  const post = exchangeOf('post', 201, {}, { request: { bytes: 'AAEC' } })

  const { partsOf, run } = scriptValues(as(get))

  expect(partsOf(get.request.path)).toEqual([
    '/touchstone-',
    { variable: 'RUN' },
    '-a/t',
    { variable: 'RUN' },
    '-4-x',
  ])
  expect(run).toContain('date')
  expect(scriptValues(as(get, post)).run).toBe('0123abcd')
})

const bodyWith = (members: string): string => `{"metadata":{${members}}}`

/** Returns the path and body of each request, with its variables in angle brackets. */
function shownOf(...exchanges: Exchange[]): string[] {
  const { partsOf } = scriptValues(historyOfExchanges(...exchanges))
  return exchanges.map(({ request }) =>
    [request.path, ...(request.body === undefined ? [] : [request.body])]
      .map(text =>
        partsOf(text, request)
          .map(part =>
            typeof part === 'string'
              ? part
              : `<${part.isEncoded ? 'encoded ' : ''}${part.variable}>`,
          )
          .join(''),
      )
      .join(' '),
  )
}
