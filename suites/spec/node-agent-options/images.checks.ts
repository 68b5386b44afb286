// Checks which images node agents remove (suites/setups/agents.ts). Their runtimes hold unused
// images at the start. Agents may look for them later than the checks wait, so that nothing is
// concluded from images that are still there, unless the agent has removed others.

import fc from 'fast-check'
import { agentSetups, pauseImage } from '../../../properties/dsl/agent-names.ts'
import type { AgentSetupName } from '../../../properties/dsl/agent-names.ts'
import { benchOf } from '../../../properties/dsl/agent-steps.ts'
import type { Step } from '../../../properties/dsl/scenario.ts'
import { scenarioWith } from '../../../properties/dsl/steps.ts'
import { type History, exchangeAt } from '../../../properties/history/history.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { agentIn, machineIn } from '../../../properties/laws/agents/bench-answers.ts'
import { followsOrDeparts } from '../../../properties/laws/agents/departures.ts'
import {
  callsOf,
  recordOf,
  requireBench,
  requireCome,
} from '../../../properties/laws/agents/pods-at-the-runtime.ts'
import { runFromFile } from '../../../properties/scenarios/agents/pods.ts'
import { example, property } from '../../check.ts'

const collecting = benchOf(agentSetups.collecting)
const pausing = benchOf(agentSetups.pausing)
const partlyCollecting = benchOf(agentSetups.partlyCollecting)

const removal = 'RemoveImage'
// The last one that the runtime lists.
const lastImage = 'registry.example/unused-f:1'

/** Runs a pod at an agent, and reads what its runtime has been asked. */
const runAndRead = (agent: AgentSetupName, as: string): Step[] => [
  ...runFromFile(`${as} runs`, 'a', { agent }),
  benchOf(agent).readCalls(as, removal),
]

/** Requires that an agent with a low threshold has removed images. */
function* requireRemoval(history: History, label: string): Iterable<Observation> {
  const { problem } = exchangeAt(history, label)
  yield* precondition(problem === undefined, 'the agent has removed no image so far')
}

const removedIn = (history: History, label: string): string[] =>
  recordOf(exchangeAt(history, label)).removedImages

export default [
  example(
    'AGENT-191',
    [
      collecting.untilCalled('control', removal),
      ...runAndRead(agentSetups.neverCollecting, 'never'),
    ],
    function* (history) {
      yield* requireBench(history)
      yield* requireRemoval(history, 'control')
      const removed = removedIn(history, 'never')
      if (removed.length === 0) yield* requireCome(history, 'never runs')
      yield verify(removed.length === 0, {
        says: 'With `--image-gc-high-threshold=100` no images are removed.',
        expected: 'no removal',
        got: removed,
        at: 'never',
      })
    },
  ),
  property(
    'AGENT-192',
    fc.constant(
      scenarioWith(
        collecting.readMachine('machine'),
        collecting.untilCalled('above', removal),
        partlyCollecting.untilCalled('partly began', removal),
        ...runAndRead(agentSetups.partlyCollecting, 'partly'),
        ...runAndRead(agentSetups.roomy, 'below'),
      ),
    ),
    function* (history) {
      yield* requireBench(history)
      const removed = removedIn(history, 'below')
      if (removed.length === 0) yield* requireCome(history, 'below runs')
      yield verify(removed.length === 0, {
        says: 'Below the low threshold no images are removed.',
        expected: 'no removal',
        got: removed,
        at: 'below',
      })
      yield* requireRemoval(history, 'above')
      const { isOnPaper = false } = machineIn(exchangeAt(history, 'machine'))
      if (!isOnPaper) return
      yield* requireRemoval(history, 'partly began')
      const count = removedAtFirst(history, 'partly')
      yield* precondition(count >= 2, `the agent has removed ${count} of 2 images so far`)
      yield verify(count === 2, {
        says: 'Images are removed until the use of the disk is down to the low threshold.',
        expected: '2 images removed',
        got: count,
        at: 'partly',
      })
    },
    { scenariosMax: 1 },
  ),
  example(
    'AGENT-212',
    [
      pausing.readAgent('ending'),
      pausing.untilCalled('removed', removal, { removedImages: [lastImage] }),
    ],
    function* (history) {
      yield* requireBench(history)
      const says = 'The image of `--pod-infra-container-image` is not removed.'
      const { hasEnded, lines } = agentIn(exchangeAt(history, 'ending'))
      const isUnknown = lines.some(line => line.includes('pod-infra-container-image'))
      if (hasEnded && isUnknown) {
        yield followsOrDeparts(history, false, {
          says,
          what: '`--pod-infra-container-image` is refused',
          expected: 'an agent that runs',
          got: 'its end',
          at: 'ending',
        })
        return
      }
      yield* precondition(!hasEnded, 'the agent has ended')
      yield* requireRemoval(history, 'removed')
      const isKept = !removedIn(history, 'removed').includes(pauseImage)
      yield verify(isKept, { says, expected: 'the image', got: 'its removal', at: 'removed' })
    },
  ),
]

// Genuine agents remove images every five minutes.
const roundMs = 60_000

/** How many images were removed in the first round. */
function removedAtFirst(history: History, label: string): number {
  const calls = callsOf(exchangeAt(history, label), removal)
  const [first] = calls
  return calls.filter(one => one.receivedAt - (first?.receivedAt ?? 0) < roundMs).length
}
