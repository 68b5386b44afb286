// Checks that objects are validated, pruned and defaulted by their schema.

import {
  refusesAsPredicted,
  storesAsPredicted,
} from '../../../properties/laws/custom-resources/custom-objects.ts'
import {
  invalidObjects,
  validObjects,
} from '../../../properties/scenarios/custom-resources/custom-objects.ts'
import { property } from '../../check.ts'
import type { Need } from '../../check.ts'

const needs: Need[] = ['feature custom-resources']

// Each scenario defines a type, which takes three seconds on a genuine server.
const rarely = { needs, scenariosMax: 4 }

export default [
  property('K8S-CR-020', validObjects(), storesAsPredicted, { ...rarely, observationsMin: 30 }),
  property('K8S-CR-021', invalidObjects(), refusesAsPredicted, { ...rarely, observationsMin: 20 }),
]
