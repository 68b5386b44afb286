// Performs many sequences of writes with all verbs to a few objects, one by one and concurrently.
// Each is judged by a model of the effects of writes and by the events of a watch.

import type { TestedType } from '../../fixtures/objects/tested-types.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { nothingOutlivesItsNamespace } from '../../properties/laws/sequences/namespace-races.ts'
import { oneOrderExplains } from '../../properties/laws/sequences/one-order.ts'
import { watchAgreesWithAnswers } from '../../properties/laws/sequences/watch-agreement.ts'
import type { ServerBehavior } from '../../properties/laws/sequences/writes.ts'
import type { Judge } from '../../properties/history/observation.ts'
import { namespaceRaces } from '../../properties/scenarios/object-fields/namespace-races.ts'
import type { SequenceType } from '../../properties/scenarios/sequence-writes.ts'
import { writeSequences } from '../../properties/scenarios/sequences.ts'
import { judgeConcurrentHistories } from './concurrent-histories.ts'
import type { ConcurrentOptions, ConcurrentOutcome } from './concurrent-histories.ts'

type Options = Pick<ConcurrentOptions, 'histories' | 'seed' | 'concurrency'>

/** Performs and judges sequences on a target. */
export function judgeSequences(
  { types, ...target }: Target,
  { removesBlindly = false, ...options }: Options & Partial<ServerBehavior>,
): Promise<ConcurrentOutcome> {
  // Sequences write no cluster-scoped type. A type with a status takes this role.
  const own = { ...types, cluster: ingresses(target.apiDomain) }
  const scenarios = writeSequences(kindsOf(own))
  const judgedBy: Record<string, Judge> = {
    'one order explains all answers': oneOrderExplains({ removesBlindly }),
    'a watch tells what happened': watchAgreesWithAnswers({ removesBlindly }),
  }
  return judgeConcurrentHistories({ ...target, types: own }, { ...options, scenarios, judgedBy })
}

/** Performs and judges creates during the deletion of their namespace. */
export const judgeNamespaceRaces = (target: Target, options: Options): Promise<ConcurrentOutcome> =>
  judgeConcurrentHistories(target, {
    ...options,
    scenarios: namespaceRaces(),
    judgedBy: { 'nothing outlives its namespace': nothingOutlivesItsNamespace },
  })

const kindsOf = ({ main, core, cluster }: Target['types']): SequenceType[] => [
  { role: 'main', contentAt: main.content },
  { role: 'core', contentAt: core.content },
  {
    role: 'cluster',
    contentAt: cluster.content,
    statuses: ['192.0.2.1', '192.0.2.2'].map(ip => ({ loadBalancer: { ingress: [{ ip }] } })),
  },
]

/** A type with generations and with a status that no built-in controller writes. */
const ingresses = (apiDomain: string): TestedType => ({
  group: `networking.${apiDomain}`,
  version: 'v1',
  resource: 'ingresses',
  kind: 'Ingress',
  namespaced: true,
  sample: { spec: { defaultBackend: { service: { name: 'sample', port: { number: 80 } } } } },
  content: '/spec/ingressClassName',
  typed: { at: '/spec/ingressClassName', wrong: 7 },
  unconditionalUpdate: true,
  createOnUpdate: false,
})
