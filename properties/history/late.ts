// Requests that were not answered in time.

import { isTimeOut } from '../../fixtures/client/client.ts'
import type { Exchange } from './history.ts'

/**
 * Whether a request timed out. A watch may keep its answer back for as long as it has nothing to
 * report, so watches do not count.
 */
export const isLate = ({ problem, request }: Exchange): boolean =>
  problem !== undefined && !('watch' in request.query) && isTimeOut(problem)
