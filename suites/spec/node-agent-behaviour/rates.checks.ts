// Checks how often node agents send requests to their API (suites/setups/agents.ts).

import fc from 'fast-check'
import { agentSetups } from '../../../properties/dsl/agent-names.ts'
import { benchOf, podFile, podTerm } from '../../../properties/dsl/agent-steps.ts'
import type { Step } from '../../../properties/dsl/scenario.ts'
import { scenarioWith } from '../../../properties/dsl/steps.ts'
import { exchangeAt } from '../../../properties/history/history.ts'
import { precondition } from '../../../properties/history/observation.ts'
import { requestsIn } from '../../../properties/laws/agents/at-the-api.ts'
import { requireBench } from '../../../properties/laws/agents/pods-at-the-runtime.ts'
import { keepsRate } from '../../../properties/laws/agents/rates.ts'
import { property } from '../../check.ts'

const rationed = benchOf(agentSetups.rationed)
const atOnce = { scenariosMax: 1 }

// Each pod causes several events and requests, far more than the rates allow.
const pods = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']

// An agent may ask its API before it starts a pod, so that its pods start late.
/** Gives the agent its pods, and waits until it has sent requests about them. */
const causes = (as: string, path: string, count: number): Step[] => [
  ...pods.map(pod => rationed.writeDocument(`${pod} written`, podFile(pod), podTerm(pod))),
  // A rate may also be lower, so nothing is concluded from the wait.
  rationed.untilRequests(`${as} waited`, path, { counts: [count] }),
  rationed.readRequests(as),
]

const isEvent = (path: string) => path.endsWith('/events') || path.includes('/events/')
const isHeartbeat = (path: string) => /\/(nodes|leases)(\/|$)/.test(path)

export default [
  property(
    'NODE-014',
    fc.constant(scenarioWith(...causes('events', '/events', 40))),
    function* (history) {
      yield* requireBench(history)
      const events = requestsIn(exchangeAt(history, 'events')).filter(
        ({ method, path }) => method !== 'GET' && isEvent(path),
      )
      yield* precondition(events.length > 2, `the agent has sent ${events.length} events`)
      yield keepsRate(
        events,
        { perSecond: 1, burst: 2 },
        { says: 'Events come at most at the rate of `--event-qps`.', at: 'events' },
      )
    },
    atOnce,
  ),
  property(
    'NODE-015',
    fc.constant(scenarioWith(...causes('requests', '/pods', 40))),
    function* (history) {
      yield* requireBench(history)
      const counted = requestsIn(exchangeAt(history, 'requests')).filter(
        ({ path }) => !isEvent(path) && !isHeartbeat(path),
      )
      yield* precondition(counted.length > 4, `the agent has sent ${counted.length} requests`)
      yield keepsRate(
        counted,
        { perSecond: 3, burst: 4 },
        {
          says: 'Requests but events and heartbeats keep to the rate of `--cluster-api-qps`.',
          at: 'requests',
        },
      )
    },
    atOnce,
  ),
]
