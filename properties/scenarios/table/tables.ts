// Reads in more than one form: objects as they are, as Tables, as their metadata alone. Labels begin
// with the form, `Table` or `plain`, and go on with what is read.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { roles } from '../../../fixtures/objects/probe-types.ts'
import type { MediaWord } from '../../../fixtures/dialects/dialect.ts'
import { accepting, media, withHeaders } from '../../dsl/media-steps.ts'
import type { Request, Scenario, Step } from '../../dsl/scenario.ts'
import {
  create,
  edited,
  get,
  list,
  named,
  raw,
  sample,
  steps,
  untilEvents,
  versionOf,
  watch,
} from '../../dsl/steps.ts'
import type { Role, Term } from '../../dsl/term.ts'
import { filled, someNames } from '../collections.ts'
import { pathIn } from '../named-types.ts'
import { asked, review } from '../paths-and-verbs/virtual-types.ts'

/** The headers of one who takes Tables and nothing else. */
export const tableOnly = accepting(media('json', 'Table'))

/** A media type with the parameters of a conversion; the group is named without its domain. */
export const converted = (
  as: string,
  { group = 'meta', version = 'v1', type = 'json' }: Conversion = {},
): Term => ({
  $join: [media(type), `;as=${as};g=`, { $group: group }, `;v=${version}`],
})
type Conversion = { group?: string; version?: string; type?: MediaWord }

/** Tables of another version, of another group and in another encoding. */
export const otherForms = {
  'version v1beta1': accepting(converted('Table', { version: 'v1beta1' })),
  'version v2': accepting(converted('Table', { version: 'v2' })),
  'another group': accepting(converted('Table', { group: 'tables' })),
  'in YAML': accepting(media('yaml', 'Table')),
  'in Protobuf': accepting(media('protobuf', 'Table')),
  'in CBOR': accepting(media('cbor', 'Table')),
}

const objectAndTwin: Request[] = [
  create('object', 'main', 'x'),
  get('twin', 'main', named('x'), { headers: tableOnly }),
]

/** A Table of each thing that can be read. */
export const tablesOfEachKind: Step[] = [
  create('object', 'main', 'x'),
  list('Table list', 'main', { headers: tableOnly }),
  get('Table get', 'main', named('x'), { headers: tableOnly }),
  watch('Table watch', 'main', { headers: tableOnly, resourceVersion: '0' }),
  untilEvents('Table watch', 1),
]

/** Tables of the version before (`beta list`, `beta get`). */
export const betaTables: Request[] = [
  ...objectAndTwin,
  list('beta list', 'main', { headers: otherForms['version v1beta1'] }),
  get('beta get', 'main', named('x'), { headers: otherForms['version v1beta1'] }),
]

const yamlTable = { headers: accepting(media('yaml', 'Table')) }

/** The same Tables in JSON (`… in json`) and in YAML (`… in yaml`), lists at one version. */
export const tablesInYaml: Step[] = [
  create('object', 'main', 'x'),
  list('list in json', 'main', { headers: tableOnly }),
  list('list in yaml', 'main', {
    ...yamlTable,
    resourceVersion: versionOf('list in json'),
    match: 'Exact',
  }),
  get('get in json', 'main', named('x'), { headers: tableOnly }),
  get('get in yaml', 'main', named('x'), yamlTable),
  watch('watch in yaml', 'main', yamlTable),
]

const unknown: Record<string, Term> = {
  'another version': converted('Table', { version: 'v2' }),
  'another group': converted('Table', { group: 'tables' }),
  'another form': converted('Tables'),
  'another case': converted('table'),
  'no group': { $join: [media('json'), ';as=Table'] },
  'in Protobuf': media('protobuf', 'Table'),
}

/** Conversions that are not there, by themselves (`… alone`) and before JSON (`… or json`). */
export const unknownConversions: Request[] = [
  ...objectAndTwin,
  ...Object.entries(unknown).flatMap(([what, type]) => [
    get(`${what} alone`, 'main', named('x'), { headers: accepting(type) }),
    get(`${what} or json`, 'main', named('x'), { headers: accepting(type, media('json')) }),
  ]),
]

/** The parameters in another order, and with one that nobody knows. */
export const conversionsInOtherOrders: Request[] = [
  ...objectAndTwin,
  get('the other way round', 'main', named('x'), {
    headers: accepting({
      $join: [media('json'), ';v=v1;g=', { $group: 'meta' }, ';as=Table'],
    }),
  }),
  get('with one more', 'main', named('x'), {
    headers: accepting({ $join: [media('json', 'Table'), ';touchstone=x'] }),
  }),
]

export const inForm = (form: Form, request: Request): Request =>
  form === 'plain' ? request : withHeaders(request, tableOnly)
type Form = 'Table' | 'plain'

/** The same things read in one form, then in the other, then in the first again. */
const alternately = (first: Form, reads: (form: Form) => Request[]): Request[] => {
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
      steps(
        ...(role === 'namespaces' ? [] : filled(role, [name, ...others])),
        ...alternately(first, form => [
          inForm(form, list(`${form} list`, role)),
          inForm(form, list(`${form} elsewhere`, role, { namespace: 2 })),
          inForm(form, get(`${form} get`, role, ownOrLeased(role, name))),
        ]),
      ),
    )

/** Namespaces are not made for this: those of the case will do. */
const ownOrLeased = (role: Role, name: string): Term =>
  role === 'namespaces' ? { $namespace: 0 } : named(name)

const limitRanges = { apiVersion: 'v1', resource: 'limitranges' }

/** A type without columns of its own (`created`, `Table list`, `Table get`, `Table elsewhere`). */
export const typeWithoutColumns: Request[] = [
  raw('created', 'POST', pathIn(limitRanges, 0), {
    body: edited(sample('namespaces', 'x'), {
      '/apiVersion': 'v1',
      '/kind': 'LimitRange',
      '/spec': { limits: [] },
    }),
  }),
  ...[
    raw('Table list', 'GET', pathIn(limitRanges, 0)),
    raw('Table get', 'GET', pathIn(limitRanges, 0, named('x'))),
    raw('Table elsewhere', 'GET', pathIn(limitRanges, 2)),
  ].map(read => inForm('Table', read)),
]

/** A question that has an answer and no row, asked for in the ordinary form first (`twin`). */
export const reviewAsTable = (as: string, ...fallback: Term[]): Request[] => [
  review('twin', asked),
  withHeaders(review(as, asked), accepting(media('json', 'Table'), ...fallback)),
]
