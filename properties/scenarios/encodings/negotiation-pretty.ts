// Generates requests with the flag `pretty`, each after an equal one without it, and answers of all
// kinds.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import { mediaTypeTerm, withHeaders } from '../../dsl/media-steps.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import {
  updateFrom,
  create,
  get,
  closeStream,
  list,
  caseName,
  rawRequest,
  deleteObject,
  scenarioWith,
  awaitVersion,
  versionFrom,
  watch,
} from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { eachWrite } from './negotiation.ts'
import { someWritableRole } from '../updates.ts'

/** The values of the flag. */
const values = ['true', '1', '', 'false']

/** The operations of one life cycle. Each life cycle has its own object. */
const writesOf = (role: Role, name: string, content: string): RequestStep[] => [
  create(`create ${name}`, role, name, { content }),
  get(`get ${name}`, role, caseName(name)),
  updateFrom(`update ${name}`, role, `create ${name}`, { '/metadata/annotations': { a: content } }),
  {
    as: `patch ${name}`,
    method: 'PATCH',
    to: { role, name: caseName(name) },
    headers: { 'content-type': 'application/merge-patch+json' },
    body: { metadata: { annotations: { b: content } } },
  },
]

const flagged = (request: RequestStep, pretty: string): RequestStep => ({
  ...request,
  query: { ...request.query, pretty },
})

/**
 * Generates the life cycle of an object with the flag on every request (`… pretty`), after that of
 * another object without it (`… plain`), reads of the first object with the flag (`read`, `list`)
 * and without it (`read again`, `list again`), and a watch with the flag.
 */
export const prettyLifecycles = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role[]>('main', 'core'),
      content: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
      pretty: fc.constantFrom(...values),
    })
    .map(({ role, content, pretty }) =>
      scenarioWith(
        ...writesOf(role, 'plain', content),
        watch('watch', role, { resourceVersion: versionFrom('patch plain'), query: { pretty } }),
        ...writesOf(role, 'pretty', content).map(request => flagged(request, pretty)),
        flagged(get('read', role, caseName('pretty')), pretty),
        get('read again', role, caseName('pretty')),
        flagged(list('list', role), pretty),
        list('list again', role),
        awaitVersion('watch', 'patch pretty'),
        closeStream('watch'),
        deleteObject('delete plain', role, caseName('plain')),
        get('gone plain', role, caseName('plain')),
        flagged(deleteObject('delete pretty', role, caseName('pretty')), pretty),
        get('gone pretty', role, caseName('pretty')),
      ),
    )

const accepts: Arbitrary<Term> = fc.oneof(
  fc.constantFrom<Term>(
    mediaTypeTerm('json'),
    mediaTypeTerm('yaml'),
    mediaTypeTerm('protobuf'),
    '*/*',
    'a/b',
  ),
  fc.constantFrom<Term>(
    mediaTypeTerm('json', 'Table'),
    mediaTypeTerm('json', 'PartialObjectMetadata'),
  ),
)

/**
 * Requests with all kinds of answers: every operation, faults, other identities, paths without
 * objects.
 */
const sorts = (role: Role): RequestStep[] => [
  ...eachWrite(role),
  get('get', role, caseName('x')),
  list('list', role),
  get('missing', role, caseName('none')),
  create('taken', role, 'x'),
  { ...create('unreadable', role, 'z'), body: { $text: '{' } },
  create('of no type', role, 'z', { headers: { 'content-type': 'a/b' } }),
  create('invalid', role, 'z', { set: { '/metadata/labels': { a: 'no value!' } } }),
  list('at no version', role, { match: 'Exact' }),
  get('denied', role, caseName('x'), { who: 'limited' }),
  get('of a stranger', role, caseName('x'), { who: 'bad-token' }),
  { as: 'of another method', method: 'POST', to: { role, name: caseName('x') }, body: {} },
  rawRequest('no path', 'GET', '/touchstone/nothing'),
  rawRequest('groups', 'GET', '/apis'),
  rawRequest('version', 'GET', '/version'),
  rawRequest('health', 'GET', '/livez'),
]

/** Generates eight to twelve of these requests, each with an Accept header. */
export const answersOfAllSorts = (): Arbitrary<Scenario> =>
  someWritableRole.chain(role =>
    fc
      .tuple(
        fc.shuffledSubarray(sorts(role), { minLength: 8, maxLength: 12 }),
        fc.array(accepts, { minLength: 12, maxLength: 12 }),
      )
      .map(([chosen, accepted]) =>
        scenarioWith(
          create('object', role, 'x'),
          ...chosen.map((request, index) =>
            withHeaders(request, { accept: accepted[index] ?? '*/*' }),
          ),
        ),
      ),
  )
