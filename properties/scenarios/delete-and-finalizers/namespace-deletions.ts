// Generates deletions of namespaces with contents. The case creates these namespaces instead of
// leasing them, so their objects are addressed by literal paths.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { RequestStep, Scenario, Step } from '../../dsl/scenario.ts'
import {
  create,
  caseName,
  waitLonger,
  rawRequest,
  deleteObject,
  sampleTerm,
  scenarioWith,
} from '../../dsl/steps.ts'
import { awaitEventType, versionFrom } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'

const kinds = ['main', 'core'] as const
type Kind = (typeof kinds)[number]

/**
 * Returns the path of a type's collection, or of one object, in a namespace that the case created.
 */
function pathIn(namespace: string, role: Kind, logical?: string): Term {
  const word = (name: 'group' | 'version' | 'resource'): Term => ({ $word: name, of: role })
  const root: Term[] = role === 'core' ? ['/api/'] : ['/apis/', word('group'), '/']
  const collection: Term[] = [
    ...root,
    word('version'),
    '/namespaces/',
    caseName(namespace),
    '/',
    word('resource'),
  ]
  return { $join: logical === undefined ? collection : [...collection, '/', caseName(logical)] }
}

/**
 * Generates two namespaces with one object each of one or two types. One namespace is deleted. When
 * its contents are gone, all objects are looked for (`gone ROLE`, `kept ROLE`).
 */
export const namespaceDeletion = (): Arbitrary<Scenario> =>
  fc.shuffledSubarray([...kinds], { minLength: 1 }).map(chosen => {
    const createsIn = (namespace: string): RequestStep[] =>
      chosen.map(role =>
        rawRequest(`made ${namespace} ${role}`, 'POST', pathIn(namespace, role), {
          body: sampleTerm(role, 'o'),
        }),
      )
    const read = (namespace: string): RequestStep[] =>
      chosen.map(role => rawRequest(`${namespace} ${role}`, 'GET', pathIn(namespace, role, 'o')))
    return scenarioWith(
      create('namespace gone', 'namespaces', 'gone'),
      create('namespace kept', 'namespaces', 'kept'),
      ...createsIn('gone'),
      ...createsIn('kept'),
      ...chosen.flatMap(watchOf),
      deleteObject('deleted', 'namespaces', caseName('gone')),
      ...chosen.flatMap(longUntilGone),
      ...read('gone'),
      ...read('kept'),
    )
  })

const watchOf = (role: Kind): Step[] => [
  rawRequest(`start ${role}`, 'GET', pathIn('gone', role)),
  {
    watch: rawRequest(`watch ${role}`, 'GET', pathIn('gone', role), {
      query: { watch: '1', resourceVersion: versionFrom(`start ${role}`) },
    }),
  },
]

/** Waits twice, because a controller may take some seconds to process a deleted namespace. */
const longUntilGone = (role: Kind): Step[] => [
  waitLonger(awaitEventType(`watch ${role}`, 'DELETED')),
  waitLonger(awaitEventType(`watch ${role}`, 'DELETED')),
]

/** Deletes a namespace with an object that has finalizers, and then removes the finalizers. */
export const namespaceWithHeld = (finalizers: string[]): Step[] => [
  create('namespace', 'namespaces', 'n'),
  rawRequest('object', 'POST', pathIn('n', 'main'), {
    body: { $edit: sampleTerm('main', 'o'), set: { '/metadata/finalizers': finalizers } },
  }),
  deleteObject('deleted', 'namespaces', caseName('n')),
  rawRequest('create while it terminates', 'POST', pathIn('n', 'main'), {
    body: sampleTerm('main', 'p'),
  }),
  rawRequest('held', 'GET', pathIn('n', 'main', 'o')),
  rawRequest('namespace while it is held', 'GET', {
    $join: ['/api/v1/namespaces/', caseName('n')],
  }),
  rawRequest('freed', 'PUT', pathIn('n', 'main', 'o'), {
    body: { $edit: { $seen: 'held', at: '' }, drop: ['/metadata/finalizers'] },
  }),
  rawRequest('object when it is free', 'GET', pathIn('n', 'main', 'o')),
  rawRequest('namespace when all is free', 'GET', {
    $join: ['/api/v1/namespaces/', caseName('n')],
  }),
]
