// Generates documents with arbitrary JSON values: a ControllerRevision stores any value in `data`.
// Each is sent as a dry run and answered in JSON (`json`), YAML (`yaml`) and CBOR (`cbor`). It is
// also sent as YAML (`from yaml`).

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { acceptHeader, mediaTypeTerm, withHeaders } from '../../dsl/media-steps.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import { caseName, rawRequest, scenarioWith } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { cborGate } from './encodings.ts'

// Written as texts, because some are not JavaScript numbers.
const oddNumbers = [
  '0',
  '-1',
  '9007199254740991',
  '9007199254740993',
  '-9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
  '0.1',
  '-2.5',
  '1e-7',
  '1.5e300',
  '5e-324',
]

const oddTexts = ['', 'yes', '0x1F', '1e3', 'null', ' a ', 'two\nlines\n', '漢字 😀', '"\\']

const leaf = fc.oneof(
  fc.constantFrom(...oddNumbers),
  fc
    .oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'grapheme', maxLength: 12 }))
    .map(text => JSON.stringify(text)),
  fc.constantFrom('true', 'false', 'null', '[]', '{}'),
)

const { text: someText } = fc.letrec<{ text: string }>(tie => ({
  text: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie('text'), { maxLength: 4 }).map(items => `[${items.join()}]`),
    fc
      .uniqueArray(fc.constantFrom('a', 'on', '1', 'x y', 'constructor'), { maxLength: 4 })
      .chain(keys => fc.tuple(fc.constant(keys), fc.tuple(...keys.map(() => tie('text')))))
      .map(([keys, items]) => objectText(keys, items as string[])),
  ),
}))

const objectText = (keys: readonly string[], items: readonly string[]): string =>
  `{${keys.map((key, index) => `${JSON.stringify(key)}:${items[index]}`).join()}}`

/** Returns a value nested in alternating lists and objects. */
const deep = (text: string, depth: number): string =>
  Array.from({ length: depth }).reduce<string>(
    (inner, _, level) => (level % 2 === 0 ? `[${inner}]` : `{"in":${inner}}`),
    text,
  )

const path: Term = {
  $join: ['/apis/apps/v1/namespaces/', { $namespace: 0 }, '/controllerrevisions'],
}

/** Generates a dry-run create with arbitrary values in several encodings. */
export const anyValues = (): Arbitrary<Scenario> =>
  fc
    .record({
      data: fc.array(someText, { minLength: 1, maxLength: 4 }),
      depth: fc.constantFrom(0, 1, 8, 40),
      revision: fc.constantFrom('0', '7', '9007199254740993', '9223372036854775807'),
    })
    .map(({ data, depth, revision }) => {
      const texts = data.map(text => deep(text, depth)).join()
      const body = {
        $text: {
          $join: [
            '{"kind":"ControllerRevision","apiVersion":"apps/v1","metadata":{"name":"',
            caseName('x'),
            `"},"revision":${revision},"data":{"values":[${texts}]}}`,
          ],
        },
      }
      const sent = (as: string, type: 'json' | 'yaml' | 'cbor', server?: string): RequestStep =>
        withHeaders(
          rawRequest(as, 'POST', path, {
            body,
            query: { dryRun: 'All' },
            ...(server && { server }),
          }),
          { ...acceptHeader(mediaTypeTerm(type)), 'content-type': mediaTypeTerm('json') },
        )
      return scenarioWith(
        sent('json', 'json'),
        sent('yaml', 'yaml'),
        sent('cbor', 'cbor', cborGate),
        withHeaders(sent('from yaml', 'json'), { 'content-type': mediaTypeTerm('yaml') }),
      )
    })
