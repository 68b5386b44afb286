import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fillTerm } from '../dsl/term.ts'
import type { HoleValues } from '../dsl/term.ts'
import { isAllowedOutcome, negotiate } from './negotiation.ts'
import type { AvailableRepresentations, Representation } from './negotiation.ts'
import { acceptHeaders, acceptListsWith } from './negotiation-headers.ts'

const [json, yaml]: Representation[] = [{ type: 'application/json' }, { type: 'application/yaml' }]
const table: Representation = { type: 'application/json', form: 'Table' }
const tableType = 'application/json;as=Table;g=meta.cluster.example;v=v1'
const served: AvailableRepresentations = {
  ways: [json, yaml, table] as Representation[],
  group: 'meta.cluster.example',
}

const named = (one: Representation): string =>
  [one.type.slice(12), one.form].filter(Boolean).join(' ')
const outcome = (header: string | null): string => {
  const { shown, mayRefuse, isUnknown } = negotiate(header, served)
  if (isUnknown) return 'unknown'
  return [...shown.map(named), ...(mayRefuse ? ['406'] : [])].join(' or ')
}

it.each<[string | null, string]>([
  [null, 'json'],
  ['application/json', 'json'],
  ['application/yaml, application/json', 'json or yaml'],
  ['application/x-unknown, application/yaml', 'yaml'],
  ['application/x-unknown', '406'],
  ['application/x-unknown, text/html', '406'],
  ['application/yaml,application/yaml', 'yaml'],
  [', application/yaml ,,', 'yaml'],
  [tableType, 'json Table'],
  ['application/json; v=v1 ;g=meta.cluster.example;as=Table', 'json Table'],
  [`${tableType}, application/json`, 'json or json Table'],
  [tableType.replace('json', 'yaml'), '406'],
  [`${tableType.replace('json', 'yaml')}, application/yaml`, 'yaml'],
  [tableType.replace('Table', 'PartialObjectMetadata'), '406'],
  [`${tableType.replace('Table', 'PartialObjectMetadata')}, application/yaml`, 'yaml or 406'],
  // Where the specification is silent, both are right.
  ['Application/YAML', 'yaml or 406'],
  [tableType.replace('as=', 'AS='), 'json or json Table or 406'],
  ['application/yaml;q=0.5', 'yaml or 406'],
  ['application/yaml;q=0', 'yaml or 406'],
  ['application/yaml;q=0.5, application/json', 'json or yaml'],
  ['application/json;charset=utf-8', 'json or json Table or 406'],
  ['application/json;as=Table', 'json or json Table or 406'],
  [tableType.replace('v=v1', 'v=v1beta1'), 'json or json Table or 406'],
  [`${tableType};q=1`, 'json or json Table or 406'],
  ['*/*, application/yaml', 'json or yaml or json Table'],
  ['text/*', '406'],
  ['*/*', 'unknown'],
  ['application/*', 'unknown'],
  ['', 'unknown'],
  [',', 'unknown'],
  ['nonsense', 'unknown'],
  ['application/json, nonsense', 'unknown'],
  ['application/json;', 'unknown'],
  ['application/yaml,\tapplication/json', 'unknown'],
])('%j has the outcome %s', (header, expected) => {
  expect(outcome(header)).toBe(expected)
})

const fillings: HoleValues = {
  seen: () => undefined,
  name: name => name,
  namespace: String,
  sample: () => ({}),
  word: word => word,
  group: name => `${name}.cluster.example`,
  media: word => `application/${word}`,
  checks: () => [],
  failing: () => undefined,
}

it('allows an answer for every header, and 406 only if no served type is named', () => {
  fc.assert(
    fc.property(acceptHeaders(), term => {
      const header = String(fillTerm(term, fillings))
      const { shown, mayRefuse } = negotiate(header, served)

      expect(shown.length > 0 || mayRefuse).toBe(true)
      const parts = header.split(',').map(part => part.replaceAll(/^ +| +$/g, ''))
      const isSound = parts.every(part => /^$|^[\w*]+\/[\w.*-]+(;\w+=[\w.-]+)*$/.test(part))
      const isNamed = parts.some(part => /^application\/(json|yaml)$/.test(part))
      if (isSound && isNamed && !header.includes('Partial')) expect(mayRefuse).toBe(false)
    }),
  )
})

it('has the same outcome for a list in any order', () => {
  fc.assert(
    fc.property(acceptHeaders(), term => {
      const header = String(fillTerm(term, fillings))
      const reversed = header.split(',').toReversed().join(',')

      expect(negotiate(reversed, served)).toEqual(negotiate(header, served))
    }),
  )
})

it('refuses no list that contains a served type', () => {
  fc.assert(
    fc.property(acceptListsWith('application/yaml'), term => {
      const found = negotiate(String(fillTerm(term, fillings)), served)

      expect(found).toEqual({ shown: [yaml], mayRefuse: false, isUnknown: false })
    }),
  )
})

it('generates headers of every kind', () => {
  const headers = fc
    .sample(acceptHeaders(), { numRuns: 500, seed: 1 })
    .map(term => fillTerm(term, fillings))
  const sorts = [/q=0\.5/, /\*\/\*/, /as=Table;g/, /x-unknown/, /JSON/, /,,/, /^[^,]+$/, /charset/]

  for (const sort of sorts) expect(headers.some(header => sort.test(String(header)))).toBe(true)
})

it('compares a response with the allowed ones', () => {
  const found = negotiate('application/yaml', served)

  expect(isAllowedOutcome(found, { status: 200, way: { type: 'application/yaml' } })).toBe(true)
  expect(isAllowedOutcome(found, { status: 404, way: { type: 'application/yaml' } })).toBe(true)
  expect(isAllowedOutcome(found, { status: 200, way: { type: 'application/json' } })).toBe(false)
  expect(isAllowedOutcome(found, { status: 406, way: { type: 'application/json' } })).toBe(false)
  expect(isAllowedOutcome(negotiate('a/b', served), { status: 406, way: { type: 'x/y' } })).toBe(
    true,
  )
})
