// Values of every sort, within each other, in every encoding.

import { anyValueIsTheSame } from '../../../properties/laws/any-values.ts'
import { anyValues } from '../../../properties/scenarios/any-values.ts'
import { cborDoor } from '../../../properties/scenarios/encodings.ts'
import { property } from '../../check.ts'

export default [
  property('K8S-ENC-054', anyValues(), anyValueIsTheSame, { needs: [`door ${cborDoor}`] }),
]
