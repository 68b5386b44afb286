// Checks what a server asks a backend about images, and what it makes of the answers
// (suites/setups/image-reviews.ts).

import fc from 'fast-check'
import { longReason, shortReason } from '../../../fixtures/objects/image-reviews.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  answerSummary,
  bodyValueAt,
  exchangeAt,
  isFinalRefusal,
} from '../../../properties/history/history.ts'
import {
  applicable,
  precondition,
  recordAnswer,
  verify,
} from '../../../properties/history/observation.ts'
import {
  imagesOf,
  refusesPod,
  requireAdmitted,
  requireReviews,
  reviewsOfCase,
  sentImages,
  specOf,
} from '../../../properties/laws/image-review/reviewed-pods.ts'
import { inTurn } from '../../../properties/laws/in-turn.ts'
import {
  createConfigMap,
  createPod,
  createPodWith,
  createReviewedNamespace,
  getPod,
  image,
  readReviews,
} from '../../../properties/scenarios/image-review/reviewed-pods.ts'
import { scenarioWith } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'
import { isJsonObject } from '../../../properties/dsl/term.ts'

const admittedPod = [createReviewedNamespace, createPodWith('allow'), readReviews]

// De facto (IMG-006).
const matching = 'ticket.image-policy.k8s.io/touchstone'
const others = ['touchstone.example/ticket', 'image-policy']

const annotatedPod = [
  createReviewedNamespace,
  createPod('allow', 'allow', {
    images: [image('allow')],
    annotations: Object.fromEntries([matching, ...others].map(key => [key, 'touchstone'])),
  }),
  readReviews,
]

const annotationsOf = (review: Record<string, unknown>): string[] => {
  const { annotations } = specOf(review)
  return isJsonObject(annotations) ? Object.keys(annotations) : []
}

const digest = `@sha256:${'0123456789abcdef'.repeat(4)}`

const messageAt = (history: History, label: string): string =>
  String(bodyValueAt(exchangeAt(history, label), '/message'))

// Enough of a reason to recognize it.
const beginning = longReason.slice(0, shortReason.length)

export default [
  example('IMG-001', admittedPod, function* (history) {
    const expected = `ImageReview of imagepolicy.${history.context.apiDomain}/v1alpha1`
    for (const { kind, apiVersion } of yield* requireReviews(history, 'allow')) {
      const got = `${String(kind)} of ${String(apiVersion)}`
      yield verify(got === expected, {
        says: 'The backend receives an ImageReview of version v1alpha1.',
        expected,
        got,
        at: 'reviews',
      })
    }
  }),
  example('IMG-002', admittedPod, function* (history) {
    for (const { spec, metadata } of yield* requireReviews(history, 'allow'))
      yield verify(isJsonObject(spec) && (metadata === undefined || isJsonObject(metadata)), {
        says: 'A review has a spec, and metadata is that of an object.',
        expected: 'objects as spec and metadata',
        got: { spec, metadata },
        at: 'reviews',
      })
  }),
  property(
    'IMG-003',
    fc
      .record({
        images: fc.integer({ min: 1, max: 4 }),
        initImages: fc.integer({ min: 0, max: 2 }),
      })
      .map(({ images, initImages }) =>
        scenarioWith(
          createReviewedNamespace,
          createPod('allow', 'allow', {
            images: Array.from({ length: images }, (_, index) => image('allow', `:main-${index}`)),
            initImages: Array.from({ length: initImages }, (_, index) =>
              image('allow', `:init-${index}`),
            ),
          }),
          readReviews,
        ),
      ),
    function* (history) {
      const sent = sentImages(history, 'allow')
      // The specification does not say whether init containers count.
      const lawful = [sent.containers, [...sent.containers, ...sent.initContainers]].map(setText)
      for (const review of yield* requireReviews(history, 'allow'))
        yield verify(lawful.includes(setText(imagesOf(review))), {
          says: 'A review has the images of the containers of the pod.',
          expected: lawful[0],
          got: setText(imagesOf(review)),
          at: 'reviews',
        })
    },
    { scenariosMax: 5 },
  ),
  example(
    'IMG-004',
    [
      createReviewedNamespace,
      createPod('allow', 'allow', { images: [image('allow'), image('allow', `:1${digest}`)] }),
      createPod('digest', 'digest', { images: [image('allow', digest)] }),
      readReviews,
    ],
    function* (history) {
      const reviews = yield* requireReviews(history, 'allow', 'digest')
      const got = reviews.flatMap(imagesOf)
      for (const label of ['allow', 'digest'])
        for (const sent of sentImages(history, label).containers)
          yield verify(got.includes(sent), {
            says: 'Images are sent as they are in the pod, with a tag or a digest.',
            expected: sent,
            got,
            at: 'reviews',
          })
    },
  ),
  example('IMG-005', annotatedPod, function* (history) {
    const reviews = yield* requireReviews(history, 'allow')
    const got = reviews.flatMap(annotationsOf)
    // The specification does not say what the pattern is.
    yield* applicable(
      got.includes(matching),
      `the backend receives no annotations with keys such as ${matching}`,
    )
    for (const key of others)
      yield verify(!got.includes(key), {
        says: 'Only annotations whose keys match the pattern are sent.',
        expected: matching,
        got,
        at: 'reviews',
      })
  }),
  example('IMG-006', annotatedPod, function* (history) {
    const reviews = yield* requireReviews(history, 'allow')
    const isSent = reviews.flatMap(annotationsOf).includes(matching)
    yield recordAnswer(
      `an annotation of *.image-policy.k8s.io/* ${isSent ? 'arrives' : 'is left out'}`,
    )
  }),
  example('IMG-007', admittedPod, function* (history) {
    const expected = `${history.context.prefix}reviewed`
    for (const review of yield* requireReviews(history, 'allow'))
      yield verify(specOf(review)['namespace'] === expected, {
        says: 'A review has the namespace of the pod.',
        expected,
        got: specOf(review)['namespace'] ?? 'none',
        at: 'reviews',
      })
  }),
  property(
    'IMG-008',
    fc
      .shuffledSubarray(['allow', 'deny', 'no-decision'] as const, { minLength: 3 })
      .map(decisions =>
        scenarioWith(
          createReviewedNamespace,
          ...decisions.flatMap(one => [createPodWith(one), getPod(`get ${one}`, one)]),
        ),
      ),
    inTurn(
      refusesPod('A review that is not allowed refuses the pod.', {
        refused: 'deny',
        admitted: 'allow',
      }),
      refusesPod('A review without `allowed` does not admit the pod.', {
        refused: 'no-decision',
        admitted: 'allow',
      }),
    ),
    { scenariosMax: 3 },
  ),
  example(
    'IMG-011',
    [
      createReviewedNamespace,
      createPodWith('allow'),
      createPodWith('deny'),
      createPodWith('deny-at-length'),
    ],
    function* (history) {
      yield* requireAdmitted(history, 'allow')
      const refused = exchangeAt(history, 'deny')
      yield* precondition(isFinalRefusal(refused), `deny returned ${answerSummary(refused)}`)
      yield* applicable(
        messageAt(history, 'deny').includes(shortReason),
        'refusals do not show the reason of the backend',
      )
      yield verify(messageAt(history, 'deny-at-length').includes(beginning), {
        says: 'A long reason is shown from its beginning on.',
        expected: `a message with ${beginning}`,
        got: messageAt(history, 'deny-at-length'),
        at: 'deny-at-length',
      })
    },
  ),
  example(
    'IMG-013',
    [
      createReviewedNamespace,
      createPodWith('allow'),
      getPod('get allow', 'allow'),
      createPodWith('deny'),
      getPod('get deny', 'deny'),
      createConfigMap('config map'),
      readReviews,
    ],
    function* (history) {
      yield* requireAdmitted(history, 'allow', 'config map')
      const reviews = yield* reviewsOfCase(history)
      const pods = ['allow', 'deny'].flatMap(label => sentImages(history, label).containers)
      for (const sent of pods)
        yield verify(reviews.flatMap(imagesOf).includes(sent), {
          says: 'The backend is asked about each new pod.',
          expected: `a review with ${sent}`,
          got: reviews.flatMap(imagesOf),
          at: 'reviews',
        })
      const other = reviews.find(review => !imagesOf(review).some(one => pods.includes(one)))
      yield verify(other === undefined, {
        says: 'The backend is asked about pods, and not about objects of other types.',
        expected: 'no review about the config map',
        got: other,
        at: 'config map',
      })
      yield* refusesPod('A refused pod is not stored.', { refused: 'deny', admitted: 'allow' })(
        history,
      )
    },
  ),
  example(
    'IMG-014',
    [createReviewedNamespace, createPodWith('allow'), createPodWith('no-review')],
    function* (history) {
      yield* requireAdmitted(history, 'allow')
      const answer = answerSummary(exchangeAt(history, 'no-review'))
      yield recordAnswer(`a pod without a review, if the settings do not admit it: ${answer}`)
    },
  ),
]

/** Returns a set of images as a text, in a fixed order. */
function setText(images: readonly string[]): string {
  return [...new Set(images)].toSorted().join(' ')
}
