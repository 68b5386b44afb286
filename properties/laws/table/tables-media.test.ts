import { expect, test } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import {
  parameterOrderDoesNotMatter,
  betaTablesHaveBetaVersion,
  otherFormsAreNotAcceptable,
  contentTypeOmitsConversion,
  yamlMatchesJson,
} from './tables-media.ts'

const table = { kind: 'Table', apiVersion: 'meta.cluster.example/v1' }
const broken = expect.stringMatching(/\.$/)
const twins = [exchangeOf('object', 201, {}), exchangeOf('twin', 200, table)]

test('a Content-Type repeats no parameters', () => {
  const judged = (type: string) => {
    const answer = { status: 200, headers: { 'content-type': type }, text: '', body: table }
    const labels = ['Table list', 'Table get', 'Table watch']
    const exchanges = labels.map(step => exchangeOf(step, 0, undefined, { answer }))
    return observationTexts(contentTypeOmitsConversion(historyOfExchanges(...exchanges)))
  }

  expect(judged('application/json')).toEqual(['held'])
  expect(judged('Application/JSON; charset=utf-8')).toEqual(['held'])
  expect(judged('application/json;as=Table')).toContainEqual(broken)
})

test('a Table of v1beta1 and its objects have that version', () => {
  const beta = 'meta.cluster.example/v1beta1'
  const judged = (apiVersion: string, ofRows: string) => {
    const body = { ...table, apiVersion, rows: [{ object: { apiVersion: ofRows } }] }
    const reads = ['beta list', 'beta get'].map(step => exchangeOf(step, 200, body))
    return observationTexts(betaTablesHaveBetaVersion(historyOfExchanges(...twins, ...reads)))
  }

  expect(judged(beta, beta)).toEqual(['held'])
  expect(judged(table.apiVersion, beta)).toContainEqual(broken)
  expect(judged(beta, table.apiVersion)).toContainEqual(broken)
})

test('an unknown conversion is refused or skipped', () => {
  const judged = (alone: number, kind: string) =>
    observationTexts(
      otherFormsAreNotAcceptable(
        historyOfExchanges(
          ...twins,
          exchangeOf('v2 alone', alone, { reason: 'NotAcceptable' }),
          exchangeOf('v2 or json', 200, { kind }),
        ),
      ),
    )

  expect(judged(406, 'Lease')).toEqual(['held'])
  expect(judged(200, 'Lease')).toContainEqual(broken)
  expect(judged(406, 'Table')).toContainEqual(broken)
})

test('the order of parameters does not matter', () => {
  const judged = (status: number) =>
    observationTexts(
      parameterOrderDoesNotMatter(
        historyOfExchanges(
          ...twins,
          exchangeOf('the other way round', 200, table),
          exchangeOf('with one more', status, table),
        ),
      ),
    )

  expect(judged(200)).toEqual(['held'])
  expect(judged(406)).toContainEqual(broken)
})

test('a Table in YAML equals that in JSON, except for ages', () => {
  const tableOf = (name: string, age: string) => ({ ...table, rows: [{ cells: [name, age] }] })
  const yaml = { 'content-type': 'application/yaml' }
  const read = (step: string, body: object, headers = {}) =>
    exchangeOf(step, 0, undefined, { answer: { status: 200, headers, text: '', body } })
  const judged = (body: object, headers = yaml, watch = 406) =>
    observationTexts(
      yamlMatchesJson(
        historyOfExchanges(
          ...twins,
          ...['list', 'get'].map(what => read(`${what} in json`, tableOf('a', '1s'))),
          ...['list', 'get'].map(what => read(`${what} in yaml`, body, headers)),
          exchangeOf('watch in yaml', watch, { reason: 'NotAcceptable' }),
        ),
      ),
    )

  expect(judged(tableOf('a', '2s'))).toEqual(['held'])
  expect(judged(tableOf('b', '1s'))).toContainEqual(broken)
  expect(judged(tableOf('a', '1s'), { 'content-type': 'application/json' })).toContainEqual(broken)
  expect(judged(tableOf('a', '1s'), yaml, 200)).toContainEqual(broken)
})
