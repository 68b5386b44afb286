import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LoaderAnswer } from '../../fixtures/targets/kube-config/loaders.ts'
import { configDifference } from './config-differential.ts'
import { genuineConfigChecks } from './config-documents.ts'

const accepted = { accepted: true, errors: [], findings: [] }
const refusedAt = (...fields: string[]): LoaderAnswer => ({
  accepted: false,
  errors: fields.map(field => ({ field, type: 'Required value', detail: 'Required value' })),
})
const oursAt = (...paths: string[]) => ({
  accepted: false,
  findings: paths.map(path => ({ path, message: `${path}: Required value` })),
})

test('equal verdicts on equal fields are no difference', () => {
  expect(configDifference(accepted, accepted)).toBeUndefined()
  expect(configDifference(refusedAt('a', 'b'), oursAt('b', 'a'))).toBeUndefined()
})

test('another verdict or another field is a difference', () => {
  expect(configDifference(accepted, oursAt('a'))).toMatchObject({ isExplained: false })
  expect(configDifference(refusedAt('a'), accepted)).toMatchObject({ isExplained: false })
  expect(configDifference(refusedAt('a'), oursAt('a', 'b'))).toMatchObject({ isExplained: false })
  expect(configDifference(refusedAt('a', 'b'), oursAt('a'))).toMatchObject({ isExplained: false })
})

test('a decoder that refuses without naming a field need not agree on one', () => {
  expect(configDifference(refusedAt(''), oursAt('a'))).toBeUndefined()
  expect(configDifference(refusedAt(''), accepted)).toMatchObject({ isExplained: false })
})

test('a refusal by a decoder is compared only with the same kind of finding', () => {
  const unknown = {
    accepted: false,
    errors: [{ field: 'a', type: 'unknown field', detail: 'unknown field "a"' }],
  }
  const ours = {
    accepted: false,
    findings: [{ path: 'a', message: 'a: unknown field' }, ...oursAt('b').findings],
  }

  expect(configDifference(unknown, ours)).toBeUndefined()
  expect(configDifference(unknown, oursAt('b'))).toMatchObject({ isExplained: false })
})

test('extra findings are explained only where a genuine validator stops', () => {
  const there = refusedAt('authorizers[0].type')

  expect(
    configDifference(there, oursAt('authorizers[0].type', 'authorizers[0].name')),
  ).toMatchObject({ isExplained: true })
  expect(
    configDifference(there, oursAt('authorizers[0].type', 'authorizers[1].name')),
  ).toMatchObject({ isExplained: false })
})

const says = (path: string, message: string) => ({ path, message: `${path}: ${message}` })
const oursSaying = (...findings: { path: string; message: string }[]) => ({
  accepted: false,
  findings,
})

test('a duplicate member explains only itself', () => {
  const twice = says('plugins[0].configuration.kind', 'duplicate field')

  expect(configDifference(accepted, oursSaying(twice))).toMatchObject({ isExplained: true })
  expect(configDifference(refusedAt('a'), oursSaying(twice, says('a', 'no')))).toMatchObject({
    isExplained: true,
  })
  expect(configDifference(refusedAt('a'), oursSaying(twice))).toMatchObject({
    isExplained: false,
  })
  expect(configDifference(accepted, oursSaying(twice, says('a', 'no')))).toMatchObject({
    isExplained: false,
  })
})

test('for a document with a duplicate kind only that is explained', () => {
  const twice = says('kind', 'duplicate field: two documents without a line --- between them?')

  expect(configDifference(refusedAt('a'), oursSaying(twice))).toMatchObject({ isExplained: true })
  expect(configDifference(accepted, oursSaying(twice, says('a', 'no')))).toMatchObject({
    isExplained: false,
  })
})

test('null in a list explains only the faults of an empty entry', () => {
  const empty = says('a[0]', 'Invalid value: null: expected an object')

  expect(configDifference(refusedAt('a[0].name'), oursSaying(empty))).toMatchObject({
    isExplained: true,
  })
  expect(configDifference(refusedAt('a[0].name', 'b'), oursSaying(empty))).toMatchObject({
    isExplained: false,
  })
  expect(configDifference(refusedAt('a[0].name'), oursSaying(empty, says('b', 'no')))).toEqual(
    expect.objectContaining({ isExplained: false }),
  )
})

test('a feature gate that is checked last is explained next to another fault', () => {
  const gate = 'resources[0].providers[1].kms.apiVersion'

  expect(configDifference(refusedAt('a'), oursAt('a', gate))).toMatchObject({ isExplained: true })
  expect(configDifference(accepted, oursAt(gate))).toMatchObject({ isExplained: false })
})

test('the questions are of all kinds, valid and invalid, and mostly distinct', () => {
  const texts = fc
    .sample(genuineConfigChecks(), { seed: 1, numRuns: 500 })
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
