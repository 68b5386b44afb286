// Encodings of custom types.

import { isNotInProtobuf } from '../../../properties/laws/custom-resources/custom-encodings.ts'
import { inProtobuf } from '../../../properties/scenarios/custom-resources/custom-instances.ts'
import { example } from '../../check.ts'

export default [
  example(
    'ENC-021',
    inProtobuf.filter(step => !('as' in step && step.as === 'metadata')),
    isNotInProtobuf,
    {
      needs: ['feature custom-resources'],
    },
  ),
]
