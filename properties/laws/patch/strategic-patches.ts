// Judges strategic merge patches. The labels are in scenarios/strategic-patches.ts.

import type { History } from '../../history/history.ts'
import { bodyValueAt, exchangeAt, rolesIn } from '../../history/history.ts'
import { applicable, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { finalizerName } from '../../scenarios/object-lifecycles.ts'
import { initialFinalizers } from '../../scenarios/patch/patches.ts'
import { patchesOfItems } from '../../scenarios/patch/strategic-patches.ts'
import { writableRoles } from '../../scenarios/updates.ts'
import { acceptsRequest } from '../decisions.ts'
import { requireSuccess } from '../preconditions.ts'
import { requireBuiltInTypes } from './built-in-types.ts'
import { isUnsupportedMediaType } from './served-patch-types.ts'

/** K8S-PTCH-016: finalizers are merged, and a directive removes some. */
export function* finalizersAreMerged(history: History): Generator<Observation> {
  const roles = yield* requireBuiltInTypes(history, rolesIn(history, writableRoles))
  const served = roles.filter(role => !isUnsupportedMediaType(history, `added ${role}`))
  yield* applicable(served.length > 0, 'strategic merge patches are not served')
  for (const role of served) {
    yield* requireSuccess(history, `object ${role}`)
    const all = [...initialFinalizers, finalizerName('v')]
    const left = all.filter(one => one !== finalizerName('x'))
    const added = 'A strategic merge patch adds its finalizers to those of the object.'
    yield* leavesTexts(history, `added ${role}`, { says: added, wanted: all })
    const removed = 'The directive $deleteFromPrimitiveList removes finalizers.'
    yield* leavesTexts(history, `removed ${role}`, { says: removed, wanted: left })
  }
}

/** A patch is accepted and leaves these finalizers. Another client may add others. */
function* leavesTexts(
  history: History,
  label: string,
  { says, wanted }: { says: string; wanted: string[] },
): Generator<Observation> {
  yield* acceptsRequest(history, label, says)
  yield* requireSuccess(history, `after ${label}`)
  const found = bodyValueAt(exchangeAt(history, `after ${label}`), '/metadata/finalizers')
  const got = (Array.isArray(found) ? found : [])
    .filter(one => String(one).startsWith(finalizerName('')))
    .map(String)
    .toSorted()
    .join(', ')
  const expected = wanted.toSorted().join(', ')
  yield verify(got === expected, { says, expected, got, at: label })
}

/** K8S-PTCH-017: the items of a list are merged by their key; directives delete and replace. */
export function* itemsAreMerged(history: History): Generator<Observation> {
  yield* requireServed(history, 'added')
  for (const { as, left } of patchesOfItems) {
    const says = sentences[as] ?? ''
    yield* acceptsRequest(history, as, says)
    yield* requireSuccess(history, `after ${as}`)
    const items = bodyValueAt(exchangeAt(history, `after ${as}`), '/secrets')
    const got = (Array.isArray(items) ? (items as unknown[]) : [])
      .map(item => String(valueAt(item, '/name')))
      .toSorted()
    const expected = left.join(', ')
    yield verify(got.join(', ') === expected, { says, expected, got: got.join(', '), at: as })
  }
}

const sentences: Record<string, string> = {
  added: 'A strategic merge patch adds an item with a new key to a list.',
  repeated: 'A strategic merge patch adds no second item with the same key to a list.',
  deleted: 'The directive $patch: delete removes the item with its key.',
  replaced: 'The directive $patch: replace replaces a list.',
}

/** K8S-PTCH-018: `$retainKeys` removes the members that it does not name. */
export function* othersAreNotRetained(history: History): Generator<Observation> {
  yield* requireServed(history, 'switched')
  const says = 'The directive $retainKeys removes the members that it does not name.'
  yield* acceptsRequest(history, 'switched', says)
  yield* requireSuccess(history, 'after switched')
  const after = exchangeAt(history, 'after switched')
  const [type, rolling] = ['type', 'rollingUpdate'].map(member =>
    bodyValueAt(after, `/spec/strategy/${member}`),
  )
  yield verify(type === 'Recreate' && (rolling ?? null) === null, {
    says,
    expected: 'type: Recreate, and no rollingUpdate',
    got: bodyValueAt(after, '/spec/strategy'),
    at: 'switched',
  })
}

/** Not applicable if the server serves neither the type nor strategic merge patches of it. */
function* requireServed(history: History, first: string): Generator<Observation> {
  const isServed = exchangeAt(history, 'object').answer?.status !== 404
  yield* applicable(isServed, 'the type is not served')
  yield* requireSuccess(history, 'object')
  const isPatched = !isUnsupportedMediaType(history, first)
  yield* applicable(isPatched, 'strategic merge patches are not served')
}
