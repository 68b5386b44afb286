// What a namespace holds at first, and what it waits for in the end. The namespace (`n`) is none of
// those that are leased to the case, so that paths name it.

import type { Request, Step } from '../../dsl/scenario.ts'
import { create, edited, get, named, patiently, raw, remove, sample } from '../../dsl/steps.ts'
import { untilType, versionOf, watch } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { patchTypes } from '../../dsl/write-steps.ts'
import { held } from './finalizers.ts'

const pathIn = (resource: string, ...name: Term[]): Term => ({
  $join: ['/api/v1/namespaces/', named('n'), `/${resource}`, ...name.flatMap(one => ['/', one])],
})

/** What a controller puts into a new namespace, by the labels of the reads that look for it. */
export const furniture = {
  account: { resource: 'serviceaccounts', name: 'default' },
  certificate: { resource: 'configmaps', name: 'kube-root-ca.crt' },
}

const fieldSelector = (name: Term): Term => ({ $join: ['metadata.name=', name] })

/** No time is promised: patience is needed more than once. */
const long = (times: number, stream: string, type: string): Step[] =>
  Array.from({ length: times }, () => patiently(untilType(stream, type)))

/** A new namespace, and what is found in it after a while. */
export const furnishing: Step[] = [
  create('namespace', 'namespaces', 'n'),
  ...Object.entries(furniture).flatMap(([label, { resource, name }]): Step[] => [
    {
      watch: raw(`watch ${label}`, 'GET', pathIn(resource), {
        query: { watch: '1', fieldSelector: fieldSelector(name) },
      }),
    },
    ...long(2, `watch ${label}`, 'ADDED'),
    raw(label, 'GET', pathIn(resource, name)),
  ]),
]

const make = (logical: string, set: Record<string, Term> = {}): Request =>
  raw(logical, 'POST', pathIn('secrets'), { body: edited(sample('core', logical), set) })

const look = (as: string, logical: string): Request =>
  raw(as, 'GET', pathIn('secrets', named(logical)))

/**
 * A namespace with a `free` and a `held` object is deleted. When the free one has gone, all is
 * looked for (`after free`, `terminating`, `kept`) and a create is tried (`late`); then the held one
 * is freed, and the namespace waited for and looked for (`gone`).
 */
export const namespaceEnd: Step[] = [
  create('namespace', 'namespaces', 'n'),
  make('free'),
  make('held', held),
  {
    watch: raw('fate of free', 'GET', pathIn('secrets'), {
      query: {
        watch: '1',
        resourceVersion: versionOf('free'),
        fieldSelector: fieldSelector(named('free')),
      },
    }),
  },
  remove('deleted', 'namespaces', named('n')),
  ...long(2, 'fate of free', 'DELETED'),
  look('after free', 'free'),
  get('terminating', 'namespaces', named('n')),
  make('late'),
  look('kept', 'held'),
  watch('fate of namespace', 'namespaces', {
    resourceVersion: versionOf('terminating'),
    fieldSelector: fieldSelector(named('n')),
  }),
  raw('freed', 'PATCH', pathIn('secrets', named('held')), {
    headers: { 'content-type': patchTypes.merge },
    body: { metadata: { finalizers: null } },
  }),
  // A genuine controller looks again after 8 s where something was held.
  ...long(4, 'fate of namespace', 'DELETED'),
  get('gone', 'namespaces', named('n')),
]
