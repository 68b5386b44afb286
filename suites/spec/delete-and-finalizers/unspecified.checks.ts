// Records answers about deletion where the specification is silent.

import {
  answerSummary,
  exchangeAt,
  bodyValueAt,
  isSuccess,
} from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import {
  deletionStateOf,
  deletionOutcomes,
} from '../../../properties/laws/delete-and-finalizers/delete-options.ts'
import { notesAnswers, notesOf } from '../../../properties/laws/notes.ts'
import { recordAnswer } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  deleteWithQuery,
  deleteWithBody,
} from '../../../properties/scenarios/delete-and-finalizers/delete-options.ts'
import { heldByFinalizer } from '../../../properties/scenarios/delete-and-finalizers/finalizers.ts'
import { markedObject } from '../../../properties/scenarios/delete-and-finalizers/deletions.ts'
import { finalizerName } from '../../../properties/scenarios/object-lifecycles.ts'
import { namespaceWithHeld } from '../../../properties/scenarios/delete-and-finalizers/namespace-deletions.ts'
import { updateFrom, create, get, caseName, fromAnswer } from '../../../properties/dsl/steps.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example } from '../../check.ts'

/**
 * For each request: creates an object, deletes it with that request, and reads it (`after LABEL`).
 */
const tried = (
  requests: Record<string, (as: string, logical: string) => RequestStep>,
  more: Parameters<typeof create>[3] = {},
): RequestStep[] =>
  Object.entries(requests).flatMap(([label, request], index) => [
    create(`object ${label}`, 'main', `x${index}`, more),
    request(label, `x${index}`),
    get(`after ${label}`, 'main', caseName(`x${index}`)),
  ])

const inBody =
  (options: Record<string, Term>) =>
  (as: string, logical: string): RequestStep =>
    deleteWithBody(as, 'main', logical, options)

const inQuery =
  (query: Record<string, Term>) =>
  (as: string, logical: string): RequestStep =>
    deleteWithQuery(as, 'main', logical, query)

const inBoth =
  (query: Record<string, Term>, options: Record<string, Term>) =>
  (as: string, logical: string): RequestStep => ({ ...inBody(options)(as, logical), query })

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
  'the uid': inBody({ preconditions: { uid: fromAnswer('object the uid', '/metadata/uid') } }),
  'another version': inBody({
    preconditions: {
      resourceVersion: fromAnswer('object another uid', '/metadata/resourceVersion'),
    },
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
  deletionOutcomes(history, ...Object.keys(requests))

/** Describes the answer to a delete, such as `200, kind Status`. */
const kindOf = (exchange: Exchange): string =>
  `${answerSummary(exchange)}, kind ${String(bodyValueAt(exchange, '/kind') ?? 'none')}`

/**
 * Describes the finalizers in an answer. If an object waits for a garbage collector, later reads
 * vary between runs, but the answer to the delete does not.
 */
const finalizersOf = (exchange: Exchange): string => {
  const found = bodyValueAt(exchange, '/metadata/finalizers')
  return `${answerSummary(exchange)}, ${Array.isArray(found) ? found.join(', ') : 'no finalizers'}`
}

function* notesNamespace(history: History): Generator<Observation> {
  for (const label of ['create while it terminates', 'namespace while it is held'])
    yield recordAnswer(`${label}: ${answerSummary(exchangeAt(history, label))}`)
  const phase = bodyValueAt(exchangeAt(history, 'namespace while it is held'), '/status/phase')
  yield recordAnswer(
    `phase of the namespace while a finalizer holds it: ${String(phase ?? 'none')}`,
  )
  yield recordAnswer(
    `object after its finalizers were removed: ${deletionStateOf(exchangeAt(history, 'object when it is free'))}`,
  )
  yield recordAnswer(
    `namespace after all finalizers were removed: ${deletionStateOf(exchangeAt(history, 'namespace when all is free'))}`,
  )
}

/** Records whether clients can set and remove a deletionTimestamp. */
function* notesMarks(history: History): Generator<Observation> {
  const [set, live] = [exchangeAt(history, 'mark of a live object'), exchangeAt(history, 'live')]
  yield recordAnswer(
    `a deletionTimestamp on a live object: ${answerSummary(set)}, then ${deletionStateOf(live)}`,
  )
  const [dropped, after] = [exchangeAt(history, 'mark dropped'), exchangeAt(history, 'after')]
  yield recordAnswer(
    `an omitted deletionTimestamp: ${answerSummary(dropped)}, then ${deletionStateOf(after)}`,
  )
}

function* notesLabels(history: History): Generator<Observation> {
  const after = exchangeAt(history, 'after')
  const isStored = bodyValueAt(after, '/metadata/labels/late') === 'yes'
  const fate = isSuccess(after) && isStored ? 'stored' : 'not stored'
  yield recordAnswer(
    `a label while finalizing: ${answerSummary(exchangeAt(history, 'labelled'))}, ${fate}`,
  )
}

export default [
  example(
    'DEL-011',
    [
      ...tried(answersOfDeletes),
      ...tried({ 'an object with a finalizer': inQuery({}) }, { set: heldByFinalizer }),
    ],
    notesOf(kindOf, 'a plain delete', 'an object with a finalizer'),
  ),
  example('DEL-012', tried(places), notesFates(places)),
  example('DEL-014', tried(graces), notesFates(graces)),
  example('DEL-015', tried(orphans), notesOf(finalizersOf, ...Object.keys(orphans))),
  example('DEL-016', tried(preconditions), notesFates(preconditions)),
  example('DEL-017', tried(policies), notesOf(finalizersOf, ...Object.keys(policies))),
  example('DEL-029', namespaceWithHeld([finalizerName('held')]), notesNamespace),
  example(
    'DEL-031',
    [
      ...markedObject('main', [finalizerName('a')]),
      updateFrom('a finalizer while finalizing', 'main', 'marked', {
        '/metadata/finalizers': [finalizerName('a'), finalizerName('late')],
      }),
    ],
    notesAnswers('a finalizer while finalizing'),
  ),
  example(
    'DEL-032',
    [
      create('plain', 'main', 'y', { set: heldByFinalizer }),
      updateFrom('mark of a live object', 'main', 'plain', {
        '/metadata/deletionTimestamp': '2001-01-01T00:00:00Z',
      }),
      get('live', 'main', caseName('y')),
      ...markedObject('main', [finalizerName('a')]),
      updateFrom(
        'mark dropped',
        'main',
        'marked',
        {},
        { drop: ['/metadata/deletionTimestamp', '/metadata/deletionGracePeriodSeconds'] },
      ),
      get('after', 'main', caseName('x')),
    ],
    notesMarks,
  ),
  example(
    'DEL-033',
    [
      ...markedObject('main', [finalizerName('a')]),
      updateFrom('labelled', 'main', 'marked', { '/metadata/labels/late': 'yes' }),
      get('after', 'main', caseName('x')),
    ],
    notesLabels,
  ),
]
