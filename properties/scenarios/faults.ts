// Lists the faults of requests. Each fault is one change of a valid request. A server may accept
// some of them. The law judges only refused ones.

import type { Identity, RequestStep } from '../dsl/scenario.ts'
import { editTerm, caseName, fromAnswer } from '../dsl/steps.ts'
import type { Term } from '../dsl/term.ts'

/** Turns a valid request into one with a single fault. */
export type RequestFault = (validRequest: RequestStep) => RequestStep

/** Faults by location, so that each group is drawn equally often. */
export type RequestFaults = Record<string, RequestFault[]>

/** The name of an object that a faulty request must not affect. */
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

/** A body for prototype pollution of careless JavaScript servers, which is refused. */
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

/** Identities without permissions. The request is skipped if the target has no such credentials. */
const badIdentities: RequestFault[] = [from('limited'), from('bad-token'), from('anonymous')]

/**
 * Returns a name that no path can have, with the case's prefix so that it denotes no other object.
 */
const strangeName = (tail: Term): Term => ({ $join: [caseName('x'), tail] })

const inBoth: RequestFaults = {
  unreadable: [...unreadable, nested(100_000)],
  kind: [...otherKinds, polluting],
  metadata: badMetadata,
  query: badQuery,
  headers: [...badHeaders, ...badContentType],
  identity: badIdentities,
}

/** The faults of a create. */
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

/** The faults of an update. */
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

/** The faults of a delete. */
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
  // None of these paths can denote more than one object, however a server parses it.
  path: [
    place({ name: strangeName('-missing') }),
    place({ name: strangeName('\u0000') }),
    place({ subresource: 'nothing' }),
  ],
}

/** The faults of a list. */
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

/**
 * A body beyond the size that a server must accept. It is drawn rarely, because it is three
 * mebibytes long.
 */
export const tooLargeBody: RequestFault = set('/metadata/annotations', {
  a: { $repeat: 'x', times: 3 * mebibyte + 1 },
})
