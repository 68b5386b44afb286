// Judges the initial contents of a namespace and its removal. The labels are in
// scenarios/namespace-contents.ts.

import type { History } from '../../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt, isSuccess } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireDecision } from '../decisions.ts'
import { hasDeletionTimestamp } from './deletions.ts'
import { requireSuccess } from '../preconditions.ts'
import { uidIn } from '../paths-and-verbs/scopes.ts'
import { refusesWith } from '../status.ts'

/** K8S-DEL-013: a new namespace gets a service account and the certificate of the server. */
export function* newNamespacesHaveDefaults(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'namespace')
  const account = yield* requireDecision(history, 'account')
  const certificate = yield* requireDecision(history, 'certificate')
  yield* precondition(
    isSuccess(account) || isSuccess(certificate),
    'the namespace has no default objects yet',
  )
  const says =
    'A new namespace soon has a service account and a config map with the certificate of the server.'
  const expected = 'success'
  yield verify(isSuccess(account), { says, expected, got: answerSummary(account), at: account })
  yield verify(isSuccess(certificate), {
    says,
    expected,
    got: answerSummary(certificate),
    at: certificate,
  })
  const text = bodyValueAt(certificate, '/data/ca.crt')
  yield verify(typeof text === 'string', {
    says: 'The config map kube-root-ca.crt has a key ca.crt.',
    expected: 'a text',
    got: text,
    at: certificate,
  })
}

const isTerminating = {
  code: 403,
  reason: 'Forbidden',
  causes: [{ reason: 'NamespaceTerminating', field: 'metadata.namespace' }],
}

/**
 * K8S-DEL-014: a deleted namespace accepts no new objects, waits for its contents, and is removed.
 */
export function* namespaceWaitsForItsContents(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'namespace', 'free', 'held', 'deleted')
  const free = yield* requireDecision(history, 'after free')
  yield* precondition(!isSuccess(free), 'the namespace is not empty yet')
  // If the namespace is gone as well, the server is blamed: a controller that removes finalizers of
  // others in terminating namespaces is not expected.
  yield* precondition(
    isSuccess(exchangeAt(history, 'kept')) || !isNamespace(history, 'terminating'),
    'the held object is gone: its finalizer was ignored, or another client removed it',
  )

  const waiting = yield* requireDecision(history, 'terminating')
  const phase = bodyValueAt(waiting, '/status/phase')
  yield verify(
    isNamespace(history, 'terminating') && hasDeletionTimestamp(waiting) && phase === 'Terminating',
    {
      says: 'A deleted namespace is Terminating while finalizers hold something in it.',
      expected: 'the namespace, deleted, in phase Terminating',
      got: isSuccess(waiting) ? `phase ${String(phase)}` : answerSummary(waiting),
      at: waiting,
    },
  )
  const says = 'A terminating namespace refuses creates.'
  yield* refusesWith(history, 'late', isTerminating, says)

  yield* requireSuccess(history, 'freed')
  const gone = yield* requireDecision(history, 'gone')
  if (isNamespace(history, 'gone')) yield* waitedForEnd(history)
  yield verify(!isNamespace(history, 'gone'), {
    says: 'A deleted namespace is removed when it is empty.',
    expected: 'nothing',
    got: answerSummary(gone),
    at: gone,
  })
}

// Servers promise no time. A server as fast as for the free object needs at most this factor.
const timesMax = 20

/**
 * The precondition that the wait for the removal was much longer than that for the free object.
 * After that time the removal is lost, not late.
 */
function* waitedForEnd(history: History): Generator<Observation> {
  const emptyingMs =
    exchangeAt(history, 'after free').sentAt - exchangeAt(history, 'deleted').sentAt
  const waitedMs = exchangeAt(history, 'gone').sentAt - exchangeAt(history, 'freed').sentAt
  yield* precondition(waitedMs >= timesMax * emptyingMs, 'the namespace is not removed yet')
}

const isNamespace = (history: History, label: string): boolean =>
  uidIn(exchangeAt(history, label)) === uidIn(exchangeAt(history, 'namespace'))
