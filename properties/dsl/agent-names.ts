// The names of the agents that checks share, and the placeholders of their command lines.

/** The names of the setups of agents (`suites/setups/agents.ts`). */
export const agentSetups = {
  standalone: 'agent alone',
  registered: 'agent with an API',
  unregistered: 'agent that does not register',
  byHostname: 'agent with the name of its machine',
  slow: 'agent that checks its sources every three seconds',
  oneFile: 'agent with a file of one pod',
  capped: 'agent for two pods',
  closed: 'agent without servers',
  cautious: 'agent that refuses strangers',
} as const
export type AgentSetupName = (typeof agentSetups)[keyof typeof agentSetups]

/** Placeholders in a command line for paths and ports that are known only at the start. */
export const agentPlaces = {
  directory: '{directory}',
  runtime: '{runtime}',
  serving: '{serving}',
  health: '{health}',
  readOnly: '{readOnly}',
  manifests: '{manifests}',
  apiFile: '{directory}/api.yaml',
} as const

const prefix = 'agent:'

/** The setting of a request to the bench of an agent. */
export const onAgent = (name: AgentSetupName): string => `${prefix}${name}`

/** Returns the name of the agent in a setting; undefined for other settings. */
export const agentNameIn = (setting: string): string | undefined =>
  setting.startsWith(prefix) ? setting.slice(prefix.length) : undefined
