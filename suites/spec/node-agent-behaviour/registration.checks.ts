// Checks how node agents register at their API (suites/setups/agents.ts).

import { agentSetups } from '../../../properties/dsl/agent-names.ts'
import { benchOf } from '../../../properties/dsl/agent-steps.ts'
import { askedOf, requestsIn, showsValue } from '../../../properties/laws/agents/at-the-api.ts'
import { exchangeOf, requireBench } from '../../../properties/laws/agents/pods-at-the-runtime.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import { example } from '../../check.ts'

const registered = benchOf(agentSetups.registered)
const byHostname = benchOf(agentSetups.byHostname)

// A node is posted in the first seconds.
const untilPosted = (bench: typeof registered) => [
  bench.untilRequests('posted', '/nodes', { requests: [{ method: 'POST' }] }),
]

export default [
  example(
    'NODE-001',
    [
      byHostname.readMachine('machine'),
      ...untilPosted(byHostname),
      byHostname.ask('nodes', 'api', '/api/v1/nodes'),
    ],
    function* (history) {
      yield* requireBench(history, 'machine', 'posted', 'nodes')
      const posted = requestsIn(exchangeOf(history, 'posted'))
      yield* precondition(posted.length > 0, 'the agent has sent no requests about nodes')
      const body = exchangeOf(history, 'machine')?.answer?.body as { hostname: string }
      yield* showsValue(history, 'nodes', {
        at: '/items/0/metadata/name',
        value: body.hostname.toLowerCase(),
        says: "A node has the name of the agent's host.",
      })
    },
  ),
  example(
    'NODE-002',
    [...untilPosted(registered), registered.ask('nodes', 'api', '/api/v1/nodes')],
    function* (history) {
      yield* requireBench(history, 'posted', 'nodes')
      const asked = askedOf(exchangeOf(history, 'nodes'))
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
