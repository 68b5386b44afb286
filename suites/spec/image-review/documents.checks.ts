// Which answers of a backend for images are valid.

import { imageReview } from '../../../properties/models/config/small-kinds.ts'
import { noted, put } from '../../../properties/scenarios/configuration/configuration.ts'
import { documents } from '../../configuration.ts'

export default [
  documents(
    'IMG-010',
    'A reason is given where images are not allowed.',
    imageReview,
    noted({}, 'a review without an answer'),
    noted(put({ status: { allowed: true } }), 'allowed, without a reason'),
    noted(put({ status: { allowed: true, reason: 'signed' } }), 'allowed, with a reason'),
  ),
]
