import { expect, it } from 'vitest'
import { exchangeAt, bodyValueAt } from '../../properties/history/history.ts'
import type { Answer, Exchange } from '../../properties/history/history.ts'
import { verify } from '../../properties/history/observation.ts'
import { exchangeOf, historyOfExchanges } from '../../properties/history/test-history.ts'
import { CaseProblem } from './case.ts'
import { example } from '../check.ts'
import { rejudgeHistories, historyLine, parseHistories } from './histories.ts'

const history = historyOfExchanges(exchangeOf('a', 200, { n: 1 }))
const answerIn = ({ answer }: Exchange): Answer => answer as Answer
const line = historyLine({ id: 'PAGE-004', history })

it('gives the same verdict for a saved history as before', () => {
  const check = example('PAGE-004', [], function* (one) {
    yield verify(bodyValueAt(exchangeAt(one, 'a'), '/n') === 2, {
      says: 'n is 2.',
      expected: 2,
      got: 1,
      at: 'a',
    })
  })

  const recorded = parseHistories(`${line}\n${line}`, 'x.jsonl')
  const results = rejudgeHistories(recorded, [check])

  expect(recorded.map(one => one.history)).toEqual([history, history])
  expect(results.map(({ judgement }) => judgement.violations.length)).toEqual([1, 1])
  expect(rejudgeHistories(recorded, [])).toEqual([])
})

it.each([
  ['{"id":"PAGE', 'expected a recorded history in JSON'],
  ['null', 'expected {id, history}, got null'],
  ['[]', 'expected {id, history}'],
  ['{"id":7}', 'expected {id, history}'],
  ['{"id":"PAGE-004","history":{"exchanges":[]}}', 'expected {id, history}'],
  [line.replace('"step":"a"', '"step":7').trim(), 'expected {id, history}'],
  [line.replace('"request"', '"asked"').trim(), 'expected {id, history}'],
])('names the line that is not a history: %s', (bad, message) => {
  const parse = () => parseHistories(`${line}\n\n${bad}\n`, 'x.jsonl')

  expect(parse).toThrow(CaseProblem)
  expect(parse).toThrow(`x.jsonl:4: ${message}`)
})

it.each(['door', 'alternate'])('reads %s, a former name of the server of a request', former => {
  const saved = line
    .replace('"request":{', `"request":{"${former}":"Gate=true",`)
    .replace('"context":{', '"words":{')

  const [read] = parseHistories(saved, 'x.jsonl')

  const { request } = exchangeAt(read?.history ?? historyOfExchanges(), 'a')
  expect(request).toMatchObject({ server: 'Gate=true' })
  expect(request).not.toHaveProperty(former)
})

it('keeps foreign Secrets out of a file, and its own unchanged', () => {
  const secret = (name: string, namespace: string) => ({
    metadata: { name, namespace },
    data: { content: `${name} in ${namespace}` },
  })
  const items = [secret('t-0-a', 'own'), secret('root-ca', 'own'), secret('x', 'elsewhere')]
  const list = exchangeOf(
    'list',
    200,
    { kind: 'List', items },
    {
      request: { path: '/api/v1/secrets' },
    },
  )

  const saved = historyLine({ id: 'PAGE-004', history: historyOfExchanges(list) })

  expect(saved).toContain('t-0-a in own')
  expect(saved).not.toMatch(/root-ca in own|x in elsewhere/)
  const [again] = parseHistories(saved, 'x')
  expect(
    bodyValueAt(exchangeAt(again?.history ?? historyOfExchanges(), 'list'), '/items/2'),
  ).toEqual({
    metadata: { name: 'x', namespace: 'elsewhere' },
    data: { content: '[redacted]' },
  })
})

it('keeps no bytes of foreign Secrets either', () => {
  const secretsIn = (name: string) => {
    const bytes = exchangeOf(
      'get',
      200,
      { metadata: { name } },
      { request: { path: '/api/v1/secrets/x' } },
    )
    return { ...bytes, answer: { ...answerIn(bytes), text: '', base64: 'b25seSBoZXJl' } }
  }

  expect(
    historyLine({ id: 'PAGE-004', history: historyOfExchanges(secretsIn('root-ca')) }),
  ).not.toContain('b25seSBoZXJl')
  expect(
    historyLine({ id: 'PAGE-004', history: historyOfExchanges(secretsIn('t-0-a')) }),
  ).toContain('b25seSBoZXJl')
})
