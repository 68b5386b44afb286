// Builds the initial contents of a namespace, and its termination. The namespace (`n`) is not
// leased to the case, so it is addressed by literal paths.

import type { RequestStep, Step } from '../../dsl/scenario.ts'
import {
  create,
  editTerm,
  get,
  caseName,
  waitLonger,
  rawRequest,
  deleteObject,
  sampleTerm,
} from '../../dsl/steps.ts'
import { awaitEventType, versionFrom, watch } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { patchMediaTypes } from '../../dsl/write-steps.ts'
import { heldByFinalizer } from './finalizers.ts'

const pathIn = (resource: string, ...name: Term[]): Term => ({
  $join: ['/api/v1/namespaces/', caseName('n'), `/${resource}`, ...name.flatMap(one => ['/', one])],
})

/** The objects that controllers create in a new namespace, by the labels of their reads. */
export const namespaceDefaults = {
  account: { resource: 'serviceaccounts', name: 'default' },
  certificate: { resource: 'configmaps', name: 'kube-root-ca.crt' },
}

const fieldSelector = (name: Term): Term => ({ $join: ['metadata.name=', name] })

/** Waits several times, because servers promise no time. */
const long = (times: number, stream: string, type: string): Step[] =>
  Array.from({ length: times }, () => waitLonger(awaitEventType(stream, type)))

/** A new namespace, and its contents after a while. */
export const newNamespaceDefaults: Step[] = [
  create('namespace', 'namespaces', 'n'),
  ...Object.entries(namespaceDefaults).flatMap(([label, { resource, name }]): Step[] => [
    {
      watch: rawRequest(`watch ${label}`, 'GET', pathIn(resource), {
        query: { watch: '1', fieldSelector: fieldSelector(name) },
      }),
    },
    ...long(2, `watch ${label}`, 'ADDED'),
    rawRequest(label, 'GET', pathIn(resource, name)),
  ]),
]

const make = (logical: string, set: Record<string, Term> = {}): RequestStep =>
  rawRequest(logical, 'POST', pathIn('secrets'), {
    body: editTerm(sampleTerm('core', logical), set),
  })

const look = (as: string, logical: string): RequestStep =>
  rawRequest(as, 'GET', pathIn('secrets', caseName(logical)))

/**
 * Deletes a namespace with a `free` and a `held` object. When the free one is gone, reads
 * everything (`after free`, `terminating`, `kept`) and tries a create (`late`). Then removes the
 * finalizer of the held one, and waits for the namespace (`gone`).
 */
export const namespaceTermination: Step[] = [
  create('namespace', 'namespaces', 'n'),
  make('free'),
  make('held', heldByFinalizer),
  {
    watch: rawRequest('fate of free', 'GET', pathIn('secrets'), {
      query: {
        watch: '1',
        resourceVersion: versionFrom('free'),
        fieldSelector: fieldSelector(caseName('free')),
      },
    }),
  },
  deleteObject('deleted', 'namespaces', caseName('n')),
  ...long(2, 'fate of free', 'DELETED'),
  look('after free', 'free'),
  get('terminating', 'namespaces', caseName('n')),
  make('late'),
  look('kept', 'held'),
  watch('fate of namespace', 'namespaces', {
    resourceVersion: versionFrom('terminating'),
    fieldSelector: fieldSelector(caseName('n')),
  }),
  rawRequest('freed', 'PATCH', pathIn('secrets', caseName('held')), {
    headers: { 'content-type': patchMediaTypes.merge },
    body: { metadata: { finalizers: null } },
  }),
  // A genuine controller retries after 8 s if an object had a finalizer.
  ...long(4, 'fate of namespace', 'DELETED'),
  get('gone', 'namespaces', caseName('n')),
]
