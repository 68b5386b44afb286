// Which answers of a backend for images are valid.

import { imageReview } from '../../../properties/models/config/small-kinds.ts'
import { put, taken } from '../../../properties/scenarios/configuration.ts'
import { documents } from '../../configuration.ts'

export default [
  documents(
    'IMG-010',
    'A reason is given where images are not allowed.',
    imageReview,
    taken({}),
    taken(put({ status: { allowed: true } })),
  ),
]
