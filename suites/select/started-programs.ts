// Which checks start programs: servers with certain files, and node agents. They wait for these
// programs for most of their time.

import type { Check } from '../check.ts'
import { requirement } from './rows.ts'

// A flag is judged by the loader of a command line, or by an agent that obeys it.
export const startsAgents = ({ id, needs }: Check): boolean =>
  needs.includes('startAgent') ||
  requirement(id).surface === 'agent' ||
  (requirement(id).surface === 'flags' && !needs.includes('accepts'))

export const startsServers = ({ id, needs }: Check): boolean =>
  needs.includes('start') || requirement(id).surface === 'process'

/** Whether a check starts servers or node agents. */
export const startsPrograms = (check: Check): boolean => startsAgents(check) || startsServers(check)
