// Generates requests with various Accept and Content-Type headers.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import { acceptHeader, encodedBody, mediaTypeTerm, withHeaders } from '../../dsl/media-steps.ts'
import { acceptHeaders, acceptListsWith } from '../../models/negotiation-headers.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import {
  updateFrom,
  create,
  editTerm,
  get,
  list,
  caseName,
  put,
  deleteObject,
  sampleTerm,
  scenarioWith,
  versionFrom,
} from '../../dsl/steps.ts'
import { objectForms } from '../../dsl/term.ts'
import type { Term } from '../../dsl/term.ts'
import { allSamples } from '../field-validation/sampled-types.ts'
import { someWritableRole } from '../updates.ts'

const someContent = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })

const encodings = ['json', 'yaml', 'protobuf'] as const
type Encoding = (typeof encodings)[number]

/** A read of one object or of its collection. */
const reading = (what: 'object' | 'list', role: Role, as: string, accept: Term): RequestStep =>
  what === 'object'
    ? get(as, role, caseName('x'), { headers: { accept } })
    : list(as, role, { headers: { accept } })

/** Reads in every possible representation, each requested alone (`way …`). */
const eachWay = (what: 'object' | 'list', role: Role): RequestStep[] =>
  [...encodings, 'cbor' as const].flatMap(word =>
    [undefined, ...objectForms].map(form =>
      reading(what, role, `way ${word} ${form ?? 'plain'}`, mediaTypeTerm(word, form)),
    ),
  )

/**
 * Generates reads of one object or its collection with several headers (`read …`), after one read
 * in every possible representation (`way …`).
 */
export const readsOfEveryHeader = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      what: fc.constantFrom('object' as const, 'list' as const),
      headers: fc.array(
        fc.oneof(acceptHeaders(), ...encodings.map(one => acceptListsWith(mediaTypeTerm(one)))),
        {
          minLength: 2,
          maxLength: 6,
        },
      ),
    })
    .map(({ role, what, headers }) =>
      scenarioWith(
        create('object', role, 'x'),
        ...eachWay(what, role),
        ...headers.map((accept, index) => reading(what, role, `read ${index}`, accept)),
      ),
    )

/** Generates writes that accept a fallback (`read …`), after reads as in `readsOfEveryHeader`. */
export const writesOfEveryHeader = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      accepts: fc.array(fc.oneof(...encodings.map(one => acceptListsWith(mediaTypeTerm(one)))), {
        minLength: 4,
        maxLength: 4,
      }),
    })
    .map(({ role, accepts }) =>
      scenarioWith(
        create('object', role, 'x'),
        ...eachWay('object', role).filter(({ as }) => as.endsWith('plain')),
        ...eachWrite(role).map((write, index) => ({
          ...withHeaders(write, { accept: accepts[index] ?? mediaTypeTerm('json') }),
          as: `read ${index}`,
        })),
      ),
    )

/** A create, an update, a patch and a delete (`create`, `update`, `patch`, `delete`). */
export const eachWrite = (role: Role): RequestStep[] => [
  create('create', role, 'y'),
  put('update', role, caseName('x'), editTerm(sampleTerm(role, 'x', 'updated'), { ...atVersion })),
  {
    as: 'patch',
    method: 'PATCH',
    to: { role, name: caseName('x') },
    headers: { 'content-type': 'application/merge-patch+json' },
    body: { metadata: { annotations: { patched: 'yes' } } },
  },
  deleteObject('delete', role, caseName('y')),
]

const atVersion = { '/metadata/resourceVersion': versionFrom('object') }

/** Generates every operation on one role in JSON (`… in JSON`), and dry runs of other types. */
export const everyTypeInJson = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someWritableRole,
      content: someContent,
      others: fc.shuffledSubarray(allSamples(), { minLength: 3, maxLength: 3 }),
    })
    .map(({ role, content, others }) => {
      const json = {
        headers: { ...acceptHeader(mediaTypeTerm('json')), 'content-type': mediaTypeTerm('json') },
      }
      return scenarioWith(
        create('create', role, 'x', { content, ...json }),
        get('get', role, caseName('x'), json),
        list('list', role, json),
        updateFrom('update', role, 'get', { '/metadata/annotations': { a: 'b' } }, json),
        ...others.flatMap(one => [
          withHeaders(one, json.headers),
          {
            as: `list of ${one.as}`,
            method: 'GET',
            to: one.to,
            headers: acceptHeader(mediaTypeTerm('json')),
          },
        ]),
      )
    })

const pairs = encodings.flatMap(body =>
  encodings.filter(answer => answer !== body).map(answer => ({ body, answer })),
)

/**
 * Generates a create and an update in one encoding that are answered in another (`cross …`), after
 * each encoding alone: a create that is answered in its own encoding (`twin`), and a read (`read`).
 */
export const crossedEncodings = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someWritableRole, pair: fc.constantFrom(...pairs), content: someContent })
    .map(({ role, pair: { body, answer }, content }) => {
      const sent = (request: RequestStep, accept: Encoding, value: Term): RequestStep => ({
        ...withHeaders(request, acceptHeader(mediaTypeTerm(accept))),
        body: encodedBody(body, value),
      })
      const whole = sampleTerm(role, 'y', content)
      return scenarioWith(
        sent(create('twin', role, 'x'), body, sampleTerm(role, 'x', content)),
        list('read', role, { headers: acceptHeader(mediaTypeTerm(answer)) }),
        sent(create('cross create', role, 'y'), answer, whole),
        sent(
          put('cross update', role, caseName('y'), null),
          answer,
          editTerm(whole, {
            '/metadata/resourceVersion': versionFrom('cross create'),
            '/metadata/annotations': { changed: content },
          }),
        ),
      )
    })
