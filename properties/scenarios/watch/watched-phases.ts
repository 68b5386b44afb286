// Builds watches of namespaces by their phase, which a removal changes.

import type { Step } from '../../dsl/scenario.ts'
import {
  awaitEventType,
  awaitVersion,
  caseName,
  create,
  deleteObject,
  get,
  versionFrom,
  watch,
} from '../../dsl/steps.ts'

const phaseWatch = (as: string, phase: string): Step =>
  watch(as, 'namespaces', {
    resourceVersion: versionFrom('other'),
    fieldSelector: `status.phase=${phase}`,
  })

/**
 * A namespace (`object`) is created and removed, during watches of the active namespaces and of the
 * terminating ones. Then another one (`other`) is removed, and one (`marker`) is created.
 */
export const watchByPhase: Step[] = [
  create('other', 'namespaces', 'other'),
  phaseWatch('active', 'Active'),
  phaseWatch('terminating', 'Terminating'),
  create('object', 'namespaces', 'x'),
  deleteObject('removed', 'namespaces', caseName('x')),
  get('after', 'namespaces', caseName('x')),
  deleteObject('other removed', 'namespaces', caseName('other')),
  create('marker', 'namespaces', 'zz-marker'),
  awaitVersion('active', 'marker'),
  awaitEventType('terminating', 'ADDED'),
]
