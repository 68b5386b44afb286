// Builds deletions of an object that a server cannot read (suites/setups/gates.ts).

import { type GateSetup, gateSetups } from '../../../fixtures/objects/gate-setups.ts'
import type { RequestStep, Step } from '../../dsl/scenario.ts'
import { onSetup } from '../../dsl/setup-names.ts'
import { caseName, rawRequest } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'

const namespace = caseName('gates')
const collection: Term = { $join: ['/api/v1/namespaces/', namespace, '/podtemplates'] }
const object: Term = { $join: [collection, '/', caseName('object')] }

const on = (setup: GateSetup) => ({ server: onSetup(gateSetups[setup]) })

const read = (as: string, setup: GateSetup): RequestStep => rawRequest(as, 'GET', object, on(setup))

const deleteForced = (as: string, setup: GateSetup): RequestStep =>
  rawRequest(as, 'DELETE', object, {
    ...on(setup),
    body: {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      ignoreStoreReadErrorWithClusterBreakingPotential: true,
    },
  })

/**
 * An object that only the encrypting server can read is deleted by force on a server without gate
 * settings (`refused`), and on one with the gate (`forced`).
 */
export const forcedDeletions: Step[] = [
  rawRequest('namespace', 'POST', '/api/v1/namespaces', {
    ...on('byDefault'),
    body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
  }),
  rawRequest('object', 'POST', collection, {
    ...on('encrypting'),
    body: {
      apiVersion: 'v1',
      kind: 'PodTemplate',
      metadata: { name: caseName('object') },
      template: {
        metadata: { labels: { app: 'touchstone' } },
        spec: { containers: [{ name: 'main', image: 'registry.example/touchstone:1' }] },
      },
    },
  }),
  read('unreadable', 'byDefault'),
  deleteForced('refused', 'byDefault'),
  read('after refusal', 'encrypting'),
  deleteForced('forced', 'allowed'),
  read('after deletion', 'encrypting'),
]
