// Checks how long node agents report a pressure that is over (suites/setups/agents.ts).

import { fullDisk } from '../../../fixtures/objects/agents.ts'
import { agentSetups, pressureSeconds } from '../../../properties/dsl/agent-names.ts'
import { benchOf } from '../../../properties/dsl/agent-steps.ts'
import { machineIn } from '../../../properties/laws/agents/bench-answers.ts'
import { leavesPressureLate } from '../../../properties/laws/agents/pressure.ts'
import { requireBench, requireCome } from '../../../properties/laws/agents/pods-at-the-runtime.ts'
import { exchangeAt } from '../../../properties/history/history.ts'
import { applicable } from '../../../properties/history/observation.ts'
import { untilPosted } from '../../../properties/scenarios/agents/pods.ts'
import { example } from '../../check.ts'

const bench = benchOf(agentSetups.pressed)

/** Waits until the node at the API has, or has not, the condition. A wait lasts ten seconds. */
const untilPressure = (label: string, status: 'True' | 'False') =>
  bench.untilAsked(
    label,
    { server: 'api', path: '/api/v1/nodes/node-one' },
    { body: { status: { conditions: [{ type: 'DiskPressure', status }] } } },
  )

/** The runtime says that its images are on the disk that has no space left. */
const imagesOnFullDisk = {
  method: 'ImageFsInfo',
  answer: {
    image_filesystems: [
      {
        timestamp: 1,
        fs_id: { mountpoint: fullDisk },
        used_bytes: { value: 100 * 2 ** 30 },
        inodes_used: { value: 1 },
      },
    ],
  },
}

export default [
  example(
    'AGENT-178',
    [
      untilPosted(agentSetups.pressed),
      untilPressure('at first', 'False'),
      bench.readMachine('machine'),
      bench.setStubs('filled', [imagesOnFullDisk]),
      // Agents measure their disks each ten seconds.
      untilPressure('pressed soon', 'True'),
      untilPressure('pressed', 'True'),
      bench.setStubs('emptied', []),
      ...[1, 2, 3, 4].map(turn => untilPressure(`left soon ${turn}`, 'False')),
      untilPressure('left', 'False'),
    ],
    function* (history) {
      yield* requireBench(history)
      const { isOnPaper = false } = machineIn(exchangeAt(history, 'machine'))
      if (!isOnPaper) return yield* applicable(false, 'the agent has no disk that fills on request')
      for (const label of ['posted', 'at first', 'pressed']) yield* requireCome(history, label)
      yield* leavesPressureLate(history, {
        from: 'emptied',
        left: ['left soon 1', 'left soon 2', 'left soon 3', 'left soon 4', 'left'],
        periodMs: pressureSeconds * 1_000,
      })
    },
  ),
]
