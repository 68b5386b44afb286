// Checks how node agents register at their API (suites/setups/agents.ts).

import { agentSetups } from '../../../properties/dsl/agent-names.ts'
import { benchOf } from '../../../properties/dsl/agent-steps.ts'
import { askedOf, showsValue } from '../../../properties/laws/agents/at-the-api.ts'
import { requireBench, requireCome } from '../../../properties/laws/agents/pods-at-the-runtime.ts'
import { exchangeAt } from '../../../properties/history/history.ts'
import { verify } from '../../../properties/history/observation.ts'
import { untilPosted } from '../../../properties/scenarios/agents/pods.ts'
import { example } from '../../check.ts'

const registered = benchOf(agentSetups.registered)
const byHostname = benchOf(agentSetups.byHostname)

export default [
  example(
    'NODE-001',
    [
      byHostname.readMachine('machine'),
      untilPosted(agentSetups.byHostname),
      byHostname.ask('nodes', 'api', '/api/v1/nodes'),
    ],
    function* (history) {
      yield* requireBench(history)
      yield* requireCome(history, 'posted')
      const body = exchangeAt(history, 'machine').answer?.body as { hostname: string }
      yield* showsValue(history, 'nodes', {
        at: '/items/0/metadata/name',
        value: body.hostname.toLowerCase(),
        says: "A node has the name of the agent's host.",
      })
    },
  ),
  example(
    'NODE-002',
    [untilPosted(agentSetups.registered), registered.ask('nodes', 'api', '/api/v1/nodes')],
    function* (history) {
      yield* requireBench(history)
      yield* requireCome(history, 'posted')
      const asked = askedOf(exchangeAt(history, 'nodes'))
      const { items = [] } = ('body' in asked ? asked.body : {}) as {
        items?: { metadata: { name: string } }[]
      }
      const names = items.map(({ metadata }) => metadata.name)
      yield verify(names.join() === 'node-one', {
        says: 'A node has the name that overrides that of the host.',
        expected: ['node-one'],
        got: names,
        at: 'nodes',
      })
    },
  ),
]
