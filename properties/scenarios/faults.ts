// What can be wrong with a request: each fault is one change of a sound request, and nothing else.
// A server may accept some of these; the law judges only the ones that it refuses.

import type { Identity, RequestStep } from '../dsl/scenario.ts'
import { editTerm, caseName, fromAnswer } from '../dsl/steps.ts'
import type { Term } from '../dsl/term.ts'

/** A sound request turned into one with a single thing wrong. */
export type RequestFault = (validRequest: RequestStep) => RequestStep

/** Faults by where they sit, so that a draw takes each family equally often. */
export type RequestFaults = Record<string, RequestFault[]>

/** The object that stands beside whatever a faulty request is about. */
export const bystanderName = 'bystander'

const strangeUid = '11111111-2222-4333-8444-555555555555'
const mebibyte = 1024 * 1024

const set =
  (pointer: string, value: Term): RequestFault =>
  validRequest => ({
    ...validRequest,
    body: editTerm(validRequest.body as Term, { [pointer]: value }),
  })
const drop =
  (pointer: string): RequestFault =>
  validRequest => ({
    ...validRequest,
    body: editTerm(validRequest.body as Term, {}, [pointer]),
  })
const body =
  (value: Term): RequestFault =>
  validRequest => ({ ...validRequest, body: value })
const text =
  (value: Term): RequestFault =>
  validRequest => ({ ...validRequest, body: { $text: value } })
const query =
  (key: string, value: Term): RequestFault =>
  validRequest => ({
    ...validRequest,
    query: { ...validRequest.query, [key]: value },
  })
const header =
  (key: string, value: string): RequestFault =>
  validRequest => ({
    ...validRequest,
    headers: { ...validRequest.headers, [key]: value },
  })
const method =
  (name: string): RequestFault =>
  validRequest => ({ ...validRequest, method: name })
const from =
  (who: Identity): RequestFault =>
  validRequest => ({ ...validRequest, who })
const place =
  (more: { namespace?: number; name?: Term; subresource?: string }): RequestFault =>
  validRequest => ({
    ...validRequest,
    to: { ...validRequest.to, ...more } as RequestStep['to'],
  })

const unreadable: RequestFault[] = [
  text(''),
  text('   '),
  text('not json'),
  text('{"metadata": {'),
  text('{"metadata": {}} {}'),
  validRequest => ({ ...validRequest, body: [validRequest.body as Term] }),
  body('text'),
  body(7),
  body(null),
]

const nested =
  (depth: number): RequestFault =>
  validRequest => ({
    ...validRequest,
    body: {
      $text: {
        $join: [
          '{"apiVersion": 7, "nested": ',
          { $repeat: '[', times: depth },
          { $repeat: ']', times: depth },
          '}',
        ],
      },
    },
  })

const otherKinds: RequestFault[] = [
  set('/kind', 'Nothing'),
  set('/kind', { $word: 'kind', of: 'cluster' }),
  set('/kind', 7),
  set('/apiVersion', 'nothing.example/v9'),
  set('/apiVersion', { $word: 'apiVersion', of: 'cluster' }),
  set('/apiVersion', { nested: true }),
]

/** Members that pollute the objects of a careless JavaScript server, in a body that is refused. */
const polluting: RequestFault = body({
  apiVersion: { $word: 'apiVersion', of: 'cluster' },
  kind: 'Nothing',
  ['__proto__']: { polluted: 'yes', metadata: { name: caseName('polluted') } },
  metadata: { ['__proto__']: { polluted: 'yes' }, constructor: { prototype: { polluted: 'yes' } } },
})

const badMetadata: RequestFault[] = [
  set('/metadata', 'text'),
  set('/metadata', ['text']),
  set('/metadata/labels', 'not a map'),
  set('/metadata/labels', { a: 7 }),
  set('/metadata/labels', { 'not a key!': 'value' }),
  set('/metadata/labels', { a: 'not a value!' }),
  set('/metadata/annotations', { a: { nested: true } }),
  set('/metadata/annotations', { a: { $repeat: 'x', times: mebibyte / 4 + 1 } }),
  set('/metadata/finalizers', 'not a list'),
  set('/metadata/finalizers', ['not a finalizer!']),
  set('/metadata/namespace', { $namespace: 1 }),
  set('/metadata/name', 7),
  drop('/metadata/name'),
  drop('/metadata'),
]

const badQuery: RequestFault[] = [
  query('dryRun', 'Nothing'),
  query('fieldValidation', 'Nothing'),
  validRequest =>
    query('fieldValidation', 'Strict')(set('/metadata/touchstoneUnknown', 'x')(validRequest)),
]

const badHeaders: RequestFault[] = [
  header('accept', 'application/x-nothing'),
  header('accept', 'text/html'),
]
const badContentType: RequestFault[] = [
  header('content-type', 'application/x-nothing'),
  header('content-type', 'text/plain'),
]

/** A target that names no such credentials is asked nothing. */
const badIdentities: RequestFault[] = [from('limited'), from('bad-token'), from('anonymous')]

/** Names that no path can have, with the case's own prefix so that no other object is meant. */
const strangeName = (tail: Term): Term => ({ $join: [caseName('x'), tail] })

const inBoth: RequestFaults = {
  unreadable: [...unreadable, nested(100_000)],
  kind: [...otherKinds, polluting],
  metadata: badMetadata,
  query: badQuery,
  headers: [...badHeaders, ...badContentType],
  identity: badIdentities,
}

/** What can be wrong with the creation of an object. */
export const faultsOfCreate: RequestFaults = {
  ...inBoth,
  name: [
    set('/metadata/name', caseName(bystanderName)),
    set('/metadata/name', ''),
    set('/metadata/name', strangeName('/../../y')),
    set('/metadata/name', strangeName('%2f')),
    set('/metadata/name', strangeName('\u0000')),
    set('/metadata/name', strangeName(' with blanks')),
    set('/metadata/name', strangeName({ $repeat: 'y', times: 300 })),
  ],
  path: [
    place({ namespace: 9 }),
    place({ name: caseName(bystanderName) }),
    place({ name: caseName(bystanderName), subresource: 'nothing' }),
    method('PUT'),
  ],
}

/** What can be wrong with an update of an object. */
export const faultsOfUpdate: RequestFaults = {
  ...inBoth,
  name: [
    set('/metadata/name', caseName(bystanderName)),
    set('/metadata/uid', strangeUid),
    set('/metadata/resourceVersion', fromAnswer(bystanderName, '/metadata/resourceVersion')),
  ],
  path: [
    place({ name: caseName(bystanderName) }),
    place({ name: strangeName('\u0000') }),
    place({ name: { $join: ['../', caseName(bystanderName)] } }),
    place({ name: strangeName({ $repeat: 'y', times: 300 }) }),
    place({ subresource: 'nothing' }),
    method('POST'),
  ],
}

/** What can be wrong with the deletion of an object. */
export const faultsOfDelete: RequestFaults = {
  body: [
    text('not json'),
    text('{"preconditions": {'),
    body(['text']),
    body({ kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 'many' }),
    body({ kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['Nothing'] }),
  ],
  preconditions: [
    body({ kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid: strangeUid } }),
    body({
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      preconditions: { resourceVersion: fromAnswer(bystanderName, '/metadata/resourceVersion') },
    }),
  ],
  query: [
    query('dryRun', 'Nothing'),
    query('gracePeriodSeconds', 'many'),
    query('propagationPolicy', 'Nothing'),
  ],
  headers: badHeaders,
  identity: badIdentities,
  // No path here may mean more than one object, however a server reads it.
  path: [
    place({ name: strangeName('-missing') }),
    place({ name: strangeName('\u0000') }),
    place({ subresource: 'nothing' }),
  ],
}

/** What can be wrong with a list. */
export const faultsOfList: RequestFaults = {
  query: [
    query('limit', 'many'),
    query('limit', '99999999999999999999'),
    query('continue', 'not a token'),
    query('resourceVersion', 'not a version'),
    query('resourceVersionMatch', 'Exact'),
  ],
  headers: badHeaders,
}

/** Bodies beyond what a server need read; rare, because each is three mebibytes on the wire. */
export const tooLargeBody: RequestFault = set('/metadata/annotations', {
  a: { $repeat: 'x', times: 3 * mebibyte + 1 },
})
