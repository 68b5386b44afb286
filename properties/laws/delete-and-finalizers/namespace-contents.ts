// What a namespace holds at first, and what it waits for in the end. For the labels see
// scenarios/namespace-contents.ts.

import type { History } from '../../history/history.ts'
import { answered, at, read, succeeded } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { decided } from '../decisions.ts'
import { isMarked } from './deletions.ts'
import { done } from '../premises.ts'
import { uidIn } from '../paths-and-verbs/scopes.ts'
import { refusesWith } from '../status.ts'

/** K8S-DEL-013: a new namespace gets a service account and the certificate of the server. */
export function* namespacesAreFurnished(history: History): Generator<Observation> {
  yield* done(history, 'namespace')
  const account = yield* decided(history, 'account')
  const certificate = yield* decided(history, 'certificate')
  yield* given(succeeded(account) || succeeded(certificate), 'nobody has furnished it yet')
  const says = 'A new namespace soon has a service account and the certificate of the server.'
  const expected = 'success'
  yield holds(succeeded(account), { says, expected, got: answered(account), at: account })
  yield holds(succeeded(certificate), {
    says,
    expected,
    got: answered(certificate),
    at: certificate,
  })
  const text = read(certificate, '/data/ca.crt')
  yield holds(typeof text === 'string', {
    says: 'The config map kube-root-ca.crt has a member ca.crt.',
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

/** K8S-DEL-014: a namespace waits for what is in it, takes nothing more, and goes. */
export function* namespaceEndsLast(history: History): Generator<Observation> {
  yield* done(history, 'namespace', 'free', 'held', 'deleted')
  const free = yield* decided(history, 'after free')
  yield* given(!succeeded(free), 'nobody has emptied it yet')
  yield* given(succeeded(at(history, 'kept')), 'somebody else has released the held object')

  const waiting = yield* decided(history, 'terminating')
  const phase = read(waiting, '/status/phase')
  yield holds(isNamespace(history, 'terminating') && isMarked(waiting) && phase === 'Terminating', {
    says: 'A deleted namespace is Terminating while something in it is held.',
    expected: 'the namespace, deleted, in phase Terminating',
    got: succeeded(waiting) ? `phase ${String(phase)}` : answered(waiting),
    at: waiting,
  })
  const says = 'A namespace that is terminating takes no new objects.'
  yield* refusesWith(history, 'late', isTerminating, says)

  yield* done(history, 'freed')
  const gone = yield* decided(history, 'gone')
  if (isNamespace(history, 'gone')) yield* waitedForEnd(history)
  yield holds(!isNamespace(history, 'gone'), {
    says: 'A deleted namespace goes when nothing is left in it.',
    expected: 'nothing',
    got: answered(gone),
    at: gone,
  })
}

// No time is promised. What is as quick as it was with the free object needs no longer than this.
const timesMax = 20

/** The wait for the end was long beside that for the free object: what is not done then is lost. */
function* waitedForEnd(history: History): Generator<Observation> {
  const emptyingMs = at(history, 'after free').sentAt - at(history, 'deleted').sentAt
  const waitedMs = at(history, 'gone').sentAt - at(history, 'freed').sentAt
  yield* given(waitedMs >= timesMax * emptyingMs, 'the namespace is not gone yet')
}

const isNamespace = (history: History, label: string): boolean =>
  uidIn(at(history, label)) === uidIn(at(history, 'namespace'))
