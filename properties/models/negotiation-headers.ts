// Generates Accept headers, usual and unusual: lists of types with fallbacks, weights, parameters,
// blanks, odd letter case, unknown types, duplicates.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { mediaTypeTerm } from '../dsl/media-steps.ts'
import { objectForms } from '../dsl/term.ts'
import type { Term } from '../dsl/term.ts'

const words = ['json', 'yaml', 'protobuf', 'cbor'] as const

/** The pieces of one list member, to be concatenated. */
type Pieces = Term[]

const types: Arbitrary<Pieces> = fc.oneof(
  { weight: 18, arbitrary: fc.constantFrom(...words).map(word => [mediaTypeTerm(word)]) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(...words), fc.constantFrom(...objectForms))
      .map(([word, form]) => [mediaTypeTerm(word, form)]),
  },
  { weight: 6, arbitrary: fc.constantFrom('application/x-unknown', 'text/html').map(one => [one]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('Application/JSON', 'APPLICATION/yaml').map(one => [one]),
  },
  { weight: 2, arbitrary: fc.constantFrom('*/*', 'application/*', 'text/*').map(one => [one]) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('json', '/', 'application/', '*', 'a b', 'application/json;')
      .map(one => [one]),
  },
)

const weights = fc.constantFrom('1', '0.5', '0.001', '0', '0.000', '2', 'x')
const oddParameters = fc.oneof(
  fc.constantFrom('charset=utf-8', 'pretty=1', 'stream=watch'),
  fc.constantFrom('as=Table', 'as=Nothing', 'v=v1', 'g='),
)

const members: Arbitrary<Pieces> = fc
  .tuple(
    types,
    fc.oneof(
      { weight: 5, arbitrary: fc.constant<Pieces>([]) },
      { weight: 2, arbitrary: weights.map(weight => [`;q=${weight}`]) },
      { weight: 1, arbitrary: oddParameters.map(parameter => [`;${parameter}`]) },
      { weight: 1, arbitrary: fc.constantFrom<Pieces>([' ; q=0.9'], ['; Q=1']) },
    ),
  )
  .map(([type, more]) => [...type, ...more])

const separators = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(', ', ',') },
  { weight: 2, arbitrary: fc.constantFrom(' , ', ',,', ', ,') },
)

/** Generates Accept headers, as terms that each dialect fills with its names. */
export const acceptHeaders = (): Arbitrary<Term> =>
  fc.array(fc.tuple(separators, members), { minLength: 1, maxLength: 5 }).map(list => ({
    $join: list.flatMap(([separator, pieces], index) =>
      index === 0 ? pieces : [separator, ...pieces],
    ),
  }))

/** Generates lists that a server must not refuse, because they contain a served type. */
export const acceptListsWith = (served: Term): Arbitrary<Term> =>
  fc
    .tuple(
      fc.array(fc.constantFrom<Term>('application/x-unknown', 'text/html', 'image/png'), {
        maxLength: 3,
      }),
      fc.nat(),
      fc.constantFrom(', ', ',', ' , ', ',,'),
    )
    .map(([others, position, separator]) => {
      const list = others.toSpliced(position % (others.length + 1), 0, served)
      return { $join: list.flatMap((one, index) => (index === 0 ? [one] : [separator, one])) }
    })
