// Checks nested values of every type in every encoding.

import { anyValueRoundTrips } from '../../../properties/laws/encodings/any-values.ts'
import { anyValues } from '../../../properties/scenarios/encodings/any-values.ts'
import { cborGate } from '../../../properties/scenarios/encodings/encodings.ts'
import { property } from '../../check.ts'

export default [
  property('K8S-ENC-054', anyValues(), anyValueRoundTrips, { needs: [`alternate ${cborGate}`] }),
]
