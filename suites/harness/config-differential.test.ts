import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LoaderAnswer } from '../../fixtures/targets/kube-config/loaders.ts'
import { differenceBetween } from './config-differential.ts'
import { genuineQuestions } from './config-documents.ts'

const taken = { accepted: true, errors: [], findings: [] }
const refusedAt = (...fields: string[]): LoaderAnswer => ({
  accepted: false,
  errors: fields.map(field => ({ field, type: 'Required value', detail: 'Required value' })),
})
const oursAt = (...paths: string[]) => ({
  accepted: false,
  findings: paths.map(path => ({ path, message: `${path}: Required value` })),
})

test('the same verdict at the same fields is no difference', () => {
  expect(differenceBetween(taken, taken)).toBeUndefined()
  expect(differenceBetween(refusedAt('a', 'b'), oursAt('b', 'a'))).toBeUndefined()
})

test('another verdict, or another field, is a difference', () => {
  expect(differenceBetween(taken, oursAt('a'))).toMatchObject({ isExplained: false })
  expect(differenceBetween(refusedAt('a'), taken)).toMatchObject({ isExplained: false })
  expect(differenceBetween(refusedAt('a'), oursAt('a', 'b'))).toMatchObject({ isExplained: false })
  expect(differenceBetween(refusedAt('a', 'b'), oursAt('a'))).toMatchObject({ isExplained: false })
})

test('a decoder that refuses without a field need not agree on one', () => {
  expect(differenceBetween(refusedAt(''), oursAt('a'))).toBeUndefined()
  expect(differenceBetween(refusedAt(''), taken)).toMatchObject({ isExplained: false })
})

test('what a decoder refuses is compared with what we say of the same', () => {
  const unknown = {
    accepted: false,
    errors: [{ field: 'a', type: 'unknown field', detail: 'unknown field "a"' }],
  }
  const ours = {
    accepted: false,
    findings: [{ path: 'a', message: 'a: unknown field' }, ...oursAt('b').findings],
  }

  expect(differenceBetween(unknown, ours)).toBeUndefined()
  expect(differenceBetween(unknown, oursAt('b'))).toMatchObject({ isExplained: false })
})

test('where a genuine validator ends, saying more is explained, and elsewhere it is not', () => {
  const there = refusedAt('authorizers[0].type')

  expect(
    differenceBetween(there, oursAt('authorizers[0].type', 'authorizers[0].name')),
  ).toMatchObject({ isExplained: true })
  expect(
    differenceBetween(there, oursAt('authorizers[0].type', 'authorizers[1].name')),
  ).toMatchObject({ isExplained: false })
})

test('the questions are of all kinds, whole and broken, and hardly two are the same', () => {
  const texts = fc
    .sample(genuineQuestions(), { seed: 1, numRuns: 500 })
    .map(({ files }) => files[0]?.text ?? '')
  const kinds = new Set(texts.map(text => /"kind": "(\w+)"/.exec(text)?.[1]))

  expect(new Set(texts).size).toBeGreaterThan(300)
  for (const kind of [
    'AdmissionConfiguration',
    'AuthenticationConfiguration',
    'AuthorizationConfiguration',
    'Configuration',
    'EgressSelectorConfiguration',
    'EncryptionConfiguration',
    'Policy',
    'TracingConfiguration',
  ])
    expect(kinds).toContain(kind)
})
