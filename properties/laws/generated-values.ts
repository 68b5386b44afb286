// Compares answers except for the values that a server generates for each request.

import type { Exchange, History } from '../history/history.ts'
import { exchangeAt, bodyValueAt } from '../history/history.ts'
import { applicable, verify, recordAnswer } from '../history/observation.ts'
import type { Observation } from '../history/observation.ts'
import type { JsonDifference } from '../models/json-differences.ts'
import { differenceSides } from '../models/json-differences.ts'
import { addedKeys } from './added-metadata.ts'
import { requireSuccess } from './preconditions.ts'
import { ownObjectName } from './status.ts'

/**
 * The members that a client must not rely on in the answer to a dry run (DRY-016). Managed fields
 * contain the time of the request.
 */
const generated = [
  'creationTimestamp',
  'deletionTimestamp',
  'uid',
  'resourceVersion',
  'managedFields',
]

const isGenerated = ({ pointer }: JsonDifference): boolean =>
  generated.some(field => `${pointer}/`.startsWith(`/metadata/${field}/`))

/** Consecutive requests may fall into different seconds. */
const isOfTime = ({ wanted, got }: JsonDifference): boolean => isTime(wanted) && isTime(got)

const isTime = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:/.test(value)

/** Reports whether two equivalent requests may cause this difference. */
export const isGeneratedPerRequest = (difference: JsonDifference): boolean =>
  isGenerated(difference) || isOfTime(difference)

/** The members of metadata that the specification or a dialect defines. */
const definedMetadata = new Set([
  ...generated,
  'annotations',
  'deletionGracePeriodSeconds',
  'finalizers',
  'generateName',
  'generation',
  'labels',
  'name',
  'namespace',
  'ownerReferences',
])

/**
 * Reports whether two objects differ in a member of metadata that nothing defines (OBJ-034). A
 * server may set it to another value in each object.
 */
export function isUndefinedMetadata({ pointer, wanted, got }: JsonDifference): boolean {
  const [, member, inner] = /^\/metadata\/([^/]+)(\/.*)?$/.exec(pointer) ?? []
  const isInBoth = inner !== undefined || (wanted !== undefined && got !== undefined)
  return isInBoth && member !== undefined && !definedMetadata.has(member)
}

/** Yields all differences of two JSON values. */
export function* allDifferences(
  wanted: unknown,
  got: unknown,
  pointer = '',
): Generator<JsonDifference> {
  if (Object.is(wanted, got)) return
  if (!areAlike(wanted, got)) return yield { pointer, wanted, got }
  const [left, right] = [new Map(Object.entries(wanted)), new Map(Object.entries(got as object))]
  for (const key of new Set([...left.keys(), ...right.keys()]))
    yield* allDifferences(left.get(key), right.get(key), `${pointer}/${key}`)
}

const areAlike = (one: unknown, other: unknown): one is object =>
  isComposite(one) && isComposite(other) && Array.isArray(one) === Array.isArray(other)

const isComposite = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * Returns the first difference between the answers to a dry and to the real request on the object
 * `x`, ignoring generated values: the known members, what the server adds when it stores the
 * object, and every place where the answer to the same request on `y` differs, too.
 */
function realDifference(
  history: History,
  { dry, real, again }: { dry: Exchange; real: Exchange; again: Exchange },
): JsonDifference | undefined {
  const twin: unknown = JSON.parse(renamed(history, again.answer?.text ?? 'null'))
  const madeUp = new Set([...allDifferences(real.answer?.body, twin)].map(one => one.pointer))
  const maps = ['labels', 'annotations'] as const
  const added = maps.flatMap(map => addedKeys(history, map).map(key => `/metadata/${map}/${key}`))
  return [...allDifferences(real.answer?.body, dry.answer?.body)].find(
    one => !isGeneratedPerRequest(one) && !madeUp.has(one.pointer) && !isLaterAddition(added, one),
  )
}

/**
 * Whether a dry run lacks what the server adds when it stores the object: the generation, which may
 * also be another one, or labels and annotations, at these pointers.
 */
function isLaterAddition(added: string[], { pointer, wanted, got }: JsonDifference): boolean {
  if (pointer === '/metadata/generation') return got === undefined || Number.isInteger(got)
  if (got !== undefined) return false
  const keys = isComposite(wanted) ? Object.keys(wanted).map(key => `${pointer}/${key}`) : [pointer]
  return keys.length > 0 && keys.every(key => added.includes(key))
}

const renamed = (history: History, text: string): string =>
  text.replaceAll(ownObjectName(history, 'y'), ownObjectName(history, 'x'))

/** DRY-007, DRY-009: a dry run has the same answer as the real request (`real`, `again`). */
export const dryRunAnswersTheRealResult = (says: string) =>
  function* (history: History): Generator<Observation> {
    yield* requireSuccess(history, 'real', 'again')
    const [dry, real, again] = [
      exchangeAt(history, 'dry'),
      exchangeAt(history, 'real'),
      exchangeAt(history, 'again'),
    ]
    yield* requireSuccess(history, 'dry')
    const isObject = typeof bodyValueAt(real, '/metadata/name') === 'string'
    if (!isObject) return
    const difference = realDifference(history, { dry, real, again })
    yield verify(difference === undefined, { says, ...differenceSides(difference), at: dry })
  }

/**
 * DRY-008: a dry create (`dry R`) gets the same defaults as the real create (`real R`). If no type
 * has defaults, nothing is judged.
 */
export const defaultsAreFilled = (...roles: string[]) =>
  function* (history: History): Generator<Observation> {
    let hasDefaults = false
    for (const role of roles) {
      const labels = { dry: `dry ${role}`, real: `real ${role}`, again: `again ${role}` }
      yield* requireSuccess(history, labels.real, labels.again, labels.dry)
      const [real, again] = [exchangeAt(history, labels.real), exchangeAt(history, labels.again)]
      const dry = new Map(placesIn(exchangeAt(history, labels.dry).answer?.body))
      const twin = new Map(placesIn(again.answer?.body))
      for (const [place, value] of filledIn(real)) {
        hasDefaults = true
        const got = dry.get(place)
        // A value that differs between objects is no fixed default. It only has to be set.
        const isFixed = twin.get(place) === value && !isTime(value)
        const isFilled = isFixed ? got === value : dry.has(place)
        yield verify(isFilled, {
          says: 'The response to a dry run has the default values of the type.',
          expected: `${place}: ${JSON.stringify(value)}`,
          got: got ?? 'nothing',
          at: labels.dry,
        })
      }
    }
    yield* applicable(hasDefaults, 'the types of the run have no default values')
  }

/** Returns the values in an answer that were not sent, without metadata and status. */
function filledIn({ request, answer }: Exchange): [place: string, value: unknown][] {
  const sent = new Set(placesIn(JSON.parse(request.body ?? 'null')).map(([place]) => place))
  return placesIn(answer?.body).filter(
    ([place]) => !sent.has(place) && !/^\/(metadata|status)\//.test(place),
  )
}

/** Returns the leaves of a JSON value by JSON pointer. */
function placesIn(value: unknown, pointer = ''): [place: string, value: unknown][] {
  if (!isComposite(value)) return value === undefined ? [] : [[pointer, value]]
  return Object.entries(value).flatMap(([key, member]) => placesIn(member, `${pointer}/${key}`))
}

/** DRY-017: records where the answers to a dry and to the real create differ. */
export function* notesWhatDiffers(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'dry', 'real')
  const [dry, real] = [exchangeAt(history, 'dry'), exchangeAt(history, 'real')]
  const all = [...allDifferences(real.answer?.body, dry.answer?.body)].filter(one => !isOfTime(one))
  const others = all.filter(one => !isGenerated(one))
  yield recordAnswer(`a dry create differs from the real one in ${words(all)}`)
  if (others.length > 0) yield recordAnswer(`among them, unexpectedly: ${words(others)}`)
}

const words = (differences: JsonDifference[]): string =>
  differences
    .map(({ pointer }) => pointer)
    .toSorted()
    .join(', ') || 'nothing'
