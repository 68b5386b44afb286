// Builds reads in several forms: ordinary objects, Tables, metadata. Labels begin with the form,
// `Table` or `plain`, followed by the resource.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { generalRoles } from '../../../fixtures/objects/tested-types.ts'
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

/** The headers of a request that accepts only Tables. */
export const tableOnly = acceptHeader(mediaTypeTerm('json', 'Table'))

/**
 * Returns a media type with the parameters of a conversion. The group is given without its domain.
 */
export const conversionMediaType = (
  as: string,
  { group = 'meta', version = 'v1', type = 'json' }: Conversion = {},
): Term => ({
  $join: [mediaTypeTerm(type), `;as=${as};g=`, { $group: group }, `;v=${version}`],
})
type Conversion = { group?: string; version?: string; type?: MediaWord }

/** Accept headers for Tables of another version, of another group and in another encoding. */
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

/** Tables of each kind of read. */
export const tablesOfEachKind: Step[] = [
  create('object', 'main', 'x'),
  list('Table list', 'main', { headers: tableOnly }),
  get('Table get', 'main', caseName('x'), { headers: tableOnly }),
  watch('Table watch', 'main', { headers: tableOnly, resourceVersion: '0' }),
  awaitEventCount('Table watch', 1),
]

/** Tables of the previous version (`beta list`, `beta get`). */
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

/** Unknown conversions, alone (`… alone`) and with JSON as a fallback (`… or json`). */
export const unknownConversions: RequestStep[] = [
  ...objectAndTwin,
  ...Object.entries(unknown).flatMap(([what, type]) => [
    get(`${what} alone`, 'main', caseName('x'), { headers: acceptHeader(type) }),
    get(`${what} or json`, 'main', caseName('x'), {
      headers: acceptHeader(type, mediaTypeTerm('json')),
    }),
  ]),
]

/** The parameters in another order, and with an unknown one. */
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

/** Reads in one form, then in the other, then in the first again. */
const alternately = (first: Form, reads: (form: Form) => RequestStep[]): RequestStep[] => {
  const second = first === 'plain' ? 'Table' : 'plain'
  const again = reads(first).map(request => ({ ...request, as: `${request.as} again` }))
  return [...reads(first), ...reads(second), ...again]
}

/**
 * Generates lists and gets in both forms of one to three objects of a role, or of existing
 * namespaces.
 */
export const readInBothForms = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role>(...generalRoles),
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

/** Returns the name of an object. For namespaces it is a leased one, so none is created. */
const ownOrLeased = (role: Role, name: string): Term =>
  role === 'namespaces' ? { $namespace: 0 } : caseName(name)

const limitRanges = { apiVersion: 'v1', resource: 'limitranges' }

/** A type that defines no columns (`created`, `Table list`, `Table get`, `Table elsewhere`). */
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

/**
 * A review, which has no row, first requested in the ordinary form (`twin`) and then as a Table.
 */
export const reviewAsTable = (as: string, ...fallback: Term[]): RequestStep[] => [
  createReview('twin', reviewedUser),
  withHeaders(
    createReview(as, reviewedUser),
    acceptHeader(mediaTypeTerm('json', 'Table'), ...fallback),
  ),
]
