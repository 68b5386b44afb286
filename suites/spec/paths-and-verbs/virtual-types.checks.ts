// Checks types that represent operations. The specification names no group and no version for
// reviews, so a target declares that it serves them as genuine servers do.

import {
  reviewComesBackAnswered,
  evictionDeletesThePod,
  reviewIsRepeatable,
} from '../../../properties/laws/paths-and-verbs/virtual-types.ts'
import {
  reviewedUser,
  podEviction,
  createReview,
  repeatedReview,
} from '../../../properties/scenarios/paths-and-verbs/virtual-types.ts'
import { example } from '../../check.ts'

export default [
  example('PATH-030', [createReview('review', reviewedUser)], reviewComesBackAnswered, {
    needs: ['feature subjectaccessreviews'],
  }),
  example('PATH-032', repeatedReview, reviewIsRepeatable, {
    needs: ['feature subjectaccessreviews'],
  }),
  example('PATH-033', podEviction, evictionDeletesThePod, { needs: ['feature pods'] }),
]
