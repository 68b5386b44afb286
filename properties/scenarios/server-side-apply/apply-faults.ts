// Applies with something wrong about them (labels `fault …`), of an object that was applied whole
// (`object`) and is looked at once they are through (`after`), or of a name that stays free.

import type { Request } from '../../dsl/scenario.ts'
import { create, edited, named, put, raw, sample, seen, versionOf } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { apply, by, patch } from '../../dsl/write-steps.ts'
import { applied, look, naming, whole } from './apply.ts'
import { pathIn } from '../named-types.ts'

const object = applied('object', 'core', 'm', whole('core', 'one', { annotations: { a: 'one' } }))

/** What a second manager may say of it: the twin, and the base of what it may not. */
const sound = naming('core', { annotations: { b: 'two' } })
const twin = applied('twin', 'core', 'n', sound)

/** Faulty applies between looks; the same apply without a fault is accepted behind them. */
export const faultyApplies = (...faults: Request[]): Request[] => [
  object,
  look('before', 'core'),
  ...faults,
  look('after', 'core'),
  twin,
]

/** A body with something wrong about it. */
const withBody = (as: string, body: Request['body']): Request =>
  applied(`fault ${as}`, 'core', 'n', body)

const withEdit = (as: string, set: Record<string, Term>, drop: string[] = []): Request =>
  withBody(as, edited(sound, set, drop))

const ofManager = (as: string, manager: Term | undefined, name = 'x'): Request =>
  apply(`fault ${as}`, 'core', named(name), { body: naming('core', {}, name), manager })

export const tooLongManager: Term = { $repeat: 'm', times: 129 }
export const longestManager: Term = { $repeat: 'm', times: 128 }

export const withoutManager: Request[] = [
  ofManager('no manager', undefined),
  ofManager('an empty manager', ''),
  ofManager('no manager, no object', undefined, 'y'),
]

const changing: Term = { metadata: { annotations: { c: 'three' } } }

/** Managers that are too long or not printable, of writes of every sort. */
export const badManagers: Request[] = [
  ofManager('too long', tooLongManager),
  ofManager('not printable', 'a\nb'),
  by(
    tooLongManager,
    patch('fault merge patch', 'core', named('x'), { type: 'merge', body: changing }),
  ),
  by(tooLongManager, create('fault create', 'core', 'y')),
  by(tooLongManager, put('fault put', 'core', named('x'), seen('before', ''))),
]

export const withRecord: Request[] = [
  withEdit('an empty record', { '/metadata/managedFields': [] }),
  withEdit('the record as it is', {
    '/metadata/managedFields': seen('before', '/metadata/managedFields'),
  }),
]

export const notOfTheType: Request[] = [
  withEdit('text for a map', { '/data': 'text' }),
  withEdit('number for a text', { '/metadata/annotations': { b: 7 } }),
  withEdit('undeclared field', { '/touchstoneX0': 'x' }),
  withEdit('undeclared field of metadata', { '/metadata/touchstoneX0': 'x' }),
  withEdit('doubled value of a set', {
    '/metadata/finalizers': ['touchstone.example/a', 'touchstone.example/a'],
  }),
]

export const elsewhere: Request[] = [
  withEdit('another name', { '/metadata/name': named('y') }),
  withEdit('another namespace', { '/metadata/namespace': { $namespace: 1 } }),
  apply('fault no name, no object', 'core', named('y'), {
    body: edited(naming('core', {}), {}, ['/metadata/name']),
    manager: named('n'),
  }),
]

export const ofOtherTypes: Request[] = [
  withEdit('another version', { '/apiVersion': 'v2' }),
  withEdit('another kind', { '/kind': 'ConfigMap' }),
  withEdit('no apiVersion', {}, ['/apiVersion']),
  withEdit('no kind', {}, ['/kind']),
]

/** Force where nothing is applied, whatever it says. */
export const forcedPatches: Request[] = [
  ...(['true', 'false'] as const).map(force => ({
    ...patch(`fault merge patch, force=${force}`, 'core', named('x'), {
      type: 'merge',
      body: changing,
    }),
    query: { force },
  })),
  {
    ...patch('fault JSON patch', 'core', named('x'), {
      type: 'json',
      body: [{ op: 'add', path: '/metadata/annotations/c', value: 'three' }],
    }),
    query: { force: 'true' },
  },
  {
    ...patch('fault strategic merge patch', 'core', named('x'), {
      type: 'strategic',
      body: changing,
    }),
    query: { force: 'true' },
  },
]

export const undecodable: Request[] = [
  withBody('YAML without end', { $text: 'a: [' }),
  withBody('a list', []),
  withBody('a text', 'text'),
  withBody('nothing', { $text: '' }),
]

/** An apply by another media type than those of applies. */
export const ofOtherMediaTypes: Request[] = ['apply-patch+json', 'apply-patch', 'yaml'].map(
  type => ({
    ...withBody(type, sound),
    headers: { 'content-type': `application/${type}` },
  }),
)

const otherUid = '8e8e8e8e-0000-4000-8000-000000000000'
export const ofOtherUid = withEdit('another uid', { '/metadata/uid': otherUid })
export const ofUidOfNothing = apply('fault uid of nothing', 'core', named('y'), {
  body: edited(naming('core', {}, 'y'), { '/metadata/uid': otherUid }),
  manager: named('n'),
})

/** An apply at the version that is there (`current`), and at one that was (`fault stale`). */
export const versionedApplies: Request[] = [
  object,
  applied('current', 'core', 'n', edited(sound, at('object'))),
  look('before', 'core'),
  withEdit('stale', { '/metadata/annotations/b': 'three', ...at('object') }),
  look('after', 'core'),
  twin,
]

function at(of: string): Record<string, Term> {
  return { '/metadata/resourceVersion': versionOf(of) }
}

/** An apply in YAML with these annotations, and what else of its query is given. */
const inYaml = (as: string, annotations: string, query: Record<string, string> = {}): Request => {
  const head = [
    'apiVersion: ',
    { $word: 'apiVersion', of: 'core' },
    '\nkind: ',
    { $word: 'kind', of: 'core' },
    '\nmetadata:\n  name: ',
    named('x'),
  ] satisfies Term[]
  const body = { $text: { $join: [...head, `\n  annotations:\n${annotations}`] } }
  return {
    ...applied(as, 'core', 'n', body),
    query: { fieldManager: named('n'), ...query },
  }
}

const doubled = (as: string, fieldValidation: string): Request =>
  inYaml(as, '    b: one\n    b: two\n', { fieldValidation })

/** A key twice: refused (`fault doubled`), told of (`warned`), or let be (`ignored`); once in YAML. */
export const doubledKeys: Request[] = [
  ...faultyApplies(doubled('fault doubled', 'Strict')),
  inYaml('twin in YAML', '    b: two\n'),
  doubled('warned', 'Warn'),
  doubled('ignored', 'Ignore'),
]

const accounts = { apiVersion: 'v1', resource: 'serviceaccounts', kind: 'ServiceAccount' }

/** Lists of items that are told apart by their names: doubled, nameless, and sound ones. */
export const keyedItems: Request[] = [
  ['twin', [{ name: 'a' }, { name: 'b' }]] as const,
  ['fault doubled item', [{ name: 'a' }, { name: 'a' }]] as const,
  ['fault item without its key', [{ namespace: 'a' }]] as const,
].map(([as, secrets]) => {
  const body = edited(sample('namespaces', 'x'), {
    '/kind': accounts.kind,
    '/secrets': secrets.map(one => ({ ...one })),
  })
  const to = { path: pathIn(accounts, 0, named('x')) }
  return { ...apply(as, 'core', named('x'), { body, manager: named('m') }), to }
})

/** A look at the account. */
export const accountLook = (as: string): Request => raw(as, 'GET', pathIn(accounts, 0, named('x')))
