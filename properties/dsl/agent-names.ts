// The names of the agents that checks share, and the placeholders of their command lines.

/** The names of the setups of agents (`suites/setups/agents.ts`). */
export const agentSetups = {
  standalone: 'agent alone',
  registered: 'agent with an API',
  unregistered: 'agent that does not register',
  byHostname: 'agent with the name of its machine',
  slow: 'agent that checks its sources every three seconds',
  everywhere: 'agent on all addresses',
  everywhereIpv6: 'agent on all IPv6 addresses',
  reviewing: 'agent that has its callers reviewed',
  trusting: 'agent that allows everything to known callers',
  inUnknownMode: 'agent with an unknown authorization mode',
  helping: 'agent that is asked for help',
  rationed: 'agent with low rates',
  collecting: 'agent that removes images',
  partlyCollecting: 'agent that removes some images',
  roomy: 'agent with room for images',
  neverCollecting: 'agent that never removes images',
  pausing: 'agent with an image for sandboxes',
  oneFile: 'agent with a file of one pod',
  capped: 'agent for two pods',
  closed: 'agent without servers',
  cautious: 'agent that refuses strangers',
  unschedulable: 'agent of a node that takes no pods',
  restrained: 'agent that pulls one image in a second',
  unrestrained: 'agent that pulls as fast as it can',
  once: 'agent that ends when its pods run',
  tuned: 'agent with settings of its runtime',
  tidy: 'agent that keeps one dead container',
  keeping: 'agent that keeps dead containers for an hour',
  guarded: 'agent that serves TLS 1.3 alone',
  locking: 'agent with a lock',
  limited: 'agent with few open files',
  printing: 'agent that prints its release',
  versioned: 'agent with a release of its own',
  reporting: 'agent that reports each second',
  clouded: 'agent in a cloud',
  cloudless: 'agent without a cloud',
  divided: 'agent with two runtimes',
  bootstrapped: 'agent that requests its certificate',
  plugged: 'agent with a plug-in for credentials',
  pressed: 'agent with a threshold for its disk',
} as const
export type AgentSetupName = (typeof agentSetups)[keyof typeof agentSetups]

/** The name of the pod that is there before its agent starts. */
export const podOfOnce = 'before-the-start'

/** Placeholders in a command line for paths and ports that are known only at the start. */
export const agentPlaces = {
  directory: '{directory}',
  runtime: '{runtime}',
  imageService: '{imageService}',
  serving: '{serving}',
  health: '{health}',
  readOnly: '{readOnly}',
  manifests: '{manifests}',
  apiFile: '{directory}/api.yaml',
} as const

/** The range of addresses that some agents are given for their pods. */
export const podRange = '10.88.7.0/24'

/** How long one agent keeps a pressure condition after the pressure. */
export const pressureSeconds = 25

/** The image that one agent is told to use for sandboxes. */
export const pauseImage = 'registry.example/pause:1'

/** The folder of the plug-ins of an agent, and one that its flags do not name. */
export const plugInFolders = { own: 'plug-ins', other: 'elsewhere' } as const

/** The file, in the directory of its agent, that an agent writes after it has a certificate. */
export const ownConfiguration = 'own.yaml'

const prefix = 'agent:'

/** The server name of requests to the bench of an agent. */
export const onAgent = (name: AgentSetupName): string => `${prefix}${name}`

/** Returns the name of the agent in a server name; undefined for other server names. */
export const agentNameIn = (serverName: string): string | undefined =>
  serverName.startsWith(prefix) ? serverName.slice(prefix.length) : undefined
