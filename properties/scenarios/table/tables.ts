// Reads in more than one form: objects as they are, as Tables, as their metadata alone. Labels begin
// with the form, `Table` or `plain`, and go on with what is read.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { roles } from '../../../fixtures/objects/probe-types.ts'
import type { MediaWord } from '../../../fixtures/dialects/dialect.ts'
import { acceptHeader, mediaTypeTerm, withHeaders } from '../../dsl/media-steps.ts'
import type { RequestStep, Scenario, Step } from '../../dsl/scenario.ts'
import {
  create,
  editTerm,
  get,
  list,
  caseName,
  rawRequest,
  sampleTerm,
  scenarioWith,
  awaitEventCount,
  versionFrom,
  watch,
} from '../../dsl/steps.ts'
import type { Role, Term } from '../../dsl/term.ts'
import { createAll, someNames } from '../collections.ts'
import { typePath } from '../named-types.ts'
import { reviewedUser, createReview } from '../paths-and-verbs/virtual-types.ts'

/** The headers of one who takes Tables and nothing else. */
export const tableOnly = acceptHeader(mediaTypeTerm('json', 'Table'))

/** A media type with the parameters of a conversion; the group is named without its domain. */
export const conversionMediaType = (
  as: string,
  { group = 'meta', version = 'v1', type = 'json' }: Conversion = {},
): Term => ({
  $join: [mediaTypeTerm(type), `;as=${as};g=`, { $group: group }, `;v=${version}`],
})
type Conversion = { group?: string; version?: string; type?: MediaWord }

/** Tables of another version, of another group and in another encoding. */
export const otherForms = {
  'version v1beta1': acceptHeader(conversionMediaType('Table', { version: 'v1beta1' })),
  'version v2': acceptHeader(conversionMediaType('Table', { version: 'v2' })),
  'another group': acceptHeader(conversionMediaType('Table', { group: 'tables' })),
  'in YAML': acceptHeader(mediaTypeTerm('yaml', 'Table')),
  'in Protobuf': acceptHeader(mediaTypeTerm('protobuf', 'Table')),
  'in CBOR': acceptHeader(mediaTypeTerm('cbor', 'Table')),
}

const objectAndTwin: RequestStep[] = [
  create('object', 'main', 'x'),
  get('twin', 'main', caseName('x'), { headers: tableOnly }),
]

/** A Table of each thing that can be read. */
export const tablesOfEachKind: Step[] = [
  create('object', 'main', 'x'),
  list('Table list', 'main', { headers: tableOnly }),
  get('Table get', 'main', caseName('x'), { headers: tableOnly }),
  watch('Table watch', 'main', { headers: tableOnly, resourceVersion: '0' }),
  awaitEventCount('Table watch', 1),
]

/** Tables of the version before (`beta list`, `beta get`). */
export const betaTables: RequestStep[] = [
  ...objectAndTwin,
  list('beta list', 'main', { headers: otherForms['version v1beta1'] }),
  get('beta get', 'main', caseName('x'), { headers: otherForms['version v1beta1'] }),
]

const yamlTable = { headers: acceptHeader(mediaTypeTerm('yaml', 'Table')) }

/** The same Tables in JSON (`… in json`) and in YAML (`… in yaml`), lists at one version. */
export const tablesInYaml: Step[] = [
  create('object', 'main', 'x'),
  list('list in json', 'main', { headers: tableOnly }),
  list('list in yaml', 'main', {
    ...yamlTable,
    resourceVersion: versionFrom('list in json'),
    match: 'Exact',
  }),
  get('get in json', 'main', caseName('x'), { headers: tableOnly }),
  get('get in yaml', 'main', caseName('x'), yamlTable),
  watch('watch in yaml', 'main', yamlTable),
]

const unknown: Record<string, Term> = {
  'another version': conversionMediaType('Table', { version: 'v2' }),
  'another group': conversionMediaType('Table', { group: 'tables' }),
  'another form': conversionMediaType('Tables'),
  'another case': conversionMediaType('table'),
  'no group': { $join: [mediaTypeTerm('json'), ';as=Table'] },
  'in Protobuf': mediaTypeTerm('protobuf', 'Table'),
}

/** Conversions that are not there, by themselves (`… alone`) and before JSON (`… or json`). */
export const unknownConversions: RequestStep[] = [
  ...objectAndTwin,
  ...Object.entries(unknown).flatMap(([what, type]) => [
    get(`${what} alone`, 'main', caseName('x'), { headers: acceptHeader(type) }),
    get(`${what} or json`, 'main', caseName('x'), {
      headers: acceptHeader(type, mediaTypeTerm('json')),
    }),
  ]),
]

/** The parameters in another order, and with one that nobody knows. */
export const conversionsInOtherOrders: RequestStep[] = [
  ...objectAndTwin,
  get('the other way round', 'main', caseName('x'), {
    headers: acceptHeader({
      $join: [mediaTypeTerm('json'), ';v=v1;g=', { $group: 'meta' }, ';as=Table'],
    }),
  }),
  get('with one more', 'main', caseName('x'), {
    headers: acceptHeader({ $join: [mediaTypeTerm('json', 'Table'), ';touchstone=x'] }),
  }),
]

export const requestInForm = (form: Form, request: RequestStep): RequestStep =>
  form === 'plain' ? request : withHeaders(request, tableOnly)
type Form = 'Table' | 'plain'

/** The same things read in one form, then in the other, then in the first again. */
const alternately = (first: Form, reads: (form: Form) => RequestStep[]): RequestStep[] => {
  const second = first === 'plain' ? 'Table' : 'plain'
  const again = reads(first).map(request => ({ ...request, as: `${request.as} again` }))
  return [...reads(first), ...reads(second), ...again]
}

/** One to three objects of some role, or the namespaces that are there, listed and got by turns. */
export const readInBothForms = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role>(...roles),
      names: someNames(1, 3),
      first: fc.constantFrom<Form>('Table', 'plain'),
    })
    .map(({ role, names: [name = 'a', ...others], first }) =>
      scenarioWith(
        ...(role === 'namespaces' ? [] : createAll(role, [name, ...others])),
        ...alternately(first, form => [
          requestInForm(form, list(`${form} list`, role)),
          requestInForm(form, list(`${form} elsewhere`, role, { namespace: 2 })),
          requestInForm(form, get(`${form} get`, role, ownOrLeased(role, name))),
        ]),
      ),
    )

/** Namespaces are not made for this: those of the case will do. */
const ownOrLeased = (role: Role, name: string): Term =>
  role === 'namespaces' ? { $namespace: 0 } : caseName(name)

const limitRanges = { apiVersion: 'v1', resource: 'limitranges' }

/** A type without columns of its own (`created`, `Table list`, `Table get`, `Table elsewhere`). */
export const typeWithoutColumns: RequestStep[] = [
  rawRequest('created', 'POST', typePath(limitRanges, 0), {
    body: editTerm(sampleTerm('namespaces', 'x'), {
      '/apiVersion': 'v1',
      '/kind': 'LimitRange',
      '/spec': { limits: [] },
    }),
  }),
  ...[
    rawRequest('Table list', 'GET', typePath(limitRanges, 0)),
    rawRequest('Table get', 'GET', typePath(limitRanges, 0, caseName('x'))),
    rawRequest('Table elsewhere', 'GET', typePath(limitRanges, 2)),
  ].map(read => requestInForm('Table', read)),
]

/** A question that has an answer and no row, asked for in the ordinary form first (`twin`). */
export const reviewAsTable = (as: string, ...fallback: Term[]): RequestStep[] => [
  createReview('twin', reviewedUser),
  withHeaders(
    createReview(as, reviewedUser),
    acceptHeader(mediaTypeTerm('json', 'Table'), ...fallback),
  ),
]
