// For any document, the checker returns findings and does not throw.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkConfig } from './check-config.ts'
import { kindApiVersion, kindsInDialect } from './find-kind.ts'
import { findingMessage } from './config-finding.ts'
import { configKinds } from './config-kinds.ts'
import type { ConfigField, ConfigFields, ConfigKind, ScalarName } from './config-kind.ts'

const texts = ['', 'a', 'a.b/c', '*', 'https://a', '1 +', 'claims.a', '/a', '10.0.0.0/8', '\u0000é']
const samples: { readonly [name in ScalarName]: readonly unknown[] } = {
  string: texts,
  path: ['/a', 'b', ''],
  bytes: ['YQ==', ''],
  time: ['2026-11-22T08:00:00Z'],
  microtime: ['2026-11-22T08:00:00.000001Z'],
  duration: ['0', '1s', '-1h0.5m', '2562047h'],
  quantity: ['0', '64Ki', 1],
  bool: [true, false],
  int32: [0, -1, 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  float: [0, -0.5, 1e30],
  durationOrNanoseconds: ['1s', 5],
}

/** Generates mostly valid values of a field, and sometimes arbitrary JSON. */
function valueOf(field: ConfigField): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary: soundOf(field) }, fc.jsonValue({ maxDepth: 2 }))
}

function soundOf(field: ConfigField): fc.Arbitrary<unknown> {
  if (field.is === 'object') return membersOf(field.fields)
  if (field.is === 'list') return fc.array(valueOf(field.item), { maxLength: 3 })
  if (field.is === 'map') return fc.dictionary(fc.string(), valueOf(field.item), { maxKeys: 3 })
  if (field.is === 'raw') return fc.jsonValue({ maxDepth: 2 })
  const values = (field.rules ?? []).flatMap(rule => (rule.is === 'values' ? rule.of : []))
  return fc.constantFrom(...samples[field.is], ...values)
}

const membersOf = (fields: ConfigFields): fc.Arbitrary<object> =>
  fc.record(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(field)])),
    { requiredKeys: [] },
  )

const documentOf = (kind: ConfigKind, apiDomain: string): fc.Arbitrary<object> =>
  membersOf(kind.fields).map(members => ({
    ...members,
    apiVersion: kindApiVersion(kind, apiDomain),
    kind: kind.kind,
  }))

test.each([
  ['cluster', 'cluster.example'],
  ['kubernetes', 'k8s.io'],
] as const)(
  'generated documents of %s are checked, and break hundreds of rules',
  (dialect, apiDomain) => {
    const own = kindsInDialect(configKinds, dialect)
    const documents = fc.constantFrom(...own).chain(kind => documentOf(kind, apiDomain))
    const options = { kinds: configKinds, dialect, lookUpFile: () => 'absent' as const }
    let count = 0

    fc.assert(
      fc.property(fc.array(documents, { minLength: 1, maxLength: 3 }), all => {
        const files = all.map((document, index) => ({
          name: `${index}`,
          bytes: Buffer.from(JSON.stringify(document)),
        }))
        const { findings, documents: checked } = checkConfig(files, options)

        expect(checked.map(({ kind }) => kind)).toEqual(all.map(one => Reflect.get(one, 'kind')))
        for (const finding of findings) expect(findingMessage(finding)).not.toContain('undefined')
        count += findings.length
      }),
      { numRuns: 300, seed: 7 },
    )

    expect(count).toBeGreaterThan(1000)
  },
)

test('any bytes are either read or refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.uint8Array()), bytes => {
      const files = [{ name: 'a', bytes: Buffer.from(bytes as string) }]

      expect(checkConfig(files, { kinds: configKinds, dialect: 'cluster' }).findings).not.toEqual(
        [],
      )
    }),
    { numRuns: 500, seed: 7 },
  )
})
