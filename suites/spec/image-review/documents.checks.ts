// Checks which responses of an image policy backend are valid.

import { validImageReview } from '../../../properties/models/config/small-kinds.ts'
import {
  recordedCase,
  withFields,
} from '../../../properties/scenarios/configuration/configuration.ts'
import { documentCheck } from '../../configuration-checks.ts'

export default [
  documentCheck(
    'IMG-010',
    'A reason is given if images are not allowed.',
    validImageReview,
    recordedCase({}, 'a review without an answer'),
    recordedCase(withFields({ status: { allowed: true } }), 'allowed, without a reason'),
    recordedCase(
      withFields({ status: { allowed: true, reason: 'signed' } }),
      'allowed, with a reason',
    ),
  ),
]
