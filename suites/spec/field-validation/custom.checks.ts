// Unknown fields of custom types that preserve them.

import { preservesFields } from '../../../properties/laws/custom-resources/custom-encodings.ts'
import { preservedFields } from '../../../properties/scenarios/custom-resources/custom-instances.ts'
import { example } from '../../check.ts'

export default [
  example('VALID-017', preservedFields, preservesFields, { needs: ['feature custom-resources'] }),
]
