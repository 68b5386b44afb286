// Builds faulty applies (`fault …`) of an applied object (`object`), which is read afterwards
// (`after`), or of an unused name.

import type { RequestStep } from '../../dsl/scenario.ts'
import {
  create,
  editTerm,
  caseName,
  put,
  rawRequest,
  sampleTerm,
  fromAnswer,
  versionFrom,
} from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { apply, asManager, patch } from '../../dsl/write-steps.ts'
import { applyStep, readBack, partialBody, wholeBody } from './apply.ts'
import { typePath, serviceAccounts } from '../named-types.ts'

const object = applyStep(
  'object',
  'core',
  'm',
  wholeBody('core', 'one', { annotations: { a: 'one' } }),
)

/** The valid apply of a second manager, from which the faulty ones are derived. */
const validBody = partialBody('core', { annotations: { b: 'two' } })
const twin = applyStep('twin', 'core', 'n', validBody)

/** Faulty applies between reads, and afterwards the valid apply. */
export const faultyApplies = (...faults: RequestStep[]): RequestStep[] => [
  object,
  readBack('before', 'core'),
  ...faults,
  readBack('after', 'core'),
  twin,
]

/** An apply with a faulty body. */
const withBody = (as: string, body: RequestStep['body']): RequestStep =>
  applyStep(`fault ${as}`, 'core', 'n', body)

const withEdit = (as: string, set: Record<string, Term>, drop: string[] = []): RequestStep =>
  withBody(as, editTerm(validBody, set, drop))

const ofManager = (as: string, manager: Term | undefined, name = 'x'): RequestStep =>
  apply(`fault ${as}`, 'core', caseName(name), { body: partialBody('core', {}, name), manager })

export const tooLongManager: Term = { $repeat: 'm', times: 129 }
export const longestManager: Term = { $repeat: 'm', times: 128 }

export const appliesWithoutManager: RequestStep[] = [
  ofManager('no manager', undefined),
  ofManager('an empty manager', ''),
  ofManager('no manager, no object', undefined, 'y'),
]

const changing: Term = { metadata: { annotations: { c: 'three' } } }

/** Writes of every kind with a manager that is too long or not printable. */
export const writesWithInvalidManager: RequestStep[] = [
  ofManager('too long', tooLongManager),
  ofManager('not printable', 'a\nb'),
  asManager(
    tooLongManager,
    patch('fault merge patch', 'core', caseName('x'), { type: 'merge', body: changing }),
  ),
  asManager(tooLongManager, create('fault create', 'core', 'y')),
  asManager(tooLongManager, put('fault put', 'core', caseName('x'), fromAnswer('before', ''))),
]

export const appliesWithManagedFields: RequestStep[] = [
  withEdit('an empty record', { '/metadata/managedFields': [] }),
  withEdit('the record as it is', {
    '/metadata/managedFields': fromAnswer('before', '/metadata/managedFields'),
  }),
]

export const appliesWithWrongTypes: RequestStep[] = [
  withEdit('text for a map', { '/data': 'text' }),
  withEdit('number for a text', { '/metadata/annotations': { b: 7 } }),
  withEdit('undeclared field', { '/touchstoneX0': 'x' }),
  withEdit('undeclared field of metadata', { '/metadata/touchstoneX0': 'x' }),
  withEdit('doubled value of a set', {
    '/metadata/finalizers': ['touchstone.example/a', 'touchstone.example/a'],
  }),
]

export const appliesOfOtherIdentity: RequestStep[] = [
  withEdit('another name', { '/metadata/name': caseName('y') }),
  withEdit('another namespace', { '/metadata/namespace': { $namespace: 1 } }),
  apply('fault no name, no object', 'core', caseName('y'), {
    body: editTerm(partialBody('core', {}), {}, ['/metadata/name']),
    manager: caseName('n'),
  }),
]

export const appliesOfOtherKinds: RequestStep[] = [
  withEdit('another version', { '/apiVersion': 'v2' }),
  // No type of the role `core` is cluster-scoped.
  withEdit('another kind', { '/kind': 'Namespace' }),
  withEdit('no apiVersion', {}, ['/apiVersion']),
  withEdit('no kind', {}, ['/kind']),
]

/** Patches other than applies with the parameter `force`. */
export const forcedPatches: RequestStep[] = [
  ...(['true', 'false'] as const).map(force => ({
    ...patch(`fault merge patch, force=${force}`, 'core', caseName('x'), {
      type: 'merge',
      body: changing,
    }),
    query: { force },
  })),
  {
    ...patch('fault JSON patch', 'core', caseName('x'), {
      type: 'json',
      body: [{ op: 'add', path: '/metadata/annotations/c', value: 'three' }],
    }),
    query: { force: 'true' },
  },
  {
    ...patch('fault strategic merge patch', 'core', caseName('x'), {
      type: 'strategic',
      body: changing,
    }),
    query: { force: 'true' },
  },
]

export const undecodableApplies: RequestStep[] = [
  withBody('YAML without end', { $text: 'a: [' }),
  withBody('a list', []),
  withBody('a text', 'text'),
  withBody('nothing', { $text: '' }),
]

/** Applies with media types other than those of applies. */
export const appliesInOtherMediaTypes: RequestStep[] = [
  'apply-patch+json',
  'apply-patch',
  'yaml',
].map(type => ({
  ...withBody(type, validBody),
  headers: { 'content-type': `application/${type}` },
}))

const otherUid = '8e8e8e8e-0000-4000-8000-000000000000'
export const applyWithOtherUid = withEdit('another uid', { '/metadata/uid': otherUid })
export const applyWithUidOfMissing = apply('fault uid of nothing', 'core', caseName('y'), {
  body: editTerm(partialBody('core', {}, 'y'), { '/metadata/uid': otherUid }),
  manager: caseName('n'),
})

/** An apply with the current version (`current`), and one with a stale version (`fault stale`). */
export const versionedApplies: RequestStep[] = [
  object,
  applyStep('current', 'core', 'n', editTerm(validBody, at('object'))),
  readBack('before', 'core'),
  withEdit('stale', { '/metadata/annotations/b': 'three', ...at('object') }),
  readBack('after', 'core'),
  twin,
]

function at(of: string): Record<string, Term> {
  return { '/metadata/resourceVersion': versionFrom(of) }
}

/** An apply in YAML with these annotations and query parameters. */
const inYaml = (
  as: string,
  annotations: string,
  query: Record<string, string> = {},
): RequestStep => {
  const head = [
    'apiVersion: ',
    { $word: 'apiVersion', of: 'core' },
    '\nkind: ',
    { $word: 'kind', of: 'core' },
    '\nmetadata:\n  name: ',
    caseName('x'),
  ] satisfies Term[]
  const body = { $text: { $join: [...head, `\n  annotations:\n${annotations}`] } }
  return {
    ...applyStep(as, 'core', 'n', body),
    query: { fieldManager: caseName('n'), ...query },
  }
}

const doubled = (as: string, fieldValidation: string): RequestStep =>
  inYaml(as, '    b: one\n    b: two\n', { fieldValidation })

/**
 * A duplicate key: refused (`fault doubled`), warned about (`warned`), or ignored (`ignored`). One
 * apply has the key once (`twin in YAML`).
 */
export const appliesWithDuplicateKeys: RequestStep[] = [
  ...faultyApplies(doubled('fault doubled', 'Strict')),
  inYaml('twin in YAML', '    b: two\n'),
  doubled('warned', 'Warn'),
  doubled('ignored', 'Ignore'),
]

/** Lists of items with the key `name`: with duplicate keys, with missing keys, and valid. */
export const appliesOfKeyedLists: RequestStep[] = [
  ['twin', [{ name: 'a' }, { name: 'b' }]] as const,
  ['fault doubled item', [{ name: 'a' }, { name: 'a' }]] as const,
  ['fault item without its key', [{ namespace: 'a' }]] as const,
].map(([as, secrets]) => {
  const body = editTerm(sampleTerm('namespaces', 'x'), {
    '/kind': serviceAccounts.kind,
    '/secrets': secrets.map(one => ({ ...one })),
  })
  const to = { path: typePath(serviceAccounts, 0, caseName('x')) }
  return { ...apply(as, 'core', caseName('x'), { body, manager: caseName('m') }), to }
})

/** A get of the service account. */
export const readServiceAccount = (as: string): RequestStep =>
  rawRequest(as, 'GET', typePath(serviceAccounts, 0, caseName('x')))
