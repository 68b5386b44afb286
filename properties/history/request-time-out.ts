// Detects requests that timed out.

import { isTimeOut } from '../../fixtures/client/client.ts'
import type { Exchange } from './history.ts'

/**
 * Reports whether a request timed out. Watches do not count: a watch may delay its answer for as
 * long as it has nothing to report.
 */
export const hasTimedOut = ({ problem, request }: Exchange): boolean =>
  problem !== undefined && !('watch' in request.query) && isTimeOut(problem)
