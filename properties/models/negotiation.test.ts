import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fill } from '../dsl/term.ts'
import type { Fillings } from '../dsl/term.ts'
import { isAllowed, negotiated } from './negotiation.ts'
import type { Served, Shown } from './negotiation.ts'
import { acceptHeaders, listsWith } from './negotiation-headers.ts'

const [json, yaml]: Shown[] = [{ type: 'application/json' }, { type: 'application/yaml' }]
const table: Shown = { type: 'application/json', form: 'Table' }
const tableType = 'application/json;as=Table;g=meta.cluster.example;v=v1'
const served: Served = { ways: [json, yaml, table] as Shown[], group: 'meta.cluster.example' }

const named = (one: Shown): string => [one.type.slice(12), one.form].filter(Boolean).join(' ')
const outcome = (header: string | null): string => {
  const { shown, mayRefuse, isUnknown } = negotiated(header, served)
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
  // Where nothing is said, both are right.
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
])('of %j the law says: %s', (header, expected) => {
  expect(outcome(header)).toBe(expected)
})

const fillings: Fillings = {
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

it('allows every header some answer, and 406 only where no type that is served is named', () => {
  fc.assert(
    fc.property(acceptHeaders(), term => {
      const header = String(fill(term, fillings))
      const { shown, mayRefuse } = negotiated(header, served)

      expect(shown.length > 0 || mayRefuse).toBe(true)
      const parts = header.split(',').map(part => part.replaceAll(/^ +| +$/g, ''))
      const isSound = parts.every(part => /^$|^[\w*]+\/[\w.*-]+(;\w+=[\w.-]+)*$/.test(part))
      const isNamed = parts.some(part => /^application\/(json|yaml)$/.test(part))
      if (isSound && isNamed && !header.includes('Partial')) expect(mayRefuse).toBe(false)
    }),
  )
})

it('is of one mind about a list whatever its order', () => {
  fc.assert(
    fc.property(acceptHeaders(), term => {
      const header = String(fill(term, fillings))
      const reversed = header.split(',').toReversed().join(',')

      expect(negotiated(reversed, served)).toEqual(negotiated(header, served))
    }),
  )
})

it('refuses no list with a type that is served', () => {
  fc.assert(
    fc.property(listsWith('application/yaml'), term => {
      const found = negotiated(String(fill(term, fillings)), served)

      expect(found).toEqual({ shown: [yaml], mayRefuse: false, isUnknown: false })
    }),
  )
})

it('draws headers of every sort', () => {
  const headers = fc
    .sample(acceptHeaders(), { numRuns: 500, seed: 1 })
    .map(term => fill(term, fillings))
  const sorts = [/q=0\.5/, /\*\/\*/, /as=Table;g/, /x-unknown/, /JSON/, /,,/, /^[^,]+$/, /charset/]

  for (const sort of sorts) expect(headers.some(header => sort.test(String(header)))).toBe(true)
})

it('compares an answer with what is allowed', () => {
  const found = negotiated('application/yaml', served)

  expect(isAllowed(found, { status: 200, way: { type: 'application/yaml' } })).toBe(true)
  expect(isAllowed(found, { status: 404, way: { type: 'application/yaml' } })).toBe(true)
  expect(isAllowed(found, { status: 200, way: { type: 'application/json' } })).toBe(false)
  expect(isAllowed(found, { status: 406, way: { type: 'application/json' } })).toBe(false)
  expect(isAllowed(negotiated('a/b', served), { status: 406, way: { type: 'x/y' } })).toBe(true)
})
