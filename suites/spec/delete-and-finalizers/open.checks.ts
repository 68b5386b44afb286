// What the specification leaves open about deletion: these checks only record the answers.

import { answered, at, read, succeeded } from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { fateOf, fates } from '../../../properties/laws/delete-and-finalizers/delete-options.ts'
import { notesAnswers, notesOf } from '../../../properties/laws/notes.ts'
import { noted } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  removeBy,
  removeWith,
} from '../../../properties/scenarios/delete-and-finalizers/delete-options.ts'
import { held } from '../../../properties/scenarios/delete-and-finalizers/finalizers.ts'
import { markedWith } from '../../../properties/scenarios/delete-and-finalizers/deletions.ts'
import { finalizer } from '../../../properties/scenarios/lives.ts'
import { namespaceWithHeld } from '../../../properties/scenarios/delete-and-finalizers/namespace-lives.ts'
import { change, create, get, named, seen } from '../../../properties/dsl/steps.ts'
import type { Request } from '../../../properties/dsl/scenario.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example } from '../../check.ts'

/** Deletes of an object each, that is read afterwards (`after LABEL`). */
const tried = (
  requests: Record<string, (as: string, logical: string) => Request>,
  more: Parameters<typeof create>[3] = {},
): Request[] =>
  Object.entries(requests).flatMap(([label, request], index) => [
    create(`object ${label}`, 'main', `x${index}`, more),
    request(label, `x${index}`),
    get(`after ${label}`, 'main', named(`x${index}`)),
  ])

const inBody =
  (options: Record<string, Term>) =>
  (as: string, logical: string): Request =>
    removeWith(as, 'main', logical, options)

const inQuery =
  (query: Record<string, Term>) =>
  (as: string, logical: string): Request =>
    removeBy(as, 'main', logical, query)

const inBoth =
  (query: Record<string, Term>, options: Record<string, Term>) =>
  (as: string, logical: string): Request => ({ ...inBody(options)(as, logical), query })

const answersOfDeletes: Parameters<typeof tried>[0] = {
  'a plain delete': inQuery({}),
}

const places: Parameters<typeof tried>[0] = {
  'dryRun in the query': inQuery({ dryRun: 'All' }),
  'dryRun in the body': inBody({ dryRun: ['All'] }),
  'dryRun in the query, a body without it': inBoth({ dryRun: 'All' }, {}),
}

const graces: Parameters<typeof tried>[0] = Object.fromEntries(
  [0, 30, -1].map(seconds => [
    `gracePeriodSeconds ${seconds}`,
    inBody({ gracePeriodSeconds: seconds }),
  ]),
)

const strangeUid = '11111111-2222-4333-8444-555555555555'

const preconditions: Parameters<typeof tried>[0] = {
  'another uid': inBody({ preconditions: { uid: strangeUid } }),
  'the uid': inBody({ preconditions: { uid: seen('object the uid', '/metadata/uid') } }),
  'another version': inBody({
    preconditions: { resourceVersion: seen('object another uid', '/metadata/resourceVersion') },
  }),
}

const orphans: Parameters<typeof tried>[0] = {
  'orphanDependents true': inBody({ orphanDependents: true }),
  'orphanDependents false': inBody({ orphanDependents: false }),
  'orphanDependents and propagationPolicy': inBody({
    orphanDependents: true,
    propagationPolicy: 'Orphan',
  }),
}

const policies: Parameters<typeof tried>[0] = Object.fromEntries(
  ['Orphan', 'Background', 'Foreground', 'Nothing'].map(policy => [
    `propagationPolicy ${policy}`,
    inBody({ propagationPolicy: policy }),
  ]),
)

const notesFates = (requests: object) => (history: History) =>
  fates(history, ...Object.keys(requests))

/** `200, kind Status`: what a delete answers. */
const kindOf = (exchange: Exchange): string =>
  `${answered(exchange)}, kind ${String(read(exchange, '/kind') ?? 'none')}`

/** Of what waits for a garbage collector the answer alone is the same from run to run. */
const finalizersOf = (exchange: Exchange): string => {
  const found = read(exchange, '/metadata/finalizers')
  return `${answered(exchange)}, ${Array.isArray(found) ? found.join(', ') : 'no finalizers'}`
}

function* notesNamespace(history: History): Generator<Observation> {
  for (const label of ['create while it terminates', 'namespace while it is held'])
    yield noted(`${label}: ${answered(at(history, label))}`)
  const phase = read(at(history, 'namespace while it is held'), '/status/phase')
  yield noted(`its phase while it is held: ${String(phase ?? 'none')}`)
  yield noted(`object when it is free: ${fateOf(at(history, 'object when it is free'))}`)
  yield noted(`namespace when all is free: ${fateOf(at(history, 'namespace when all is free'))}`)
}

/** Whether a value that a client wrote into a field was taken. */
function* notesMarks(history: History): Generator<Observation> {
  const [set, live] = [at(history, 'mark of a live object'), at(history, 'live')]
  yield noted(`a mark on a live object: ${answered(set)}, then ${fateOf(live)}`)
  const [dropped, after] = [at(history, 'mark dropped'), at(history, 'after')]
  yield noted(`a mark that is left out: ${answered(dropped)}, then ${fateOf(after)}`)
}

function* notesLabels(history: History): Generator<Observation> {
  const after = at(history, 'after')
  const isStored = read(after, '/metadata/labels/late') === 'yes'
  const fate = succeeded(after) && isStored ? 'stored' : 'not stored'
  yield noted(`a label while finalizing: ${answered(at(history, 'labelled'))}, ${fate}`)
}

export default [
  example(
    'DEL-011',
    [...tried(answersOfDeletes), ...tried({ 'a held object': inQuery({}) }, { set: held })],
    notesOf(kindOf, 'a plain delete', 'a held object'),
  ),
  example('DEL-012', tried(places), notesFates(places)),
  example('DEL-014', tried(graces), notesFates(graces)),
  example('DEL-015', tried(orphans), notesOf(finalizersOf, ...Object.keys(orphans))),
  example('DEL-016', tried(preconditions), notesFates(preconditions)),
  example('DEL-017', tried(policies), notesOf(finalizersOf, ...Object.keys(policies))),
  example('DEL-029', namespaceWithHeld([finalizer('held')]), notesNamespace),
  example(
    'DEL-031',
    [
      ...markedWith('main', [finalizer('a')]),
      change('a finalizer while finalizing', 'main', 'marked', {
        '/metadata/finalizers': [finalizer('a'), finalizer('late')],
      }),
    ],
    notesAnswers('a finalizer while finalizing'),
  ),
  example(
    'DEL-032',
    [
      create('plain', 'main', 'y', { set: held }),
      change('mark of a live object', 'main', 'plain', {
        '/metadata/deletionTimestamp': '2001-01-01T00:00:00Z',
      }),
      get('live', 'main', named('y')),
      ...markedWith('main', [finalizer('a')]),
      change(
        'mark dropped',
        'main',
        'marked',
        {},
        { drop: ['/metadata/deletionTimestamp', '/metadata/deletionGracePeriodSeconds'] },
      ),
      get('after', 'main', named('x')),
    ],
    notesMarks,
  ),
  example(
    'DEL-033',
    [
      ...markedWith('main', [finalizer('a')]),
      change('labelled', 'main', 'marked', { '/metadata/labels/late': 'yes' }),
      get('after', 'main', named('x')),
    ],
    notesLabels,
  ),
]
