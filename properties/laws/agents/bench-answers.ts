// Reads what the bench of a node agent tells of its agent and its machine.

import type { AgentFacts, BenchMachine, PlaceContents } from '../../../fixtures/objects/agents.ts'
import type { Exchange } from '../../history/history.ts'

/** What is known of an agent and its process. One of which nothing is known has not ended. */
export const agentIn = ({ answer }: Exchange): AgentFacts => ({
  directory: '',
  hasEnded: false,
  how: null,
  lines: [],
  ...(answer?.body as Partial<AgentFacts> | undefined),
})

/** What is known of the machine of an agent. */
export const machineIn = ({ answer }: Exchange): Partial<BenchMachine> =>
  (answer?.body as BenchMachine | undefined) ?? {}

/** What is at a place of the directory of an agent. */
export const placeIn = ({ answer }: Exchange): PlaceContents =>
  (answer?.body as PlaceContents | undefined) ?? { isThere: false }
