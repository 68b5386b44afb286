// Judges what a server asks a backend about images, and what it makes of the answers
// (scenarios/image-review/reviewed-pods.ts).

import type { History } from '../../history/history.ts'
import { answerSummary, bodyValueAt, exchangeAt, isSuccess } from '../../history/history.ts'
import { anyRefusal, applicable, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireDecision } from '../decisions.ts'
import { isJsonObject } from '../../dsl/term.ts'

type Members = Record<string, unknown>

/** A pod was admitted, so the server has reached the backend and understood its answer. */
export function* requireAdmitted(history: History, ...labels: string[]): Generator<Observation> {
  for (const label of ['namespace', ...labels]) {
    const exchange = exchangeAt(history, label)
    if (exchange.request.method === 'POST')
      yield* applicable(exchange.answer?.status !== 404, `the server has no ${label} to create`)
    yield* precondition(isSuccess(exchange), `${label} returned ${answerSummary(exchange)}`)
  }
}

/** Returns the reviews about pods of this case. */
export function* reviewsOfCase(history: History): Generator<Observation, Members[]> {
  const exchange = exchangeAt(history, 'reviews')
  const all = bodyValueAt(exchange, '/reviews')
  yield* precondition(Array.isArray(all), `reviews returned ${answerSummary(exchange)}`)
  return (Array.isArray(all) ? (all as unknown[]) : []).filter(
    (review): review is Members =>
      isJsonObject(review) && JSON.stringify(review).includes(history.context.prefix),
  )
}

/** The same if there is at least one, and the pods were admitted. */
export function* requireReviews(
  history: History,
  ...admitted: string[]
): Generator<Observation, Members[]> {
  yield* requireAdmitted(history, ...admitted)
  const reviews = yield* reviewsOfCase(history)
  yield* precondition(reviews.length > 0, 'the backend was asked nothing about the pods')
  return reviews
}

/** Returns the member `spec` of a review; empty if there is none. */
export const specOf = ({ spec }: Members): Members => (isJsonObject(spec) ? spec : {})

/** Returns the images of a review. */
export function imagesOf(review: Members): string[] {
  const { containers } = specOf(review)
  return Array.isArray(containers)
    ? containers.map(one => (isJsonObject(one) ? String(one['image']) : String(one)))
    : []
}

/** A pod is refused, and not stored. `admitted` is a similar pod that is admitted and stored. */
export const refusesPod = (
  says: string,
  { refused, admitted }: { refused: string; admitted: string },
) =>
  function* (history: History): Generator<Observation> {
    yield* requireAdmitted(history, admitted, `get ${admitted}`)
    const created = yield* requireDecision(history, refused)
    const read = yield* requireDecision(history, `get ${refused}`)
    for (const exchange of [created, read])
      yield verify(!isSuccess(exchange), {
        says,
        expected: exchange === read ? 'no such pod' : anyRefusal('a refusal'),
        got: answerSummary(exchange),
        at: exchange,
      })
  }

/** Returns the images in the body of a pod that was sent, by the kind of container. */
export function sentImages(
  history: History,
  label: string,
): { containers: string[]; initContainers: string[] } {
  const body = JSON.parse(exchangeAt(history, label).request.body ?? '{}') as Members
  const { containers, initContainers } = specOf(body)
  return { containers: imagesIn(containers), initContainers: imagesIn(initContainers) }
}

const imagesIn = (containers: unknown): string[] => imagesOf({ spec: { containers } })
