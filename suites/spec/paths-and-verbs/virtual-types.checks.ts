// Types that stand for operations. The specification gives no group for reviews, and no version for
// either: a target says that it serves them as genuine servers do.

import {
  comesBackAnswered,
  evictsThePod,
  isTakenAgain,
} from '../../../properties/laws/paths-and-verbs/virtual-types.ts'
import {
  asked,
  evictedPod,
  review,
  reviewedTwice,
} from '../../../properties/scenarios/paths-and-verbs/virtual-types.ts'
import { example } from '../../check.ts'

export default [
  example('PATH-030', [review('review', asked)], comesBackAnswered, {
    needs: ['feature subjectaccessreviews'],
  }),
  example('PATH-032', reviewedTwice, isTakenAgain, {
    needs: ['feature subjectaccessreviews'],
  }),
  example('PATH-033', evictedPod, evictsThePod, { needs: ['feature pods'] }),
]
